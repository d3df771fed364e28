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

/// How far apart two sums of \p Terms terms may be, as a share of the sum of
/// their terms' absolute values.
static double reordered(int Terms) {
  const double U = std::numeric_limits<double>::epsilon() / 2;
  double N = Terms + 1;
  return 2 * N * U / (1 - N * U);
}

static void boundProduct(const Problem &P, std::vector<double> &Bound) {
  for (int Row = 0; Row < P.A.Rows; ++Row) {
    double *RowBound = &Bound[size_t(Row) * size_t(P.Width)];
    int Begin = P.A.Pos[size_t(Row)], End = P.A.Pos[size_t(Row) + 1];
    double Factor = reordered(End - Begin);
    for (int At = Begin; At < End; ++At) {
      const double *X = P.X + size_t(P.A.Crd[size_t(At)]) * size_t(P.Width);
      for (int K = 0; K < P.Width; ++K)
        RowBound[K] += Factor * std::fabs(P.A.Val[size_t(At)] * X[K]);
    }
  }
}

static void boundSampled(const Problem &P, std::vector<double> &Bound) {
  const double *C = P.X + size_t(P.A.Cols) * size_t(P.Width);
  double Factor = reordered(P.Width);
  for (int Row = 0; Row < P.A.Rows; ++Row, C += P.Width)
    for (int At = P.A.Pos[size_t(Row)]; At < P.A.Pos[size_t(Row) + 1]; ++At) {
      const double *D = P.X + size_t(P.A.Crd[size_t(At)]) * size_t(P.Width);
      double Terms = 0;
      for (int K = 0; K < P.Width; ++K)
        Terms += std::fabs(C[K] * D[K]);
      Bound[size_t(At)] = Factor * Terms * std::fabs(P.A.Val[size_t(At)]);
    }
}

Reference::Reference(const Problem &P)
    : Expected(P.Y, P.Y + P.K.outputs(P.A)), Bound(Expected.size(), 0) {
  if (P.K.What == Form::Sampled)
    boundSampled(P, Bound);
  else
    boundProduct(P, Bound);
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
