//===- spmv.cpp - y = A x, in four ways ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same loop four times. Only the pragmas differ.
//
//===----------------------------------------------------------------------===//

#include "spmv.h"

void spmvPlain(const Csr &A, const Vector &x, Vector &y) {
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmvOpenMP(const Csr &A, const Vector &x, Vector &y) {
#pragma omp parallel for
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmvRows(const Csr &A, const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

void spmvRowsVector(const Csr &A, const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(4))
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}
