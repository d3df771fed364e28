//===- main.cpp - kernels on the GPU, as CSV -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// All that computes a kernel runs in rounds, twice in each in random order,
// with its operands on the device. Times are those of the second run, by the
// device's clock.
//
//===----------------------------------------------------------------------===//

#include "Contender.h"
#include "harness/Check.h"
#include "harness/Matrices.h"
#include "harness/Statistics.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

using namespace lacuna::bench;

namespace {
const size_t MinRounds = 11;

/// What one contender took in each round, or a copy of as many bytes.
using Series = std::vector<double>;

double secondsSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
      .count();
}

/// Copies within the device that move as many bytes as the kernel does.
class Copy {
public:
  Copy(double Bytes, Device &D)
      : Elements(std::max<size_t>(1, size_t(Bytes / 2 / sizeof(double)))), D(D),
        From(D.copyOf(std::vector<double>(Elements, 1).data(), Elements)),
        To(D.allocate<double>(Elements)) {}
  double run() {
    return D.seconds([&] {
      D.copy(To.address(), From.address(), Elements * sizeof(double));
    });
  }
  double bytes() const { return 2.0 * sizeof(double) * double(Elements); }

private:
  size_t Elements;
  Device &D;
  Array<double> From, To;
};

/// Computes \p P in all ways that take part, and prints a line for each.
class Comparison {
public:
  Comparison(const Problem &P, Device &D, const Options &O)
      : P(P), O(O), Memory(P.K.bytes(P.A), D) {
    addLoops(All, P);
    addCuSparse(All, P, D);
    std::erase_if(All, [&](const auto &C) { return !O.takesPart(C->Name); });
  }

  /// Whether all agree with the plain loop.
  bool check() {
    computePlain();
    Reference Plain(P);
    bool Agree = true;
    for (const auto &C : All) {
      C->clear();
      C->run();
      C->fetch();
      if (Plain.error(P.Y) <= 1)
        continue;
      fprintf(stderr, "%s, %s: the result differs from the plain loop's\n",
              P.K.Name, C->Name.c_str());
      Agree = false;
    }
    return Agree;
  }

  void measure() {
    std::vector<size_t> Order(All.size() + 1);
    std::iota(Order.begin(), Order.end(), size_t(0));
    Times.resize(Order.size());
    std::mt19937 Random(1);
    auto Start = std::chrono::steady_clock::now();
    for (size_t R = 0; R < MinRounds || secondsSince(Start) < O.Seconds; ++R) {
      std::shuffle(Order.begin(), Order.end(), Random);
      for (size_t C : Order)
        Times[C].push_back(secondRun(C));
    }
  }

  void print(const std::string &Matrix) const {
    const Series &Copies = Times.back();
    for (size_t C = 0; C < All.size(); ++C) {
      printf("%s,%s,%d,%d,%zu,%s,\"%s\",%zu,%.6g", P.K.Name, Matrix.c_str(),
             P.A.Rows, P.A.Cols, P.A.entries(), All[C]->Name.c_str(),
             All[C]->Text.c_str(), Copies.size(),
             Memory.bytes() / quantile(Copies, 0.5) / 1e9);
      printSummary(Times[C], 1e6);
      printSummary(ratios(Copies, Times[C]), P.K.bytes(P.A) / Memory.bytes());
      if (const Series *Peer = seriesOf("cusparse"))
        printSummary(ratios(*Peer, Times[C]), 1);
      else
        printf(",,,");
      printf("\n");
    }
    fflush(stdout);
  }

private:
  /// What contender \p C takes where the device's cache holds what its last run
  /// left there, not what another one did; a copy behind them.
  double secondRun(size_t C) {
    auto Run = [&] { return C < All.size() ? All[C]->run() : Memory.run(); };
    Run();
    return Run();
  }
  void computePlain() {
    std::fill_n(P.Y, P.K.outputs(P.A), 0.0);
    for (const Variant *V : variantsOf(P.K.Name))
      if (V->Name == "naive")
        V->Prepare(P)();
  }
  const Series *seriesOf(const std::string &Name) const {
    for (size_t C = 0; C < All.size(); ++C)
      if (All[C]->Name == Name)
        return &Times[C];
    return nullptr;
  }
  /// Base / Other, round by round.
  static Series ratios(const Series &Base, const Series &Other) {
    Series Ratios;
    for (size_t R = 0; R < Base.size(); ++R)
      Ratios.push_back(Base[R] / Other[R]);
    return Ratios;
  }
  static void printSummary(const Series &S, double Unit) {
    for (double Q : {0.5, 0.25, 0.75})
      printf(",%.6g", Unit * quantile(S, Q));
  }

  const Problem P;
  const Options &O;
  Copy Memory;
  Contenders All;
  std::vector<Series> Times; ///< the last one is that of copies
};

const char Header[] =
    "kernel,matrix,rows,cols,entries,variant,text,rounds,"
    "copy_gigabytes_per_second,microseconds,microseconds_q1,microseconds_q3,"
    "of_copy,of_copy_q1,of_copy_q3,"
    "over_cusparse,over_cusparse_q1,over_cusparse_q3";

/// Whether all agree.
bool runAll(const std::string &Matrix, const Csr &A, Device &D,
            const Options &O) {
  bool Agree = true;
  for (const Kernel &K : Kernels) {
    if (variantsOf(K.Name).empty() || !O.takesPart(K))
      continue;
    std::vector<double> X = operandValues(K.inputs(A)), Y(K.outputs(A));
    Comparison C({K, A, K.Width, X.data(), Y.data(), 1}, D, O);
    if (!C.check()) {
      Agree = false;
      continue;
    }
    C.measure();
    C.print(Matrix);
  }
  return Agree;
}
} // namespace

int main(int Argc, char **Argv) {
  Options O;
  if (std::string Error = parseOptions(Argc, Argv, O); !Error.empty()) {
    fprintf(stderr, "%s: %s\n%s", Argv[0], Error.c_str(), optionsHelp());
    return 2;
  }
  // No CPU version is to be taken for a kernel.
  setenv("LACUNA_GPU", "require", 1);
  std::string Why;
  std::unique_ptr<Device> D = Device::open(Why);
  if (!D) {
    fprintf(stderr, "%s: there is no GPU to measure: %s\n", Argv[0],
            Why.c_str());
    return 3;
  }
  printf("# %s\n%s\n", D->name().c_str(), Header);
  bool Good = true;
  for (const std::string &Matrix : O.Matrices) {
    Csr A;
    std::string Error = load(Matrix, O, A);
    if (Error.empty() && A.order() != 2)
      Error = "it is no matrix";
    if (!Error.empty())
      fprintf(stderr, "%s: %s\n", Matrix.c_str(), Error.c_str());
    Good &= Error.empty() && runAll(Matrix, A, *D, O);
  }
  return Good ? 0 : 1;
}
