//===- Probe.cpp - what the memory gives at this moment -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Probe.h"
#include <algorithm>

using namespace lacuna::bench;

Probe::Probe(double Bytes, int Threads) : Threads(Threads) {
  size_t Length = std::max<size_t>(512, size_t(Bytes / 3 / sizeof(double)));
  A.assign(Length, 0);
  B.assign(Length, 1);
  C.assign(3 * Length, 2);
}

double Probe::triad() {
  const long N = long(A.size());
  double *a = A.data();
  const double *b = B.data(), *c = C.data();
#pragma omp parallel for simd num_threads(Threads) schedule(static)
  for (long i = 0; i < N; ++i)
    a[i] = b[i] + 0.5 * c[i];
  return 3.0 * sizeof(double) * double(N);
}

double Probe::read() {
  const long N = long(C.size());
  const double *c = C.data();
  double Sum = 0;
#pragma omp parallel for simd num_threads(Threads) schedule(static)            \
    reduction(+ : Sum)
  for (long i = 0; i < N; ++i)
    Sum += c[i];
  Sink += Sum; // keeps the loop alive
  return sizeof(double) * double(N);
}
