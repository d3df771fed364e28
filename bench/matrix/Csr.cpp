//===- Csr.cpp - a sparse matrix in compressed rows -*- C++ -*-===//
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

size_t lacuna::bench::usedColumns(const Csr &A) {
  std::vector<bool> Used(size_t(A.Cols));
  for (int Col : A.Crd)
    Used[size_t(Col)] = true;
  return size_t(std::count(Used.begin(), Used.end(), true));
}
