//===- LevelTest.cpp - storage formats of levels ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "lacuna/ir/Nest.h"

using namespace lacuna;

TEST(Level, FormatsAreFoundByName) {
  for (const LevelFormat *Format : levelFormats())
    EXPECT_EQ(findLevelFormat(Format->Name), Format);
  EXPECT_EQ(findLevelFormat("dense"), &DenseLevel);
  EXPECT_EQ(findLevelFormat("compressed"), &CompressedLevel);
  EXPECT_EQ(findLevelFormat("segment"), &SegmentLevel);
  EXPECT_EQ(findLevelFormat("hashed"), nullptr);
}

TEST(Level, FormatsNeedTheirArrays) {
  EXPECT_EQ(DenseLevel.Arrays.size(), 0u);
  EXPECT_EQ(CompressedLevel.Arrays.size(), 2u);
  EXPECT_EQ(findLevelFormat("singleton")->Arrays.size(), 1u);
  EXPECT_FALSE(findLevelFormat("compressed_nonunique")->Unique);
  EXPECT_FALSE(DenseLevel.HasPositions);
  for (const LevelFormat *Format : levelFormats())
    EXPECT_EQ(Format->HasPositions,
              llvm::is_contained(Format->Arrays, LevelArray::Coordinates))
        << Format->Name.str();
}

TEST(Level, ArraysAreFoundByWhatTheyHold) {
  Level Rows{&CompressedLevel, "p", {"pos", "crd"}};
  EXPECT_EQ(Rows.array(LevelArray::Positions), "pos");
  EXPECT_EQ(Rows.array(LevelArray::Coordinates), "crd");
  Level Segment{&SegmentLevel, "p", {"crd"}};
  EXPECT_EQ(Segment.array(LevelArray::Positions), "");
  EXPECT_EQ(Segment.array(LevelArray::Coordinates), "crd");
  Level Dense{&DenseLevel, "i", {}};
  EXPECT_EQ(Dense.array(LevelArray::Coordinates), "");
}

TEST(Level, CoordinatesAreReadAtPositions) {
  Nest N = take(parseNest(SampleNest));
  const Level &Columns = N.Tensors.front().Levels.back();
  EXPECT_TRUE(
      structurallyEqual(Columns.coordinateAt(N, var(Type::i32(), "p")),
                        load(Type::i32(), "crd", var(Type::i32(), "p"))));
}

TEST(Level, LoopsAreRecognisedByTheirBounds) {
  Nest N = take(parseNest(SampleNest));
  std::optional<WalkedLevel> Walked =
      walkedPositions(*N.findIndexVar("p"), "crd");
  ASSERT_TRUE(Walked);
  EXPECT_EQ(Walked->Level.Format, &CompressedLevel);
  EXPECT_EQ(Walked->Level.Var, "p");
  EXPECT_EQ(Walked->Level.Arrays, (std::vector<std::string>{"pos", "crd"}));
  EXPECT_TRUE(structurallyEqual(Walked->Parent, var(Type::i32(), "i")));
  // Neither all coordinates nor a derived variable.
  EXPECT_FALSE(walkedPositions(*N.findIndexVar("i"), ""));
  EXPECT_FALSE(walkedPositions(*N.findIndexVar("i1"), ""));
  // From one array to another, and not to the next element.
  IndexVar V = *N.findIndexVar("p");
  V.Hi = load(
      Type::i32(), "crd",
      binary(BinaryOp::Add, var(Type::i32(), "i"), constant(Type::i32(), 1)));
  EXPECT_FALSE(walkedPositions(V, ""));
  V.Hi = load(
      Type::i32(), "pos",
      binary(BinaryOp::Add, var(Type::i32(), "i"), constant(Type::i32(), 2)));
  EXPECT_FALSE(walkedPositions(V, ""));
}

TEST(Level, OnlyFormatsOfLoopsAreRecognised) {
  std::vector<std::string> Names;
  for (const LevelFormat *Format : levelFormats())
    if (Format->isRecognised())
      Names.push_back(Format->Name.str());
  EXPECT_EQ(Names, (std::vector<std::string>{"dense", "compressed"}));
}
