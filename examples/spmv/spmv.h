//===- spmv.h - y = A x, in four ways -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EXAMPLES_SPMV_SPMV_H
#define LACUNA_EXAMPLES_SPMV_SPMV_H

#include "Csr.h"

using Vector = std::vector<double>;

void spmvPlain(const Csr &A, const Vector &x, Vector &y);
void spmvOpenMP(const Csr &A, const Vector &x, Vector &y);
void spmvRows(const Csr &A, const Vector &x, Vector &y);
void spmvRowsVector(const Csr &A, const Vector &x, Vector &y);

#endif // LACUNA_EXAMPLES_SPMV_SPMV_H
