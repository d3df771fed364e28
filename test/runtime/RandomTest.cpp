//===- RandomTest.cpp - random programs mean the same ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <gtest/gtest.h>
#include <random>

using namespace lacuna::test;

namespace {

/// Part of the array.
struct Part {
  std::size_t Begin, End;
  bool overlaps(Part P) const { return Begin < P.End && P.Begin < End; }
};

/// Loops, data directives and accesses of the host's in random order, beside
/// the same without any GPU. Calls of the driver's fail now and then, but not
/// those that restore what a failed loop has changed.
class Program {
public:
  Program(unsigned Seed) : Random(Seed), Actual(Size), Expected(Size) {
    Loops[0].Module.flags = Loops[1].Module.flags = 0;
  }

  void run() {
    for (int Step = 0; Step < 400; ++Step) {
      if (one(6))
        failNext();
      switch (Random() % 5) {
      case 0:
        enterOrLeave();
        break;
      case 1:
        useOnHost();
        break;
      default:
        useInLoop();
      }
    }
    while (!Uses.empty())
      leaveOne();
    CHECK(Actual == Expected);
    CHECK(OnGpu > 5);
    CHECK(OnCpu > 5);
  }

private:
  static constexpr std::size_t Size = 24;

  bool one(unsigned InSo) { return Random() % InSo == 0; }

  Part part() {
    std::size_t A = Random() % (Size + 1), B = Random() % (Size + 1);
    return {std::min(A, B), std::max(A, B)};
  }

  static std::size_t bytes(Part P) { return (P.End - P.Begin) * 8; }

  void failNext() {
    static constexpr struct {
      const char *Call;
      int Code;
    } Faults[] = {{"cuMemAllocFromPoolAsync", 2}, {"cuLaunchKernel", 701},
                  {"cuMemcpyHtoDAsync_v2", 2},    {"cuModuleGetFunction", 500},
                  {"cuStreamCreate", 2},          {"cuMemsetD8Async", 2}};
    const auto &F = Faults[Random() % std::size(Faults)];
    fakeCudaFail(F.Call, 1 + Random() % 4, F.Code);
  }

  void enterOrLeave() {
    if (Uses.size() > 3 || (one(2) && !Uses.empty()))
      leaveOne();
    else
      enterOne();
  }

  void enterOne() {
    Part P = part();
    unsigned Flags = one(2) ? LACUNA_IN : 0;
    if (lacuna_data_enter("d.cpp:1", &Actual[P.Begin], bytes(P), Flags) == 0)
      Uses.push_back(P);
  }

  void leaveOne() {
    std::size_t I = Random() % Uses.size();
    Part P = Uses[I];
    Uses.erase(Uses.begin() + I);
    CHECK(lacuna_data_exit("d.cpp:2", &Actual[P.Begin], bytes(P), LACUNA_OUT) ==
          0);
  }

  /// As the interface demands, between updates of what may be resident.
  void useOnHost() {
    Part P = part();
    update(P, LACUNA_OUT);
    for (std::size_t I = P.Begin; I < P.End; ++I) {
      CHECK(Actual[I] == Expected[I]);
      Actual[I] = Expected[I] = Random() % 10;
    }
    update(P, LACUNA_IN);
  }

  /// Element by element: no range of which a part only is there.
  void update(Part P, unsigned Flags) {
    for (std::size_t I = P.Begin; I < P.End; ++I)
      CHECK(lacuna_data_update("d.cpp:3", &Actual[I], 8, Flags) == 0);
  }

  void useInLoop() {
    Part X = part(), Y = part();
    std::size_t N = std::min(X.End - X.Begin, Y.End - Y.Begin);
    X.End = X.Begin + N;
    Y.End = Y.Begin + N;
    if (one(4))
      X = Y;
    if (X.overlaps(Y) && X.Begin != Y.Begin)
      return; // the loop would depend on itself
    Loop &L = Loops[Random() % 2];
    if (one(2)) {
      double A = one(2) ? -1 : 1;
      L.scale(A, &Actual[X.Begin], &Actual[Y.Begin], N);
      for (std::size_t I = 0; I < N; ++I)
        Expected[Y.Begin + I] = A * Expected[X.Begin + I];
    } else {
      L.add(&Actual[X.Begin], &Actual[Y.Begin], N);
      for (std::size_t I = 0; I < N; ++I)
        Expected[Y.Begin + I] += Expected[X.Begin + I];
    }
    ++(L.isOnGpu() ? OnGpu : OnCpu);
  }

  std::mt19937 Random;
  Vector Actual, Expected;
  std::vector<Part> Uses;
  Loop Loops[2] = {Loop("a.cpp:1"), Loop("a.cpp:2")};
  int OnGpu = 0, OnCpu = 0;
};

} // namespace

TEST(Random, ProgramsMeanTheSame) {
  for (unsigned Seed = 0; Seed < 40; ++Seed) {
    Outcome O = run([Seed] { Program(Seed).run(); });
    EXPECT_EQ(O.Status, 0) << "seed " << Seed << "\n" << O.Text;
  }
}
