//===- Measure.cpp - paired, interleaved measurement -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "Check.h"
#include "Matrices.h"
#include "Probe.h"
#include <algorithm>
#include <chrono>
#include <numeric>
#include <omp.h>
#include <random>
#include <sys/resource.h>

using namespace lacuna::bench;

namespace {
double secondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
      .count();
}

const size_t MinRounds = 11;

/// How often other processes took a processor away from this one.
long preemptions() {
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  return Usage.ru_nivcsw;
}

/// What one contender took in each round.
struct Series {
  std::vector<double> Seconds = {};
  std::vector<bool> Disturbed = {};

  double disturbedShare() const {
    auto Count = std::count(Disturbed.begin(), Disturbed.end(), true);
    return double(Count) / double(Disturbed.size());
  }
};

/// Something that takes part in the rounds.
struct Contender {
  Product Run;
  int Repeats = 1;
  bool WarmUp = true;
  Series Times = {};

  double timeOnce(int Times) const {
    auto Start = std::chrono::steady_clock::now();
    for (int R = 0; R < Times; ++R)
      Run();
    return secondsSince(Start) / Times;
  }

  /// Short runs are repeated, and start with the caches as they leave them.
  void calibrate() {
    const double Target = 1e-3;
    double Once = std::min(timeOnce(1), timeOnce(1));
    Repeats = int(std::clamp(Target / Once, 1.0, 1000.0));
    WarmUp = Once < 2 * Target;
  }

  void round() {
    if (WarmUp)
      Run();
    long Before = preemptions();
    Times.Seconds.push_back(timeOnce(Repeats));
    Times.Disturbed.push_back(preemptions() != Before);
  }
};

void runRounds(std::vector<Contender> &Contenders, double Seconds) {
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
  double *End = P.Y + P.K.outputs(P.A);
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

/// The better of two probes in each round, as seconds per byte.
Series secondsPerByte(const Series &Triad, double TriadBytes,
                      const Series &Read, double ReadBytes) {
  Series Best;
  for (size_t R = 0; R < Triad.Seconds.size(); ++R) {
    Best.Seconds.push_back(
        std::min(Triad.Seconds[R] / TriadBytes, Read.Seconds[R] / ReadBytes));
    Best.Disturbed.push_back(Triad.Disturbed[R] || Read.Disturbed[R]);
  }
  return Best;
}

/// Factor * Base / Other for each round in which neither was disturbed, if
/// there are enough of them.
Summary speedup(const Series &Base, const Series &Other, double Factor = 1) {
  std::vector<double> All, Quiet;
  for (size_t R = 0; R < Base.Seconds.size(); ++R) {
    All.push_back(Factor * Base.Seconds[R] / Other.Seconds[R]);
    if (!Base.Disturbed[R] && !Other.Disturbed[R])
      Quiet.push_back(All.back());
  }
  return summarize(Quiet.size() >= MinRounds ? Quiet : All);
}
} // namespace

/// Where the variant called \p Name stands in \p Ways.
static std::optional<size_t> find(const std::vector<const Variant *> &Ways,
                                  const std::string &Name) {
  for (size_t I = 0; I < Ways.size(); ++I)
    if (Ways[I]->Name == Name)
      return I;
  return std::nullopt;
}

/// How the loop of a variant is spelled, where there are several spellings:
/// ".cleared" of "auto.cleared".
static std::string spellingOf(const Variant &V) {
  size_t Dot = V.Name.find('.');
  return Dot == std::string::npos ? "" : V.Name.substr(Dot);
}

/// The variant \p Name of the spelling of \p Ways[I]; number \p Otherwise if
/// there is none.
static size_t sameSpelling(const std::vector<const Variant *> &Ways, size_t I,
                           const std::string &Name, size_t Otherwise) {
  return find(Ways, Name + spellingOf(*Ways[I])).value_or(Otherwise);
}

/// The written schedules of the loop of \p Ways[Chosen], or, where there are
/// several spellings, all variants of all of them, if that is one that a bare
/// pragma chooses for; nothing for other variants.
static std::vector<size_t> rivalsOf(const std::vector<const Variant *> &Ways,
                                    size_t Chosen) {
  auto LoopOf = [](const std::string &Name) {
    return Name.ends_with("-const") ? "-const" : "";
  };
  const std::string Loop = LoopOf(Ways[Chosen]->Name);
  std::vector<size_t> Rivals;
  if (std::string Spelling = spellingOf(*Ways[Chosen]); !Spelling.empty()) {
    if (Ways[Chosen]->Name == "auto" + Spelling)
      for (size_t I = 0; I < Ways.size(); ++I)
        if (I != Chosen)
          Rivals.push_back(I);
    return Rivals;
  }
  if (Ways[Chosen]->Name != "auto" + Loop)
    return Rivals;
  for (size_t I = 0; I < Ways.size(); ++I)
    if (I != Chosen && Ways[I]->Text.starts_with("sparse") &&
        LoopOf(Ways[I]->Name) == Loop && !Ways[I]->Name.ends_with("-unchecked"))
      Rivals.push_back(I);
  return Rivals;
}

/// The time of the best rival over that of \p Chosen in each round. The best
/// of the even rounds stands for it in the odd ones, and the other way round.
static Summary overBest(const std::vector<Contender> &Contenders, size_t Chosen,
                        const std::vector<size_t> &Rivals) {
  const std::vector<double> &Own = Contenders[Chosen].Times.Seconds;
  auto Ratio = [&](size_t Rival, size_t Round) {
    return Contenders[Rival].Times.Seconds[Round] / Own[Round];
  };
  auto BestOf = [&](size_t First) {
    auto Typical = [&](size_t Rival) {
      std::vector<double> Ratios;
      for (size_t R = First; R < Own.size(); R += 2)
        Ratios.push_back(Ratio(Rival, R));
      return quantile(Ratios, 0.5);
    };
    return *std::min_element(
        Rivals.begin(), Rivals.end(),
        [&](size_t A, size_t B) { return Typical(A) < Typical(B); });
  };
  const size_t Best[] = {BestOf(1), BestOf(0)};
  std::vector<double> Ratios;
  for (size_t R = 0; R < Own.size(); ++R)
    Ratios.push_back(Ratio(Best[R % 2], R));
  return summarize(Ratios);
}

Measurement lacuna::bench::measure(const Kernel &K,
                                   const std::vector<const Variant *> &Ways,
                                   const Csr &A, int Threads, double Seconds) {
  omp_set_num_threads(Threads);
  std::vector<double> X = operandValues(K.inputs(A));
  std::vector<double> Y(K.outputs(A));
  Problem P{K, A, K.Width, X.data(), Y.data(), Threads};

  std::vector<Contender> Contenders;
  for (const Variant *W : Ways)
    Contenders.push_back({W->Prepare(P)});
  std::vector<bool> Agree = checkAll(Contenders, P);

  Probe Bandwidth(K.bytes(A), Threads);
  double TriadBytes = Bandwidth.triad(), ReadBytes = Bandwidth.read();
  Contenders.push_back({[&] { Bandwidth.triad(); }});
  Contenders.push_back({[&] { Bandwidth.read(); }});
  runRounds(Contenders, Seconds);

  Series Memory = secondsPerByte(Contenders[Ways.size()].Times, TriadBytes,
                                 Contenders.back().Times, ReadBytes);
  Measurement M{Memory.Seconds.size(), 1 / quantile(Memory.Seconds, 0.5), {}};
  for (size_t I = 0; I < Ways.size(); ++I) {
    const Series &S = Contenders[I].Times;
    std::optional<Summary> OverUnchecked;
    if (auto Unchecked = find(Ways, Ways[I]->Name + "-unchecked"))
      OverUnchecked = speedup(Contenders[*Unchecked].Times, S);
    std::optional<Summary> OverBest;
    if (std::vector<size_t> Rivals = rivalsOf(Ways, I); !Rivals.empty())
      OverBest = overBest(Contenders, I, Rivals);
    const size_t Naive = sameSpelling(Ways, I, "naive", 0),
                 Omp = sameSpelling(Ways, I, "omp", 1);
    M.Outcomes.push_back({Ways[I], Agree[I], quantile(S.Seconds, 0.5),
                          speedup(Contenders[Naive].Times, S),
                          speedup(Contenders[Omp].Times, S), OverUnchecked,
                          OverBest, speedup(Memory, S, K.bytes(A)),
                          S.disturbedShare()});
  }
  return M;
}
