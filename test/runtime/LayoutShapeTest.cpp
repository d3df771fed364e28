//===- LayoutShapeTest.cpp - blocks and diagonals -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSamples.h"
#include "gtest/gtest.h"
#include <memory>
#include <set>

namespace {

using Rows = std::vector<std::vector<int64_t>>;

/// A matrix with these coordinates.
std::unique_ptr<Matrix> matrixOf(const Rows &All) {
  std::vector<int64_t> Lengths;
  for (const auto &R : All)
    Lengths.push_back(int64_t(R.size()));
  auto M = std::make_unique<Matrix>(Lengths, -4, std::vector<int32_t>{-4, 8});
  for (size_t R = 0; R < All.size(); ++R)
    M->setCoordinates(int64_t(R), All[R]);
  return M;
}

/// Rows of random full blocks, and of some other entries now and then.
Rows randomBlocks(int64_t R, int64_t C, int64_t Groups, int64_t Others) {
  Rows All;
  for (int64_t G = 0; G < Groups; ++G) {
    std::set<int64_t> Blocks;
    for (int64_t I = below(8); I-- > 0;)
      Blocks.insert(below(60) - 10);
    for (int64_t I = 0; I < R; ++I) {
      std::set<int64_t> Row;
      for (int64_t B : Blocks)
        for (int64_t J = 0; J < C; ++J)
          Row.insert(B * C + J);
      if (Others != 0 && below(Others) == 0)
        Row.insert(below(60 * C));
      All.emplace_back(Row.begin(), Row.end());
    }
  }
  for (int64_t I = below(R); I-- > 0;)
    All.push_back({1, 5});
  return All;
}

TEST(LayoutShape, BlocksHoldEachEntryOnce) {
  int Made = 0;
  for (int I = 0; I < 200; ++I) {
    const int64_t R = 1 + below(8), C = 1 + below(8);
    const auto M =
        matrixOf(randomBlocks(R, C, 1 + below(50), below(2) * (1 + below(9))));
    const std::string Found = check(M->blocks(int32_t(R), C));
    EXPECT_TRUE(Found.empty() || Found == "none") << Found;
    Made += Found.empty();
  }
  EXPECT_GT(Made, 100);
}

TEST(LayoutShape, BlocksMayHaveNoRest) {
  const auto M = matrixOf({{0, 1, 4, 5}, {0, 1, 4, 5}, {2, 3}, {2, 3}});
  const lacuna_level Of = M->blocks(2, 2);
  const lacuna_layout *L = lacuna_layout_use(&Of);
  ASSERT_TRUE(L);
  EXPECT_EQ(LayoutCheck(Of, *L).problem(), "");
  EXPECT_EQ(L->start[2], 3);
  lacuna_layout_end(L);
}

/// Twenty full blocks of 2 x 2, with two rows in front.
Rows many(std::vector<int64_t> First, std::vector<int64_t> Second) {
  Rows All = {std::move(First), std::move(Second)};
  for (int I = 0; I < 40; ++I)
    All.push_back({-2, -1});
  return All;
}

TEST(LayoutShape, WhatIsInNoBlockIsTheRest) {
  struct {
    Rows Of;
    int64_t Blocks;
  } const Cases[] = {
      {many({0, 1, 7}, {0, 1}), 21}, // behind a block
      {many({0, 2, 3}, {2, 3}), 20}, // in front of one
      {many({1, 2}, {1, 2}), 21},    // at no multiple
      {many({0, 1}, {0, 2}), 20},    // not full
      {many({0, 1, 1}, {0, 1}), 20}, // one twice
      {many({1, 0}, {0, 1}), 20},    // not in order
      {many({0, 1}, {}), 20},
  };
  for (const auto &[Of, Blocks] : Cases) {
    const auto M = matrixOf(Of);
    const lacuna_level Level = M->blocks(2, 2);
    const lacuna_layout *L = lacuna_layout_use(&Level);
    ASSERT_TRUE(L);
    EXPECT_EQ(LayoutCheck(Level, *L).problem(), "");
    EXPECT_EQ(L->start[L->groups], Blocks);
    lacuna_layout_end(L);
  }
}

TEST(LayoutShape, FewBlocksDoNotPay) {
  const auto M = matrixOf({{0, 1, 5}, {0, 1, 9}});
  EXPECT_EQ(check(M->blocks(2, 2)), "none");
  EXPECT_EQ(check(M->blocks(1, 1)), "");
}

TEST(LayoutShape, BlocksOfAnOddSizeAreRefused) {
  const auto M = matrixOf({{0, 1}, {0, 1}});
  for (const auto &[R, C] : {std::pair(0, 2), {9, 2}, {2, 0}, {2, 9}, {2, -2}})
    EXPECT_EQ(check(M->blocks(R, C)), "none");
}

/// Some diagonals with gaps, at random.
Rows randomDiagonals(int64_t Count, int64_t Gaps) {
  std::set<int64_t> Offsets;
  for (int I = 0; I < 6; ++I)
    Offsets.insert(below(60) - 30);
  Rows All;
  for (int64_t I = 0; I < Count; ++I) {
    All.emplace_back();
    for (int64_t O : Offsets)
      if (Gaps == 0 || below(Gaps) != 0)
        All.back().push_back(I + O);
  }
  return All;
}

TEST(LayoutShape, RunsHoldEachEntryOnceAndInOrder) {
  int Made = 0;
  for (int I = 0; I < 100; ++I) {
    const auto M = matrixOf(
        randomDiagonals(20 + below(3000), below(2) * (20 + below(60))));
    const std::string Found =
        check(M->dia(below(3) == 0 ? 0 : 16 + below(900)));
    EXPECT_TRUE(Found.empty() || Found == "none") << Found;
    Made += Found.empty();
  }
  EXPECT_GT(Made, 50);
}

TEST(LayoutShape, ShortRunsDoNotPay) {
  const auto M = matrixOf(randomDiagonals(100, 0));
  EXPECT_EQ(check(M->dia(15)), "none");
  EXPECT_EQ(check(M->dia(100)), "");
  EXPECT_EQ(check(M->dia(INT64_MAX)), "");
  EXPECT_EQ(check(M->dia(-1)), "none");
}

TEST(LayoutShape, RunsNeedRowsThatAscend) {
  for (const auto &[A, B] : {std::pair(5, 5), {6, 5}}) {
    Rows All = randomDiagonals(2000, 0);
    All[77] = {A, B};
    EXPECT_EQ(check(matrixOf(All)->dia(0)), "none");
    All[77] = {5, 6};
    EXPECT_EQ(check(matrixOf(All)->dia(0)), "");
  }
}

TEST(LayoutShape, CoordinatesFarAwayAreNoDiagonals) {
  Matrix M(std::vector<int64_t>(40, 1), -4, {-8, 8});
  for (size_t R = 0; R < 40; ++R) {
    const int64_t Least = INT64_MIN;
    std::memcpy(M.Arrays[0].data() + 8 * R, &Least, 8);
  }
  EXPECT_EQ(check(M.dia(0)), "none");
  EXPECT_EQ(check(M.blocks(3, 3)), "none");
}

} // namespace
