//===- main.cpp - runs what was asked for, through Google Benchmark -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One Google Benchmark per kernel, matrix, thread count and variant. The first
// of a group measures the whole group, since ratios can be trusted only where
// both sides ran in turn; each then reports its own share.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "Measure.h"
#include "matrix/Balance.h"
#include <benchmark/benchmark.h>
#include <cstdio>

using namespace lacuna::bench;

namespace {
/// The order of what \p Matrix names; 2 also for what cannot be read.
/// What was measured last, and on which matrix.
class Session {
public:
  explicit Session(const Options &O) : O(O) {}

  /// Null if the matrix cannot be had; the reason is in error().
  const Measurement *measurementOf(const Kernel &K, const std::string &Matrix,
                                   int Threads) {
    if (!hold(Matrix))
      return nullptr;
    std::string Key = std::string(K.Name) + "/" + std::to_string(Threads);
    if (Key != Measured) {
      Last = measure(K, variants(K), A, Threads, O.Seconds);
      Measured = Key;
    }
    return &Last;
  }

  std::vector<const Variant *> variants(const Kernel &K) const {
    std::vector<const Variant *> Found = variantsOf(K.Name);
    std::erase_if(Found,
                  [&](const Variant *V) { return !O.takesPart(V->Name); });
    return Found;
  }

  const Csr &matrix() const { return A; }
  const std::string &error() const { return Error; }
  bool failed() const { return Failed; }
  void fail() { Failed = true; }

private:
  bool hold(const std::string &Matrix) {
    if (Matrix != Loaded) {
      Error = load(Matrix, O, A);
      Loaded = Matrix;
      Measured.clear();
    }
    Failed |= !Error.empty();
    return Error.empty();
  }

  const Options &O;
  std::string Loaded, Measured, Error;
  Csr A;
  Measurement Last;
  bool Failed = false;
};

void setSummary(benchmark::State &State, const std::string &Name,
                const Summary &S) {
  State.counters[Name] = S.Median;
  State.counters[Name + "_q1"] = S.LowerQuartile;
  State.counters[Name + "_q3"] = S.UpperQuartile;
  State.counters[Name + "_low"] = S.Low;
  State.counters[Name + "_high"] = S.High;
}

void report(benchmark::State &State, Session &S, const Kernel &K,
            const std::string &Matrix, int Threads, const Variant &V) {
  const Measurement *M = S.measurementOf(K, Matrix, Threads);
  if (!M) {
    State.SkipWithError((Matrix + ": " + S.error()).c_str());
    return;
  }
  for (const Outcome &O : M->Outcomes) {
    if (O.Way != &V)
      continue;
    if (!O.Agrees) {
      S.fail();
      State.SkipWithError("the result differs from the plain loop's");
      return;
    }
    for (auto _ : State)
      State.SetIterationTime(O.Seconds);
    State.SetLabel(V.Text);
    setSummary(State, "naive", O.OverNaive);
    setSummary(State, "omp", O.OverOmp);
    if (O.OverUnchecked)
      setSummary(State, "unchecked", *O.OverUnchecked);
    if (O.OverBest)
      setSummary(State, "best", *O.OverBest);
    setSummary(State, "roofline", O.Roofline);
    State.counters["bandwidth"] = M->Bandwidth;
    State.counters["imbalance"] =
        staticImbalance(S.matrix(), Threads, K.RowWork);
    State.counters["disturbed"] = O.Disturbed;
    State.counters["rounds"] = double(M->Rounds);
    State.counters["rows"] = S.matrix().Rows;
    State.counters["cols"] = S.matrix().Cols;
    State.counters["entries"] = double(S.matrix().entries());
  }
}

void registerAll(Session &S, const Options &O) {
  for (const std::string &Matrix : O.Matrices) {
    const int Order = orderOf(Matrix, O);
    for (int Threads : O.Threads)
      for (const Kernel &K : Kernels) {
        if (K.Order != Order || !O.takesPart(K))
          continue;
        for (const Variant *V : S.variants(K)) {
          std::string Name = std::string(K.Name) + "/" + Matrix +
                             "/threads:" + std::to_string(Threads) + "/" +
                             V->Name;
          benchmark::RegisterBenchmark(
              Name.c_str(),
              [&S, &K, Matrix, Threads, V](benchmark::State &State) {
                report(State, S, K, Matrix, Threads, *V);
              })
              ->UseManualTime()
              ->Iterations(1)
              ->Unit(benchmark::kMicrosecond);
        }
      }
  }
}
} // namespace

static void printHelp() {
  printf("lacuna-bench [OPTION...]\n%s", optionsHelp());
  benchmark::PrintDefaultHelp();
}

int main(int Argc, char **Argv) {
  benchmark::Initialize(&Argc, Argv, printHelp);
  Options O;
  if (std::string Error = parseOptions(Argc, Argv, O); !Error.empty()) {
    fprintf(stderr, "%s: %s\n%s", Argv[0], Error.c_str(), optionsHelp());
    return 2;
  }
  benchmark::AddCustomContext("compiler", __VERSION__);
  for (const auto &[Name, Version] : peers())
    benchmark::AddCustomContext(Name, Version);
  Session S(O);
  registerAll(S, O);
  benchmark::RunSpecifiedBenchmarks();
  return S.failed();
}
