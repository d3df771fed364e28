//===- Check.cpp - do two variants agree -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace lacuna::bench;

Reference::Reference(const Problem &P)
    : Expected(P.Y, P.Y + size_t(P.A.Rows) * size_t(P.Width)),
      Bound(Expected.size(), 0) {
  const double U = std::numeric_limits<double>::epsilon() / 2;
  for (int Row = 0; Row < P.A.Rows; ++Row) {
    double *RowBound = &Bound[size_t(Row) * size_t(P.Width)];
    int Begin = P.A.Pos[size_t(Row)], End = P.A.Pos[size_t(Row) + 1];
    double N = End - Begin + 1, Factor = 2 * N * U / (1 - N * U);
    for (int At = Begin; At < End; ++At) {
      const double *X = P.X + size_t(P.A.Crd[size_t(At)]) * size_t(P.Width);
      for (int K = 0; K < P.Width; ++K)
        RowBound[K] += Factor * std::fabs(P.A.Val[size_t(At)] * X[K]);
    }
  }
}

double Reference::error(const double *Y) const {
  double Worst = 0;
  for (size_t I = 0; I < Expected.size(); ++I) {
    if (Y[I] == Expected[I])
      continue;
    double Error = std::fabs(Y[I] - Expected[I]) / Bound[I];
    if (!(Error <= 1))
      return std::numeric_limits<double>::infinity();
    Worst = std::max(Worst, Error);
  }
  return Worst;
}
