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
    size_t Entries = A.entriesBefore(End) - A.entriesBefore(Row);
    Most = std::max(Most, double(Entries) + RowWork * (End - Row));
    Row = End;
  }
  return Most * Threads / Total;
}

double lacuna::bench::storedBytes(const Csr &A) {
  double Indices = 0;
  for (int L = 1; L < A.order(); ++L)
    Indices += double(A.pos(L).size() + A.crd(L).size());
  return sizeof(int) * Indices + sizeof(double) * double(A.entries());
}
