//===- Balance.cpp - how a matrix loads threads and memory -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Balance.h"
#include <algorithm>

using namespace lacuna::bench;

double lacuna::bench::staticImbalance(const Csr &A, int Threads,
                                      double RowWork) {
  double Total = double(A.entries()) + RowWork * A.Rows, Most = 0;
  if (Total == 0)
    return 1;
  int Share = A.Rows / Threads, Longer = A.Rows % Threads;
  int Row = 0;
  for (int T = 0; T < Threads; ++T) {
    int End = Row + Share + (T < Longer);
    int Entries = A.Pos[size_t(End)] - A.Pos[size_t(Row)];
    Most = std::max(Most, Entries + RowWork * (End - Row));
    Row = End;
  }
  return Most * Threads / Total;
}

static double matrixBytes(const Csr &A) {
  return double(sizeof(int)) * double(A.Rows + 1) +
         double(sizeof(int) + sizeof(double)) * double(A.entries());
}

double lacuna::bench::spmvBytes(const Csr &A) {
  return matrixBytes(A) +
         double(sizeof(double)) * (double(usedColumns(A)) + A.Rows);
}

double lacuna::bench::spmmBytes(const Csr &A, int Width) {
  return matrixBytes(A) + double(sizeof(double)) * Width *
                              (double(usedColumns(A)) + 2.0 * A.Rows);
}

double lacuna::bench::sddmmBytes(const Csr &A, int Width) {
  return matrixBytes(A) +
         double(sizeof(double)) *
             (Width * (double(usedColumns(A)) + A.Rows) + double(A.entries()));
}
