//===- Csr.h - a sparse matrix in compressed rows -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EXAMPLES_SPMV_CSR_H
#define LACUNA_EXAMPLES_SPMV_CSR_H

#include <string>
#include <vector>

/// Row i holds val[p] at column crd[p] for p in [pos[i], pos[i + 1]).
struct Csr {
  int Rows = 0, Cols = 0;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

/// Reads the Matrix Market file \p Path, symmetric halves completed, the
/// entries of a pattern set to 1. Returns an empty string or what went wrong.
std::string readMatrixMarket(const char *Path, Csr &A);

#endif // LACUNA_EXAMPLES_SPMV_CSR_H
