//===- MatrixMarket.h - reads Matrix Market files -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_MATRIXMARKET_H
#define LACUNA_BENCH_MATRIX_MATRIXMARKET_H

#include "Csr.h"

namespace lacuna::bench {

/// Reads `*.mtx` or `*.mtx.xz`: real, integer or pattern (entries 1), stored
/// halves completed. Returns an empty string or what went wrong.
std::string readMatrixMarket(const std::string &Path, Csr &A);

/// The same from a file's text.
std::string parseMatrixMarket(const std::string &Text, Csr &A);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_MATRIXMARKET_H
