//===- Problem.cpp - matrices whose rows follow from their numbers --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Problem.h"
#include <algorithm>
#include <utility>

/// What a diagonal element is larger by than the others of its row together.
/// By Gershgorin's theorem no eigenvalue is smaller.
static const double Dominance = 0.1;

static std::uint64_t mixed(std::uint64_t Bits) {
  Bits = (Bits ^ (Bits >> 31)) * 0x9e3779b97f4a7c15;
  Bits = (Bits ^ (Bits >> 29)) * 0xd1342543de82ef95;
  return Bits ^ (Bits >> 32);
}

/// A number from [0, 1) for the coupling of \p i and \p j, the same for that of
/// \p j and \p i.
static double drawn(std::uint64_t Seed, int i, int j) {
  auto [Low, High] = std::minmax(i, j);
  std::uint64_t Pair = std::uint64_t(Low) << 32 | std::uint64_t(High);
  return double(mixed(mixed(Pair) + Seed) >> 11) * 0x1p-53;
}

/// The point that \p i is coupled to beside its neighbours, whose own one is \p
/// i; \p i if there is none.
static int farPoint(const Problem &P, int i) {
  int Bits = 1;
  while (Bits <= P.Rows / 2)
    Bits *= 2;
  int Far = i ^ int(mixed(P.Seed) & std::uint64_t(Bits - 1));
  return Far < P.Rows ? Far : i;
}

static std::vector<std::pair<int, double>> couplings(const Problem &P, int i) {
  const int n = P.Side;
  const int X = i % n, Y = i / n % n, Z = i / n / n;
  const int Far = P.Kind == Problem::Irregular ? farPoint(P, i) : i;
  std::vector<std::pair<int, double>> Found;
  for (int z = std::max(Z - 1, 0); z <= std::min(Z + 1, n - 1); ++z)
    for (int y = std::max(Y - 1, 0); y <= std::min(Y + 1, n - 1); ++y)
      for (int x = std::max(X - 1, 0); x <= std::min(X + 1, n - 1); ++x) {
        int j = (z * n + y) * n + x;
        if (j == i || j == Far)
          continue;
        if (P.Kind == Problem::Grid)
          Found.push_back({j, -1});
        else if (double Draw = drawn(P.Seed, i, j); Draw >= 0.5)
          Found.push_back({j, -Draw});
      }
  if (Far != i)
    Found.push_back({Far, -0.25});
  return Found;
}

Csr Problem::rows(int First, int Last) const {
  Csr A;
  A.Rows = Last - First;
  A.Cols = Rows;
  A.pos.push_back(0);
  for (int i = First; i < Last; ++i) {
    if (Kind == File) {
      A.crd.insert(A.crd.end(), Whole.crd.begin() + Whole.pos[i],
                   Whole.crd.begin() + Whole.pos[i + 1]);
      A.val.insert(A.val.end(), Whole.val.begin() + Whole.pos[i],
                   Whole.val.begin() + Whole.pos[i + 1]);
    } else {
      std::vector<std::pair<int, double>> Row = couplings(*this, i);
      double Diagonal = Dominance;
      for (auto [j, Value] : Row)
        Diagonal -= Value;
      Row.push_back({i, Diagonal});
      std::sort(Row.begin(), Row.end());
      for (auto [j, Value] : Row) {
        A.crd.push_back(j);
        A.val.push_back(Value);
      }
    }
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

static Problem cube(int Side) {
  Problem P;
  P.Rows = Side * Side * Side;
  P.Side = Side;
  P.Smallest = Dominance;
  return P;
}

Problem gridProblem(int Side) {
  Problem P = cube(Side);
  P.Kind = Problem::Grid;
  return P;
}

Problem irregularProblem(int Side, std::uint64_t Seed) {
  Problem P = cube(Side);
  P.Kind = Problem::Irregular;
  P.Seed = Seed;
  return P;
}
