//===- PiecesTest.cpp - memory that a walk has read in pieces -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/Pieces.h"
#include "gtest/gtest.h"

using lacuna::rt::Pieces;

/// Whether pieces of \p Memory, from a byte up to another one, are as they were
/// where the byte at \p Changed is another one.
static bool areSame(std::vector<std::pair<size_t, size_t>> Read,
                    size_t Changed) {
  std::vector<char> Memory(100000, 'a');
  Pieces All;
  for (auto [Begin, End] : Read)
    All.add(Memory.data() + Begin, End - Begin);
  EXPECT_TRUE(All.copy());
  Memory[Changed] = 'b';
  return All.areOthersSame(0, 1);
}

static size_t sizeOf(std::vector<std::pair<size_t, size_t>> Read) {
  std::vector<char> Memory(100);
  Pieces All;
  for (auto [Begin, End] : Read)
    All.add(Memory.data() + Begin, End - Begin);
  return All.size();
}

TEST(Pieces, eachByteCountsOnce) {
  EXPECT_EQ(sizeOf({{10, 18}, {10, 18}}), 8u);
  // Behind, in front, in the middle, around.
  EXPECT_EQ(sizeOf({{10, 18}, {18, 26}}), 16u);
  EXPECT_EQ(sizeOf({{10, 18}, {2, 10}}), 16u);
  EXPECT_EQ(sizeOf({{10, 18}, {12, 14}}), 8u);
  EXPECT_EQ(sizeOf({{10, 18}, {8, 20}}), 12u);
  EXPECT_EQ(sizeOf({{10, 18}, {16, 24}, {4, 12}}), 20u);
  EXPECT_EQ(sizeOf({{10, 18}, {20, 28}, {5, 5}}), 16u);
  // Ends and beginnings of rows, one behind the other.
  EXPECT_EQ(sizeOf({{8, 16}, {0, 8}, {16, 24}, {8, 16}, {24, 32}}), 32u);
}

TEST(Pieces, changesAreSeenInAllOfThem) {
  for (size_t Byte : {5, 12, 19, 30, 70000})
    EXPECT_FALSE(
        areSame({{10, 18}, {18, 20}, {5, 11}, {30, 31}, {70000, 70001}}, Byte))
        << Byte;
  EXPECT_TRUE(areSame({{10, 18}, {70000, 70001}}, 40000));
}
