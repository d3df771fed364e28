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

/// One output row for each row, or for each fibre.
static void boundRows(const Problem &P, std::vector<double> &Bound) {
  const int Last = P.A.order() - 1;
  const bool PerRow = P.K.What != Form::LastMode;
  const int First = P.K.What == Form::Mttkrp ? 1 : Last;
  forEachEntry(P.A, [&](const int *Coordinates, const int *Positions) {
    int Row = Coordinates[0];
    size_t Terms = P.A.entriesBefore(Row + 1) - P.A.entriesBefore(Row);
    double Factor = reordered(int(Terms) + Last);
    size_t Output = size_t(PerRow ? Row : Positions[Last - 1]);
    for (int K = 0; K < P.Width; ++K) {
      double Term = P.A.Val[size_t(Positions[Last])];
      for (int L = First; L <= Last; ++L)
        Term *=
            P.factor(L)[size_t(Coordinates[L]) * size_t(P.Width) + size_t(K)];
      Bound[Output * size_t(P.Width) + size_t(K)] += Factor * std::fabs(Term);
    }
  });
}

static void boundColumns(const Problem &P, std::vector<double> &Bound) {
  std::vector<int> Terms(Bound.size());
  for (int Column : P.A.Crd)
    ++Terms[size_t(Column)];
  for (int Row = 0; Row < P.A.Rows; ++Row)
    for (int At = P.A.Pos[size_t(Row)]; At < P.A.Pos[size_t(Row) + 1]; ++At) {
      size_t Column = size_t(P.A.Crd[size_t(At)]);
      Bound[Column] += reordered(Terms[Column] + 1) *
                       std::fabs(P.A.Val[size_t(At)] * P.X[Row]);
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
  else if (P.K.What == Form::Transposed)
    boundColumns(P, Bound);
  else
    boundRows(P, Bound);
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
