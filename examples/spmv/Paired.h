//===- Paired.h - interleaved timing of alternatives ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EXAMPLES_SPMV_PAIRED_H
#define LACUNA_EXAMPLES_SPMV_PAIRED_H

#include <algorithm>
#include <chrono>
#include <vector>

/// The value below which the fraction \p Q of \p Values lies.
inline double quantile(std::vector<double> Values, double Q) {
  std::sort(Values.begin(), Values.end());
  return Values[size_t(Q * double(Values.size() - 1) + 0.5)];
}

/// Times alternatives in turn, round by round, so that a change of the
/// machine's speed meets all of them; ratios are taken within a round.
class PairedTiming {
public:
  /// Calls Run(I) for I in [0, Alternatives) for about \p Budget seconds.
  template <class Fn>
  PairedTiming(size_t Alternatives, double Budget, Fn Run)
      : Seconds(Alternatives) {
    const double RoundTarget = 2e-3;
    const size_t MinRounds = 11;
    double Slowest = 1e-9;
    for (size_t I = 0; I < Alternatives; ++I)
      time(I, 2, Run); // warm up
    for (size_t I = 0; I < Alternatives; ++I)
      Slowest = std::max(Slowest, time(I, 3, Run));
    int Repeats = std::clamp(int(RoundTarget / Slowest), 1, 1000);
    auto Start = Clock::now();
    for (size_t Round = 0; Round < MinRounds || since(Start) < Budget; ++Round)
      for (size_t N = 0; N < Alternatives; ++N) {
        size_t I = (Round + N) % Alternatives;
        Seconds[I].push_back(time(I, Repeats, Run));
      }
  }

  size_t rounds() const { return Seconds[0].size(); }
  double median(size_t I) const { return quantile(Seconds[I], 0.5); }

  /// How much faster \p I was than \p Base, in each round.
  std::vector<double> speedups(size_t I, size_t Base) const {
    std::vector<double> Ratios;
    for (size_t R = 0; R < rounds(); ++R)
      Ratios.push_back(Seconds[Base][R] / Seconds[I][R]);
    return Ratios;
  }

private:
  using Clock = std::chrono::steady_clock;

  static double since(Clock::time_point Start) {
    return std::chrono::duration<double>(Clock::now() - Start).count();
  }

  template <class Fn> static double time(size_t I, int Repeats, Fn Run) {
    auto Start = Clock::now();
    for (int R = 0; R < Repeats; ++R)
      Run(I);
    return since(Start) / Repeats;
  }

  std::vector<std::vector<double>> Seconds;
};

#endif // LACUNA_EXAMPLES_SPMV_PAIRED_H
