//===- MergeLatticeTest.cpp - lattices against brute force -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/merges/MergeLattice.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace lacuna;

namespace {

/// What is done for each set of levels; 0: nothing.
using Table = std::vector<unsigned>;

unsigned levelsOf(const Table &Does) {
  unsigned Levels = 0;
  while (size_t(1) << Levels < Does.size())
    ++Levels;
  return Levels;
}

MergeLattice latticeOf(const Table &Does) {
  return MergeLattice(levelsOf(Does), [&](LevelSet S) { return Does[S]; });
}

std::vector<LevelSet> pointsOf(unsigned Levels, bool (*Where)(LevelSet)) {
  return MergeLattice(Levels, [&](LevelSet S) -> unsigned { return Where(S); })
      .points()
      .vec();
}

class Random {
public:
  explicit Random(unsigned Seed) : Engine(Seed) {}
  unsigned below(unsigned End) { return Engine() % End; }

  /// The sets that satisfy a random expression of `&&` and `||`.
  Table expression(unsigned Levels, unsigned Depth) {
    Table Result(size_t(1) << Levels);
    if (Depth == 0 || below(4) == 0) {
      unsigned Level = below(Levels);
      for (LevelSet S = 0; S != Result.size(); ++S)
        Result[S] = S >> Level & 1;
      return Result;
    }
    Table L = expression(Levels, Depth - 1), R = expression(Levels, Depth - 1);
    bool IsAnd = below(2) == 0;
    for (LevelSet S = 0; S != Result.size(); ++S)
      Result[S] = IsAnd ? L[S] & R[S] : L[S] | R[S];
    return Result;
  }

  Table anything(unsigned Levels) {
    Table Result(size_t(1) << Levels);
    unsigned Kinds = 1 + below(4);
    for (unsigned &Does : Result)
      Does = below(Kinds + 1);
    return Result;
  }

private:
  std::mt19937 Engine;
};

/// The unions of the least sets that satisfy \p Does.
std::set<LevelSet> unionsOfLeast(const Table &Does) {
  std::set<LevelSet> Least, Unions;
  for (LevelSet S = 0; S != Does.size(); ++S) {
    bool IsLeast = Does[S] != 0;
    for (LevelSet Part : Least)
      IsLeast &= !isSubset(Part, S);
    for (LevelSet Part = 0; Part != S && IsLeast; ++Part)
      IsLeast = !(isSubset(Part, S) && Does[Part]);
    if (IsLeast)
      Least.insert(S);
  }
  for (LevelSet S = 0; S != Does.size(); ++S) {
    LevelSet Union = 0;
    for (LevelSet Part : Least)
      if (isSubset(Part, S))
        Union |= Part;
    if (Union)
      Unions.insert(Union);
  }
  return Unions;
}

/// What was done at which coordinate.
using Trace = std::vector<std::pair<unsigned, unsigned>>;

constexpr unsigned Columns = 12;
constexpr unsigned AtEnd = ~0u;

/// Levels with random coordinates.
struct Storage {
  std::vector<std::vector<unsigned>> Crd;

  Storage(unsigned Levels, Random &R) : Crd(Levels) {
    for (std::vector<unsigned> &Level : Crd)
      for (unsigned Odds = 1 + R.below(4), J = 0; J != Columns; ++J)
        if (R.below(Odds) == 0)
          Level.push_back(J);
  }

  /// Looks at every coordinate of every level.
  Trace expected(const Table &Does) const {
    Trace Result;
    for (unsigned J = 0; J != Columns; ++J) {
      LevelSet Has = 0;
      for (unsigned K = 0; K != Crd.size(); ++K)
        for (unsigned Own : Crd[K])
          Has |= LevelSet(Own == J) << K;
      if (Does[Has])
        Result.push_back({J, Does[Has]});
    }
    return Result;
  }

  /// Loops over the points of \p Lattice that skip nothing of other levels.
  Trace merged(const MergeLattice &Lattice, const Table &Does) const {
    Trace Result;
    std::vector<size_t> At(Crd.size());
    for (LevelSet Point : Lattice.points())
      for (unsigned J; (J = least(Point, At)) != AtEnd;) {
        LevelSet Has = 0;
        for (unsigned K = 0; K != Crd.size(); ++K)
          if (Point >> K & 1 && Crd[K][At[K]] == J) {
            Has |= LevelSet(1) << K;
            ++At[K];
          }
        for (LevelSet Case : Lattice.subPoints(Point))
          if (isSubset(Case, Has)) {
            if (Does[Case])
              Result.push_back({J, Does[Case]});
            break;
          }
      }
    return Result;
  }

private:
  /// The least coordinate ahead, AtEnd if a level of \p Point is at its end.
  unsigned least(LevelSet Point, const std::vector<size_t> &At) const {
    unsigned Least = AtEnd;
    for (unsigned K = 0; K != Crd.size(); ++K) {
      if (!(Point >> K & 1))
        continue;
      if (At[K] == Crd[K].size())
        return AtEnd;
      Least = std::min(Least, Crd[K][At[K]]);
    }
    return Least;
  }
};

} // namespace

constexpr LevelSet A = 1, B = 2, C = 4;

TEST(MergeLattice, Intersection) {
  EXPECT_EQ(pointsOf(3, [](LevelSet S) { return S == (A | B | C); }),
            (std::vector<LevelSet>{A | B | C}));
}

TEST(MergeLattice, Union) {
  EXPECT_EQ(pointsOf(2, [](LevelSet S) { return S != 0; }),
            (std::vector<LevelSet>{A | B, A, B}));
}

TEST(MergeLattice, MultiplyAdd) {
  EXPECT_EQ(
      pointsOf(3, [](LevelSet S) { return isSubset(A | B, S) || (S & C); }),
      (std::vector<LevelSet>{A | B | C, A | B, C}));
}

TEST(MergeLattice, LevelsWithoutEffectAreLeftOut) {
  EXPECT_EQ(pointsOf(2, [](LevelSet S) { return (S & A) != 0; }),
            (std::vector<LevelSet>{A}));
  EXPECT_TRUE(pointsOf(2, [](LevelSet) { return false; }).empty());
}

TEST(MergeLattice, DenseVisitsAll) {
  MergeLattice Lattice(1, [](LevelSet S) { return S ? 1 : 2; });
  EXPECT_TRUE(Lattice.visitsAll());
  EXPECT_EQ(Lattice.points().vec(), (std::vector<LevelSet>{A}));
  MergeLattice Sparse(1, [](LevelSet S) { return S ? 1 : 0; });
  EXPECT_FALSE(Sparse.visitsAll());
}

TEST(MergeLattice, PointsAreUnionsOfLeastSets) {
  Random R(1);
  for (int Round = 0; Round < 3000; ++Round) {
    Table Does = R.expression(1 + R.below(6), 4);
    std::vector<LevelSet> Points = latticeOf(Does).points().vec();
    std::set<LevelSet> Unordered(Points.begin(), Points.end());
    ASSERT_EQ(Unordered.size(), Points.size());
    ASSERT_EQ(Unordered, unionsOfLeast(Does)) << "round " << Round;
  }
}

TEST(MergeLattice, DominatingPointsComeFirst) {
  Random R(2);
  for (int Round = 0; Round < 1000; ++Round) {
    MergeLattice Lattice = latticeOf(R.anything(1 + R.below(5)));
    for (size_t I = 0; I < Lattice.points().size(); ++I)
      for (size_t K = 0; K < I; ++K) {
        LevelSet First = Lattice.points()[K], Second = Lattice.points()[I];
        ASSERT_FALSE(isSubset(First, Second));
        ASSERT_EQ(Lattice.pointIn(First | Second), First | Second);
      }
  }
}

TEST(MergeLattice, LargestPointDoesTheSame) {
  Random R(3);
  for (int Round = 0; Round < 1000; ++Round) {
    Table Does = R.anything(1 + R.below(5));
    MergeLattice Lattice = latticeOf(Does);
    for (LevelSet S = 0; S != Does.size(); ++S) {
      ASSERT_TRUE(isSubset(Lattice.pointIn(S), S));
      ASSERT_EQ(Does[Lattice.pointIn(S)], Does[S]);
    }
  }
}

TEST(MergeLattice, LoopsDoWhatIsDoneAtEachCoordinate) {
  Random R(4);
  for (int Round = 0; Round < 5000; ++Round) {
    unsigned Levels = 1 + R.below(5);
    Table Does = R.below(2) ? R.expression(Levels, 4) : R.anything(Levels);
    Does[0] = 0;
    Storage S(Levels, R);
    ASSERT_EQ(S.merged(latticeOf(Does), Does), S.expected(Does))
        << "round " << Round;
  }
}

TEST(MergeLattice, CompletePointsNeedNoLastCondition) {
  Random R(5);
  for (int Round = 0; Round < 1000; ++Round) {
    Table Does = R.anything(1 + R.below(4));
    MergeLattice Lattice = latticeOf(Does);
    for (LevelSet Point : Lattice.points()) {
      bool Always = true;
      for (LevelSet S = 1; S != Does.size(); ++S)
        Always &= !isSubset(S, Point) || Lattice.pointIn(S) != 0;
      ASSERT_EQ(Lattice.isComplete(Point), Always);
    }
  }
}
