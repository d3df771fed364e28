//===- NestTest.cpp - lookups in nests -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "lacuna/ir/Spellings.h"
#include "lacuna/support/Diagnostic.h"

using namespace lacuna;

TEST(Nest, FindsOperandsAndVariables) {
  Nest N = take(parseNest(SampleNest));
  ASSERT_NE(N.findOperand("x"), nullptr);
  EXPECT_EQ(N.findOperand("x")->Kind, OperandKind::Array);
  EXPECT_EQ(N.findOperand("i"), nullptr);
  ASSERT_NE(N.findIndexVar("i1"), nullptr);
  EXPECT_TRUE(N.findIndexVar("i1")->isDerived());
  EXPECT_EQ(N.findIndexVar("j"), nullptr);
}

TEST(Nest, ResolvesCoordinatesAndNumbers) {
  Nest N = take(parseNest(SampleNest));
  EXPECT_EQ(N.resolveVar("j"), N.findIndexVar("p"));
  EXPECT_EQ(N.resolveVar("i@1"), N.findIndexVar("i"));
  EXPECT_EQ(N.resolveVar("j@1"), N.findIndexVar("p"));
  EXPECT_EQ(N.resolveVar("i@2"), nullptr);
  EXPECT_EQ(N.resolveVar("x"), nullptr);
  N.IndexVars.push_back({"i@2", Type::i64(), nullptr, nullptr, ""});
  EXPECT_EQ(N.resolveVar("i@2"), N.findIndexVar("i@2"));
}

TEST(Nest, FindsTensorsByNameOrArray) {
  Nest N = take(parseNest(SampleNest));
  for (llvm::StringRef Name : {"A", "pos", "crd", "val"})
    EXPECT_EQ(N.findTensor(Name), &N.Tensors[0]) << Name.str();
  EXPECT_EQ(N.findTensor("x"), nullptr);
  Tensor Other = N.Tensors[0];
  Other.Name = "B";
  N.Tensors.push_back(Other);
  EXPECT_EQ(N.findTensor("pos"), nullptr) << "two tensors use it";
  EXPECT_EQ(N.findTensor("B"), &N.Tensors[1]);
}

TEST(Nest, FollowsProvenance) {
  Nest N = take(parseNest(SampleNest));
  EXPECT_EQ(N.consumer("i"), &N.Relations[0]);
  EXPECT_EQ(N.consumer("i0"), nullptr);
  EXPECT_EQ(N.producer("i1"), &N.Relations[0]);
  EXPECT_EQ(N.producer("i"), nullptr);
  EXPECT_EQ(N.ancestors("i1"), std::vector<std::string>{"i"});
  EXPECT_EQ(N.ancestors("p"), std::vector<std::string>{"p"});
}

TEST(Nest, KnowsTakenNames) {
  Nest N = take(parseNest(SampleNest));
  for (llvm::StringRef Name : {"m", "i", "i0", "j", "A", "sum", "last"})
    EXPECT_TRUE(N.isNameTaken(Name)) << Name.str();
  EXPECT_FALSE(N.isNameTaken("k"));
}

TEST(Nest, FindsAndReplacesLoops) {
  Nest N = take(parseNest(SampleNest));
  ASSERT_NE(findLoop(N.Body, "p"), nullptr);
  EXPECT_EQ(findLoop(N.Body, "i"), nullptr);
  std::vector<const LoopStmt *> Path = pathTo(N.Body, "p");
  ASSERT_EQ(Path.size(), 3u);
  EXPECT_EQ(Path[0]->var(), "i0");
  EXPECT_EQ(Path[2]->var(), "p");
  EXPECT_TRUE(pathTo(N.Body, "i").empty());
  StmtRef New = replaceLoop(N.Body, "p", block({}));
  EXPECT_EQ(findLoop(New, "p"), nullptr);
  EXPECT_NE(findLoop(N.Body, "p"), nullptr);
  EXPECT_EQ(statementsOf(findLoop(New, "i1")->body()).size(), 2u);
}

TEST(Spellings, UnknownWordsMeanNothing) {
  for (RaceStrategy Races :
       {RaceStrategy::NoRaces, RaceStrategy::Scan, RaceStrategy::IgnoreRaces})
    EXPECT_EQ(fromWord<RaceStrategy>(wordFor(Races)), Races);
  EXPECT_EQ(fromWord<RaceStrategy>("no_race"), std::nullopt);
  EXPECT_EQ(fromWord<BoundKind>(""), std::nullopt);
  EXPECT_EQ(fromWord<ParallelUnit>("gpu"), std::nullopt);
}
