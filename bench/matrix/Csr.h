//===- Csr.h - matrices and tensors in compressed rows -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_CSR_H
#define LACUNA_BENCH_MATRIX_CSR_H

#include <cstddef>
#include <string>
#include <vector>

namespace lacuna::bench {

/// A compressed level: the children of position p of the level above are at
/// coordinates Crd[q], ascending, for q in [Pos[p], Pos[p + 1]).
struct Level {
  int Extent = 0;
  std::vector<int> Pos{0}, Crd = {};
};

/// Row i holds val[p] at column crd[p] for p in [pos[i], pos[i + 1]); columns
/// ascend within a row. A tensor (CSF) has further levels below, and a value
/// for each position of the last one.
struct Csr {
  int Rows = 0, Cols = 0;
  std::vector<int> Pos{0};
  std::vector<int> Crd;
  std::vector<Level> Below;
  std::vector<double> Val;

  size_t entries() const { return Val.size(); }
  int order() const { return 2 + int(Below.size()); }
  /// Of the compressed levels, 1 to order() - 1.
  int extent(int L) const {
    return L == 1 ? Cols : Below[size_t(L) - 2].Extent;
  }
  const std::vector<int> &pos(int L) const {
    return L == 1 ? Pos : Below[size_t(L) - 2].Pos;
  }
  const std::vector<int> &crd(int L) const {
    return L == 1 ? Crd : Below[size_t(L) - 2].Crd;
  }
  /// Number of entries in the rows before \p Row.
  size_t entriesBefore(int Row) const;
};

/// An entry on its way into a matrix.
struct Triplet {
  int Row, Col;
  double Value;
};

/// Entries in any order, those of one place added up.
Csr fromTriplets(int Rows, int Cols, const std::vector<Triplet> &Entries);

/// Entries at the points \p Points, \p Extents.size() coordinates each, in any
/// order, those of one point added up.
Csr fromPoints(const std::vector<int> &Extents, const std::vector<int> &Points,
               const std::vector<double> &Values);

/// Number of coordinates of level \p L that some entry has: for columns, what
/// of x a product must read.
size_t usedCoordinates(const Csr &A, int L);

/// Calls `Fn(Coordinates, Positions)` for each entry in order; both arrays have
/// an element for each level, rows first. The last position is the value's.
template <typename Function> void forEachEntry(const Csr &A, Function Fn) {
  std::vector<int> Coordinates(size_t(A.order())), Positions(Coordinates);
  auto Visit = [&](auto &Self, int L, int Parent) -> void {
    if (L == A.order())
      return Fn(Coordinates.data(), Positions.data());
    for (int P = A.pos(L)[size_t(Parent)]; P < A.pos(L)[size_t(Parent) + 1];
         ++P) {
      Coordinates[size_t(L)] = A.crd(L)[size_t(P)];
      Positions[size_t(L)] = P;
      Self(Self, L + 1, P);
    }
  };
  for (int Row = 0; Row < A.Rows; ++Row) {
    Coordinates[0] = Positions[0] = Row;
    Visit(Visit, 1, Row);
  }
}

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_CSR_H
