//===- RelationTest.cpp - what relations between variables mean -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kind of relation, by its rules: what a new kind must fulfil stands in
// tests about all of them, what one kind means in a test of its own.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Nest.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace lacuna;

namespace {

/// A relation at one place, where all lengths and values are constants.
struct Sample {
  Relation R;
  std::vector<int64_t> Lengths; ///< of the parents
  int64_t Size = 0, Start = 0;

  const RelationRules &rules() const { return R.rules(); }

  /// With null for the values of children that are not known.
  template <typename Fn> auto at(std::vector<ExprRef> Values, Fn Ask) const {
    auto Length = [&](size_t Parent) { return i64(Lengths[Parent]); };
    auto Value = [&](size_t Child) { return Values[Child]; };
    return Ask(RelationTerms{Length, Value, i64(Size), i64(Start)});
  }

  int64_t length(size_t Child, std::vector<ExprRef> Values) const {
    return at(std::move(Values), [&](const RelationTerms &Terms) {
      return *constantValue(rules().length(Nest(), R, Child, Terms));
    });
  }

  int64_t recovered(size_t Parent, std::vector<ExprRef> Values) const {
    return at(std::move(Values), [&](const RelationTerms &Terms) {
      RecoveredValue Value = rules().recover(R, Parent, Terms);
      return *constantValue(Value.Block) +
             (Value.Within ? *constantValue(Value.Within) : 0);
    });
  }
};

Sample split(int64_t Length, int64_t Factor) {
  return {
      {RelationKind::Split, {"i"}, {"i0", "i1"}, Factor, ""}, {Length}, Factor};
}

Sample divide(int64_t Length, int64_t Factor) {
  Sample S{{RelationKind::Divide, {"i"}, {"i0", "i1"}, Factor, ""}, {Length}};
  S.Size = S.at({}, [&](const RelationTerms &Terms) {
    return *constantValue(S.rules().computedSize(S.R, Terms));
  });
  return S;
}

/// A relation of each kind.
std::vector<Relation> oneOfEach() {
  return {{RelationKind::Split, {"i"}, {"i0", "i1"}, 4, ""},
          {RelationKind::Divide, {"i"}, {"i0", "i1"}, 4, ""},
          {RelationKind::Balance, {"i"}, {"t", "ir"}, 0, "p"},
          {RelationKind::Fuse, {"i", "p"}, {"f"}, 0, ""},
          {RelationKind::Pos, {"f"}, {"fp"}, 0, "A"},
          {RelationKind::Coord, {"p"}, {"j"}, 0, "A"},
          {RelationKind::Bound, {"i"}, {"ib"}, 4, "", BoundKind::MaxExact}};
}

} // namespace

TEST(Relation, EachKindHasRulesAndAWord) {
  std::vector<llvm::StringRef> Words;
  for (const RelationRules *Rules : relationRules()) {
    EXPECT_EQ(&rulesOf(Rules->Kind), Rules) << Rules->Word.str();
    EXPECT_FALSE(llvm::is_contained(Words, Rules->Word)) << Rules->Word.str();
    EXPECT_FALSE(Rules->Consumed.empty()) << Rules->Word.str();
    Words.push_back(Rules->Word);
  }
  std::vector<Relation> Samples = oneOfEach();
  ASSERT_EQ(Samples.size(), Words.size()) << "add the new kind to oneOfEach";
  for (const Relation &R : Samples) {
    EXPECT_EQ(R.Parents.size(), R.rules().NumParents);
    EXPECT_EQ(R.Children.size(), R.rules().NumChildren);
    EXPECT_TRUE(R.rules().isFactorValid(R));
    EXPECT_EQ(R.Over.empty(), !R.rules().NeedsOver);
  }
}

TEST(Relation, Labels) {
  std::vector<std::string> Labels;
  for (const Relation &R : oneOfEach())
    Labels.push_back(R.rules().label(R));
  EXPECT_EQ(Labels,
            (std::vector<std::string>{"split 4", "divide 4", "balance over p",
                                      "fuse", "pos A", "coord", "bound 4"}));
}

TEST(Relation, TilesVisitEachValueOnceInOrder) {
  for (int64_t Length : {0, 1, 3, 4, 5, 12, 13})
    for (int64_t Factor : {1, 3, 4, 20})
      for (const Sample &S : {split(Length, Factor), divide(Length, Factor)}) {
        int64_t Next = 0;
        for (int64_t O = 0; O < S.length(0, {nullptr, nullptr}); ++O)
          for (int64_t I = 0; I < S.length(1, {i64(O), nullptr}); ++I)
            EXPECT_EQ(S.recovered(0, {i64(O), i64(I)}), Next++);
        EXPECT_EQ(Next, Length);
      }
}

TEST(Relation, TilesVisitEachValueWithTheInnerLoopOutside) {
  for (const Sample &S : {split(13, 4), divide(13, 4), split(2, 4)}) {
    std::vector<int64_t> Visited;
    for (int64_t I = 0; I < S.length(1, {nullptr, nullptr}); ++I)
      for (int64_t O = 0; O < S.length(0, {nullptr, i64(I)}); ++O)
        Visited.push_back(S.recovered(0, {i64(O), i64(I)}));
    llvm::sort(Visited);
    ASSERT_EQ(Visited.size(), size_t(S.Lengths[0]));
    for (size_t K = 0; K != Visited.size(); ++K)
      EXPECT_EQ(Visited[K], int64_t(K));
  }
}

TEST(Relation, TilesOfKnownRanges) {
  Sample S = split(13, 4), D = divide(13, 4);
  EXPECT_EQ(S.rules().constantTrips(Nest(), S.R, 0, 13), 4);
  EXPECT_EQ(S.rules().constantTrips(Nest(), S.R, 1, std::nullopt), 4);
  EXPECT_EQ(S.rules().constantTrips(Nest(), S.R, 0, std::nullopt),
            std::nullopt);
  EXPECT_EQ(D.rules().constantTrips(Nest(), D.R, 0, std::nullopt), 4);
  EXPECT_EQ(D.rules().constantTrips(Nest(), D.R, 1, 13), 4);
  EXPECT_EQ(S.rules().range(S.R, 1, {0, 3}).trips(), 3);
  EXPECT_EQ(S.rules().divisor(S.R, 0, {12}), 3);
  EXPECT_EQ(S.rules().divisor(S.R, 0, {13}), 1);
  EXPECT_EQ(S.rules().divisor(S.R, 1, {12}), 1);
  Relation Empty = S.R;
  Empty.Factor = 0;
  EXPECT_FALSE(Empty.rules().isFactorValid(Empty));
}

TEST(Relation, FusedPairsAreRecoveredByDivision) {
  Sample S{{RelationKind::Fuse, {"i", "k"}, {"f"}, 0, ""}, {3, 5}};
  ASSERT_EQ(S.length(0, {nullptr}), 15);
  for (int64_t F = 0; F != 15; ++F) {
    EXPECT_EQ(S.recovered(0, {i64(F)}), F / 5);
    EXPECT_EQ(S.recovered(1, {i64(F)}), F % 5);
  }
  EXPECT_EQ(S.rules().divisor(S.R, 0, {3, 5}), 15);
  EXPECT_TRUE(S.rules().isProduct());
  // A width of 0, which is never reached, is not divided by.
  Sample NoWidth{{RelationKind::Fuse, {"i", "k"}, {"f"}, 0, ""}, {3, 0}};
  EXPECT_EQ(NoWidth.recovered(1, {i64(7)}), 0);
}

TEST(Relation, PiecesBeginAtTheirBorders) {
  Sample S{{RelationKind::Balance, {"i"}, {"t", "ir"}, 0, "p"}, {9}, 0, 5};
  EXPECT_EQ(S.recovered(0, {i64(1), i64(2)}), 7);
}

TEST(Relation, BoundsSayWhatTheyDo) {
  Relation R{RelationKind::Bound, {"i"}, {"ib"}, 6, "", BoundKind::Divisible};
  const RelationRules &Rules = R.rules();
  EXPECT_EQ(Rules.divisor(R, 0, {4}), 12);
  EXPECT_EQ(Rules.range(R, 0, {0, 7}).Hi, 7);
  R.Bounded = BoundKind::MaxConstraint;
  EXPECT_EQ(Rules.divisor(R, 0, {4}), 4);
  EXPECT_EQ(Rules.range(R, 0, {0, 7}).Hi, 6);
  EXPECT_EQ(Rules.range(R, 0, {0, std::nullopt}).Hi, 6);
  R.Bounded = BoundKind::MinConstraint;
  EXPECT_EQ(Rules.range(R, 0, {0, 7}).Lo, 6);
  R.Factor = -1;
  EXPECT_TRUE(Rules.isFactorValid(R));
  R.Bounded = BoundKind::Divisible;
  EXPECT_FALSE(Rules.isFactorValid(R));
}
