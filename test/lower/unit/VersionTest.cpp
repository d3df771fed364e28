//===- VersionTest.cpp - which version runs -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopMachine.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/lower/Versions.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace lacuna;

/// A nest that stores \p Number.
static Nest storing(int Number) {
  return cantFail(parseNest(llvm::formatv(R"(
    nest @n {{
      operand m : i32
      operand K : i32
      operand pos : i32[]
      operand crd : i32[]
      operand y : i32[] written
      index i : i32 in 0 .. m
      index p : i32 in pos[i] .. pos[i + 1]
      index k : i32 in 1 .. K
      body {{
        loop i {{
          loop p {{ loop k {{ y[0] = {0} } }
          y[0] = {0}
        }
      }
    })",
                                          Number)
                                .str()));
}

/// The number that the program of two versions stores, the first of which asks
/// for \p When.
static int64_t chosen(std::vector<LoopCondition> When, std::vector<int64_t> Pos,
                      int64_t K = 0, std::vector<int64_t> Crd = {}) {
  Choice C{
      {{storing(1), {}, std::move(When)}, {storing(2), {}, {}}}, nullptr, ""};
  LoopProgram P = cantFail(lower(C, LowerOptions()));
  EXPECT_FALSE(bool(verify(P)));
  LoopMachine M(0);
  M.Scalars = {{"m", int64_t(Pos.size()) - 1}, {"K", K}};
  M.Arrays = {{"pos", std::move(Pos)}, {"crd", std::move(Crd)}, {"y", {0}}};
  M.run(P.Body);
  EXPECT_EQ(M.Fault, "");
  return M.Arrays["y"][0];
}

static int64_t chosenByRows(std::vector<int64_t> Lengths) {
  std::vector<int64_t> Pos = {5};
  for (int64_t L : Lengths)
    Pos.push_back(Pos.back() + L);
  return chosen({{"p", "i", 10}}, Pos);
}

TEST(Version, RowsAreLongWhereMostPositionsAre) {
  EXPECT_EQ(chosenByRows({10, 10, 10}), 1);
  EXPECT_EQ(chosenByRows({9, 9, 9}), 2);
  EXPECT_EQ(chosenByRows({99}), 1);
  EXPECT_EQ(chosenByRows({0, 0, 99, 0, 1, 1, 1}), 1);
  EXPECT_EQ(chosenByRows({12, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}), 2);
  EXPECT_EQ(chosenByRows({0, 0, 0}), 2);
  // Positions in the middle of eight pieces.
  std::vector<int64_t> Pieces;
  for (int Piece = 0; Piece < 8; ++Piece)
    Pieces.insert(Pieces.end(), {2, 12, 2});
  EXPECT_EQ(chosenByRows(Pieces), 1);
}

/// What is chosen for rows of \p Lengths where most are to be shorter than 6.
static int64_t chosenByShortRows(std::vector<int64_t> Lengths) {
  std::vector<int64_t> Pos = {5};
  for (int64_t L : Lengths)
    Pos.push_back(Pos.back() + L);
  return chosen({{"p", "i", 6, LoopCondition::Kind::Fewer}}, Pos);
}

TEST(Version, RowsAreShortWhereMostRowsAre) {
  EXPECT_EQ(chosenByShortRows({5}), 1);
  EXPECT_EQ(chosenByShortRows({6}), 2);
  EXPECT_EQ(chosenByShortRows({1, 2, 3, 4, 5, 99, 99, 99}), 1);
  EXPECT_EQ(chosenByShortRows({1, 2, 3, 4, 6, 99, 99, 99}), 2);
  EXPECT_EQ(chosenByShortRows({0, 9, 9, 0, 9, 9, 0, 9, 9, 0, 9, 9,
                               0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}),
            1);
  // Rows that end before they begin, and no rows.
  EXPECT_EQ(chosenByShortRows({-3, -9}), 1);
  EXPECT_EQ(chosenByShortRows({}), 0);
}

TEST(Version, ReadsNothingButBoundsOfRows) {
  // Without rows there is no pos at all; neither version stores then.
  EXPECT_EQ(chosen({{"p", "i", 10}}, {7}), 0);
  // In no order, and rows that end before they begin.
  EXPECT_NE(chosen({{"p", "i", 10}}, {90, 3, 500, -7, 80, 20}), 0);
  EXPECT_NE(chosen({{"p", "i", 10}}, {90, 3}), 0);
}

static LoopCondition scattered(int64_t Count) {
  ExprRef Coordinate = load(Type::i32(), "crd", var(Type::i32(), "p"));
  return {"p", "i", Count, LoopCondition::Kind::Scattered, Coordinate};
}

/// What is chosen where row r has the one coordinate r * \p Step.
static int64_t chosenByDistance(int64_t Step) {
  std::vector<int64_t> Pos = {0}, Crd;
  for (int64_t Row = 0; Row < 20; ++Row) {
    Crd.push_back(Row * Step);
    Pos.push_back(Row + 1);
  }
  return chosen({scattered(10)}, Pos, 0, Crd);
}

TEST(Version, RowsAreScatteredWhereMostNeighboursAre) {
  EXPECT_EQ(chosenByDistance(10), 1);
  EXPECT_EQ(chosenByDistance(-10), 1);
  EXPECT_EQ(chosenByDistance(9), 2);
  EXPECT_EQ(chosenByDistance(0), 2);
  // The middle counts.
  EXPECT_EQ(chosen({scattered(10)}, {0, 3, 6}, 0, {0, 0, 0, 50, 50, 50}), 1);
  EXPECT_EQ(chosen({scattered(10)}, {0, 3, 6}, 0, {0, 9, 99, 50, 10, 50}), 2);
}

TEST(Version, ReadsNoCoordinateOutsideOfRows) {
  // No rows, one row, empty ones, and a row without a next.
  EXPECT_EQ(chosen({scattered(1)}, {0}), 0);
  EXPECT_EQ(chosen({scattered(1)}, {0, 1}, 0, {7}), 2);
  EXPECT_EQ(chosen({scattered(1)}, {0, 0, 0, 0}), 2);
  EXPECT_EQ(chosen({scattered(1)}, {0, 1, 1, 2}, 0, {7, 9}), 2);
  EXPECT_EQ(chosen({scattered(1)}, {2, 0, 1}, 0, {7}), 2);
  // Asked for only where the rest holds.
  EXPECT_EQ(chosen({{"k", "", 8}, scattered(1)}, {0, 1, 2}, 8), 2);
  EXPECT_EQ(chosen({{"k", "", 8}, scattered(1)}, {0, 1, 2}, 9, {7, 9}), 1);
}

TEST(Version, LoopsAreExactlyAsLong) {
  EXPECT_EQ(chosen({{"k", "", 8, LoopCondition::Kind::Exactly}}, {0, 1}, 9), 1);
  EXPECT_EQ(chosen({{"k", "", 8, LoopCondition::Kind::Exactly}}, {0, 1}, 10),
            2);
  EXPECT_EQ(chosen({{"k", "", 8, LoopCondition::Kind::Exactly}}, {0, 1}, 8), 2);
}

TEST(Version, AllLoopsMustBeLong) {
  EXPECT_EQ(chosen({{"k", "", 8}}, {0, 1}, 9), 1);
  EXPECT_EQ(chosen({{"k", "", 8}}, {0, 1}, 8), 2);
  EXPECT_EQ(chosen({{"p", "i", 3}, {"k", "", 8}}, {0, 3}, 9), 1);
  EXPECT_EQ(chosen({{"p", "i", 3}, {"k", "", 8}}, {0, 3}, 8), 2);
  EXPECT_EQ(chosen({{"p", "i", 3}, {"k", "", 8}}, {0, 2}, 9), 2);
}

TEST(Version, SaysWhatItAsksFor) {
  EXPECT_EQ(describe({{"p", "i", 48}, {"k", "", 32}}),
            "most iterations of 'p' belong to an 'i' with at least 48 and 'k' "
            "has at least 32 iterations");
  EXPECT_EQ(describe({{"k", "", 32, LoopCondition::Kind::Exactly}}),
            "'k' has exactly 32 iterations");
  EXPECT_EQ(describe({{"p", "i", 6, LoopCondition::Kind::Fewer}}),
            "most 'i' have fewer than 6 iterations of 'p'");
  EXPECT_EQ(describe(scattered(128)),
            "most 'i' gather by 'p' at least 128 rows away from the next one");
}
