//===- Csr.cpp - matrices and tensors in compressed rows -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Csr.h"
#include <algorithm>
#include <numeric>

using namespace lacuna::bench;

namespace {
/// Stable counting sort of the entries \p Order by `Key(entry)` in [0, Keys).
template <typename KeyOf>
std::vector<size_t> sortedBy(const std::vector<size_t> &Order, int Keys,
                             KeyOf Key) {
  std::vector<size_t> Next(size_t(Keys) + 1, 0);
  for (size_t E : Order)
    ++Next[size_t(Key(E)) + 1];
  std::partial_sum(Next.begin(), Next.end(), Next.begin());
  std::vector<size_t> Sorted(Order.size());
  for (size_t E : Order)
    Sorted[Next[size_t(Key(E))]++] = E;
  return Sorted;
}
} // namespace

Csr lacuna::bench::fromTriplets(int Rows, int Cols,
                                const std::vector<Triplet> &Entries) {
  std::vector<size_t> Order(Entries.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  Order = sortedBy(Order, Cols, [&](size_t E) { return Entries[E].Col; });
  Order = sortedBy(Order, Rows, [&](size_t E) { return Entries[E].Row; });

  Csr A;
  A.Rows = Rows;
  A.Cols = Cols;
  A.Pos.assign(size_t(Rows) + 1, 0);
  const Triplet *Last = nullptr;
  for (size_t E : Order) {
    const Triplet &T = Entries[E];
    if (Last && Last->Row == T.Row && Last->Col == T.Col) {
      A.Val.back() += T.Value;
      continue;
    }
    A.Crd.push_back(T.Col);
    A.Val.push_back(T.Value);
    ++A.Pos[size_t(T.Row) + 1];
    Last = &T;
  }
  std::partial_sum(A.Pos.begin(), A.Pos.end(), A.Pos.begin());
  return A;
}

Csr lacuna::bench::fromPoints(const std::vector<int> &Extents,
                              const std::vector<int> &Points,
                              const std::vector<double> &Values) {
  const size_t Order = Extents.size();
  std::vector<size_t> Sorted(Values.size());
  std::iota(Sorted.begin(), Sorted.end(), size_t(0));
  for (size_t L = Order; L-- > 0;)
    Sorted = sortedBy(Sorted, Extents[L],
                      [&](size_t E) { return Points[E * Order + L]; });

  Csr A;
  A.Rows = Extents[0];
  A.Cols = Extents[1];
  A.Pos.assign(size_t(A.Rows) + 1, 0);
  A.Below.resize(Order - 2);
  for (size_t L = 2; L < Order; ++L)
    A.Below[L - 2].Extent = Extents[L];
  const int *Last = nullptr;
  for (size_t E : Sorted) {
    const int *Point = &Points[E * Order];
    size_t L = 0;
    while (Last && L < Order && Last[L] == Point[L])
      ++L;
    if (L == Order) {
      A.Val.back() += Values[E];
      continue;
    }
    // All levels from the first that differs get a position.
    for (L = std::max<size_t>(L, 1); L < Order; ++L) {
      std::vector<int> &Crd = L == 1 ? A.Crd : A.Below[L - 2].Crd;
      Crd.push_back(Point[L]);
      if (L == 1)
        ++A.Pos[size_t(Point[0]) + 1];
      if (L > 1)
        A.Below[L - 2].Pos.back() = int(Crd.size());
      if (L + 1 < Order) {
        Level &Next = A.Below[L - 1];
        Next.Pos.push_back(int(Next.Crd.size()));
      }
    }
    A.Val.push_back(Values[E]);
    Last = Point;
  }
  std::partial_sum(A.Pos.begin(), A.Pos.end(), A.Pos.begin());
  return A;
}

size_t Csr::entriesBefore(int Row) const {
  int At = Row;
  for (int L = 1; L < order(); ++L)
    At = pos(L)[size_t(At)];
  return size_t(At);
}

size_t lacuna::bench::usedCoordinates(const Csr &A, int L) {
  std::vector<bool> Used(size_t(A.extent(L)));
  for (int C : A.crd(L))
    Used[size_t(C)] = true;
  return size_t(std::count(Used.begin(), Used.end(), true));
}
