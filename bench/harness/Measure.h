//===- Measure.h - paired, interleaved measurement -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_HARNESS_MEASURE_H
#define LACUNA_BENCH_HARNESS_MEASURE_H

#include "Registry.h"
#include "Statistics.h"
#include <optional>

namespace lacuna::bench {

/// What one variant did on one matrix.
struct Outcome {
  const Variant *Way = nullptr;
  bool Agrees = false;
  double Seconds = 0; ///< median of one product
  /// How many times faster than the plain loop and than `omp parallel for`,
  /// round by round.
  Summary OverNaive, OverOmp;
  /// The same against the variant of this name that ends in "-unchecked": what
  /// its guards leave of its speed.
  std::optional<Summary> OverUnchecked;
  /// Of the choice of a bare pragma: against the best written schedule of the
  /// same loop. Which one is best is found in one half of the rounds and
  /// compared in the other: the best of several noisy figures is too good, and
  /// what made it so does not come again in other rounds.
  std::optional<Summary> OverBest;
  /// Share of the bandwidth that a probe found in the same round.
  Summary Roofline;
  /// Share of the rounds in which another process took a processor away.
  double Disturbed = 0;
};

struct Measurement {
  size_t Rounds = 0;
  double Bandwidth = 0; ///< bytes per second, median
  std::vector<Outcome> Outcomes;
};

/// Runs \p Ways, variants of \p K that begin with `naive` and `omp`, on \p A
/// with
/// \p Threads threads. In each round every variant and a bandwidth probe run
/// once, in random order, so that whatever else the machine does meets all of
/// them; rounds go on for
/// \p Seconds, eleven at least. A ratio leaves out the rounds in which one of
/// its sides was preempted, unless fewer than eleven would remain.
Measurement measure(const Kernel &K, const std::vector<const Variant *> &Ways,
                    const Csr &A, int Threads, double Seconds);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_HARNESS_MEASURE_H
