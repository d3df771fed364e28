//===- Statistics.h - medians, spreads and intervals -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_STATISTICS_H
#define LACUNA_BENCH_HARNESS_STATISTICS_H

#include <vector>

namespace lacuna::bench {

/// The \p Q quantile of \p Values, interpolated; Values is not empty.
double quantile(std::vector<double> Values, double Q);

struct Summary {
  double Median, LowerQuartile, UpperQuartile;
  /// 95 % bootstrap interval of the median.
  double Low, High;
};

Summary summarize(const std::vector<double> &Values);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_STATISTICS_H
