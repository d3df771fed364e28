//===- Measure.cpp - paired, interleaved measurement -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "Check.h"
#include "Probe.h"
#include <algorithm>
#include <chrono>
#include <numeric>
#include <omp.h>
#include <random>

using namespace lacuna::bench;

namespace {
double secondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
      .count();
}

/// Something that takes part in the rounds.
struct Contender {
  Product Run;
  int Repeats = 1;
  bool WarmUp = true;
  std::vector<double> Seconds = {};

  double timeOnce(int Times) const {
    auto Start = std::chrono::steady_clock::now();
    for (int R = 0; R < Times; ++R)
      Run();
    return secondsSince(Start) / Times;
  }

  /// Short runs are repeated, and start with the caches as they leave them.
  void calibrate() {
    const double Target = 2e-3;
    double Once = std::min(timeOnce(1), timeOnce(1));
    Repeats = int(std::clamp(Target / Once, 1.0, 1000.0));
    WarmUp = Once < 2 * Target;
  }

  void round() {
    if (WarmUp)
      Run();
    Seconds.push_back(timeOnce(Repeats));
  }
};

void runRounds(std::vector<Contender> &Contenders, double Seconds) {
  const size_t MinRounds = 11;
  for (Contender &C : Contenders)
    C.calibrate();
  std::mt19937 Random(1);
  std::vector<size_t> Order(Contenders.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  auto Start = std::chrono::steady_clock::now();
  for (size_t R = 0; R < MinRounds || secondsSince(Start) < Seconds; ++R) {
    std::shuffle(Order.begin(), Order.end(), Random);
    for (size_t C : Order)
      Contenders[C].round();
  }
}

/// Runs every variant once from a cleared Y and compares with the first.
std::vector<bool> checkAll(const std::vector<Contender> &Contenders,
                           const Problem &P) {
  double *End = P.Y + size_t(P.A.Rows) * size_t(P.Width);
  std::fill(P.Y, End, 0.0);
  Contenders.front().Run();
  Reference Plain(P);
  std::vector<bool> Agree;
  for (const Contender &C : Contenders) {
    std::fill(P.Y, End, 0.0);
    C.Run();
    Agree.push_back(Plain.error(P.Y) <= 1);
  }
  return Agree;
}

/// The better of the two probes in each round, in bytes per second.
std::vector<double> bandwidths(const Contender &Triad, double TriadBytes,
                               const Contender &Read, double ReadBytes) {
  std::vector<double> Best;
  for (size_t R = 0; R < Triad.Seconds.size(); ++R)
    Best.push_back(
        std::max(TriadBytes / Triad.Seconds[R], ReadBytes / Read.Seconds[R]));
  return Best;
}

/// Elements that are neither zero nor of one size, so that nothing cancels.
std::vector<double> operandValues(size_t Count) {
  std::vector<double> Values(Count);
  for (size_t I = 0; I < Count; ++I)
    Values[I] = 1.0 / double(1 + I % 97);
  return Values;
}
} // namespace

Measurement lacuna::bench::measure(const Kernel &K, const Csr &A, int Threads,
                                   double Seconds) {
  omp_set_num_threads(Threads);
  std::vector<double> X = operandValues(size_t(A.Cols) * size_t(K.Width));
  std::vector<double> Y(size_t(A.Rows) * size_t(K.Width));
  Problem P{A, K.Width, X.data(), Y.data(), Threads};

  std::vector<const Variant *> Ways = variantsOf(K.Name);
  std::vector<Contender> Contenders;
  for (const Variant *W : Ways)
    Contenders.push_back({W->Prepare(P)});
  std::vector<bool> Agree = checkAll(Contenders, P);

  double Bytes = K.bytes(A);
  Probe Memory(Bytes, Threads);
  double TriadBytes = Memory.triad(), ReadBytes = Memory.read();
  Contenders.push_back({[&] { Memory.triad(); }});
  Contenders.push_back({[&] { Memory.read(); }});
  runRounds(Contenders, Seconds);

  const Contender &Read = Contenders.back();
  const Contender &Triad = Contenders[Ways.size()];
  std::vector<double> Bandwidth =
      bandwidths(Triad, TriadBytes, Read, ReadBytes);
  Measurement M{Read.Seconds.size(), quantile(Bandwidth, 0.5), {}};
  for (size_t I = 0; I < Ways.size(); ++I) {
    const std::vector<double> &S = Contenders[I].Seconds;
    std::vector<double> Limit;
    for (double B : Bandwidth)
      Limit.push_back(Bytes / B);
    M.Outcomes.push_back({Ways[I], Agree[I], quantile(S, 0.5),
                          summarize(ratios(Contenders[0].Seconds, S)),
                          summarize(ratios(Contenders[1].Seconds, S)),
                          summarize(ratios(Limit, S))});
  }
  return M;
}
