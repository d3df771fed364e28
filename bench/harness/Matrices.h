//===- Matrices.h - operands by name -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_MATRICES_H
#define LACUNA_BENCH_HARNESS_MATRICES_H

#include "Options.h"
#include "matrix/Csr.h"

namespace lacuna::bench {

/// The order of \p Matrix, which is a generator's specification, a name in the
/// data folder or a file; 0 if it cannot be told.
int orderOf(const std::string &Matrix, const Options &O);

/// Makes or reads it. Returns an empty string or what went wrong.
std::string load(const std::string &Matrix, const Options &O, Csr &A);

/// \p Count elements that are neither zero nor of one size, so that nothing
/// cancels.
std::vector<double> operandValues(size_t Count);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_MATRICES_H
