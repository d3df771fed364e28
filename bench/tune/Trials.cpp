//===- Trials.cpp - what the first calls of a tuned loop cost -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls a tuned loop and one with a bare directive in turns, each as often as
// is asked for, and prints how many times as long all calls of the first took.
//
//===----------------------------------------------------------------------===//

#include "harness/Matrices.h"
#include "harness/Registry.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <omp.h>

using namespace lacuna::bench;

static double secondsOf(const Product &Run) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Begin = Clock::now();
  Run();
  return std::chrono::duration<double>(Clock::now() - Begin).count();
}

static const Kernel *kernelOf(const Options &O) {
  for (const Kernel &K : Kernels)
    if (O.Kernels.size() == 1 && O.takesPart(K))
      return &K;
  return nullptr;
}

static const Variant *variantOf(const Kernel &K, const std::string &Name) {
  for (const Variant *V : variantsOf(K.Name))
    if (V->Name == Name)
      return V;
  return nullptr;
}

/// The sum over \p Calls of \p Tuned over that of \p Bare.
static double excess(const Product &Tuned, const Product &Bare, int Calls) {
  double OfTuned = 0, OfBare = 0;
  for (int Call = 0; Call < Calls; ++Call) {
    OfBare += secondsOf(Bare);
    OfTuned += secondsOf(Tuned);
  }
  return OfTuned / OfBare;
}

int main(int Argc, char **Argv) {
  const int Calls = Argc > 1 ? std::atoi(Argv[1]) : 0;
  Options O;
  std::string Error = Calls > 0 ? parseOptions(Argc - 1, Argv + 1, O)
                                : "how many calls is missing";
  const Kernel *K = kernelOf(O);
  Csr A;
  if (Error.empty() && !K)
    Error = "one of --kernels is missing";
  if (Error.empty())
    Error = load(O.Matrices.front(), O, A);
  if (!Error.empty()) {
    std::fprintf(stderr, "%s: %s\n%s", Argv[0], Error.c_str(), optionsHelp());
    return 2;
  }
  omp_set_num_threads(O.Threads.front());
  const std::vector<double> X = operandValues(K->inputs(A));
  std::vector<double> Y(K->outputs(A));
  const Problem P{*K, A, K->Width, X.data(), Y.data(), O.Threads.front()};
  const Product Tuned = variantOf(*K, "auto")->Prepare(P),
                Bare = variantOf(*K, "bare")->Prepare(P);
  // Processes run for longer than their threads need to find their processors:
  // another copy of the loop does, first.
  const Product Other = variantOf(*K, "candidate0")->Prepare(P);
  for (double Before = 0; Before < 0.05;)
    Before += secondsOf(Other);
  std::printf("%.4f\n", excess(Tuned, Bare, Calls));
}
