//===- Csr.h - a sparse matrix in compressed rows -*- C++ -*-===//
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

/// Row i holds val[p] at column crd[p] for p in [pos[i], pos[i + 1]); columns
/// ascend within a row.
struct Csr {
  int Rows = 0, Cols = 0;
  std::vector<int> Pos{0};
  std::vector<int> Crd;
  std::vector<double> Val;

  size_t entries() const { return Crd.size(); }
};

/// An entry on its way into a matrix.
struct Triplet {
  int Row, Col;
  double Value;
};

/// Entries in any order, those of one place added up.
Csr fromTriplets(int Rows, int Cols, const std::vector<Triplet> &Entries);

/// Number of columns that some entry is in: what of x a product must read.
size_t usedColumns(const Csr &A);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_CSR_H
