//===- Tns.h - reads tensors in FROSTT's text format -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_TNS_H
#define LACUNA_BENCH_MATRIX_TNS_H

#include "Csr.h"

namespace lacuna::bench {

/// Reads `*.tns` or `*.tns.xz`: after lines that begin with `#`, one line for
/// each entry with its coordinates, counted from 1, and its value. Modes are
/// stored in the order of the file. Returns an empty string or what went wrong.
std::string readTns(const std::string &Path, Csr &A);

/// The order of the tensor in such a file; 0 if it cannot be told.
int orderOfTns(const std::string &Path);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_TNS_H
