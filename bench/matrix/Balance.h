//===- Balance.h - how a matrix loads threads and memory -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_BALANCE_H
#define LACUNA_BENCH_MATRIX_BALANCE_H

#include "Csr.h"

namespace lacuna::bench {

/// The largest over the mean work of a thread when rows are dealt out in
/// contiguous blocks of near-equal row counts, as OpenMP's static schedule
/// does. The work of a row is the number of its entries and \p RowWork more.
/// No schedule gains more than this factor over `omp parallel for`.
double staticImbalance(const Csr &A, int Threads, double RowWork);

/// Bytes of pos, crd and val.
double storedBytes(const Csr &A);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_BALANCE_H
