//===- Statistics.cpp - medians, spreads and intervals -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include <algorithm>
#include <cstddef>
#include <random>

using namespace lacuna::bench;

double lacuna::bench::quantile(std::vector<double> Values, double Q) {
  double At = Q * double(Values.size() - 1);
  auto Below = Values.begin() + std::ptrdiff_t(At);
  std::nth_element(Values.begin(), Below, Values.end());
  double Low = *Below;
  if (Below + 1 == Values.end())
    return Low;
  double High = *std::min_element(Below + 1, Values.end());
  return Low + (At - double(std::ptrdiff_t(At))) * (High - Low);
}

Summary lacuna::bench::summarize(const std::vector<double> &Values) {
  const int Resamples = 2000;
  std::mt19937 Random(1);
  std::vector<double> Medians, Sample(Values.size());
  for (int S = 0; S < Resamples; ++S) {
    for (double &V : Sample)
      V = Values[Random() % Values.size()];
    Medians.push_back(quantile(Sample, 0.5));
  }
  return {quantile(Values, 0.5), quantile(Values, 0.25), quantile(Values, 0.75),
          quantile(Medians, 0.025), quantile(Medians, 0.975)};
}
