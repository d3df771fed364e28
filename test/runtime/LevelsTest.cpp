//===- LevelsTest.cpp - plans whose levels are launches -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include "lacuna/wave.h"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <thread>

using namespace lacuna::test;

namespace {

/// x[i] = i + 0.5 * (the sum of x[j] for all j that i reads), in turn.
struct Sweep {
  std::vector<std::vector<int>> Reads;

  std::size_t size() const { return Reads.size(); }
  double next(const double *X, std::size_t I) const {
    double Sum = double(I);
    for (int J : Reads[I])
      Sum += 0.5 * X[J];
    return Sum;
  }
  void run(double *X) const {
    for (std::size_t I = 0; I < size(); ++I)
      X[I] = next(X, I);
  }
};

/// The sweep that the kernel runs, and how it went.
struct {
  const Sweep *Of;
  std::mutex Lock;
  std::mt19937 Random{1};
  std::vector<long> Blocks;
} Now;

template <typename T> T argument(void *const *Args, int Number) {
  T Value;
  std::memcpy(&Value, Args[Number], sizeof Value);
  return Value;
}

/// (order, from, to, x): the rows of each level in any order, as threads may.
void levelsKernel(const unsigned Grid[3], const unsigned Block[3],
                  void *const *Args) {
  const auto At = argument<std::uint64_t>(Args, 0);
  const long From = argument<long>(Args, 1), To = argument<long>(Args, 2);
  const std::size_t N = Now.Of->size();
  const int First = *static_cast<int *>(fakeCudaBytes(At, sizeof(int)));
  const int *Order = static_cast<int *>(
      fakeCudaBytes(At, (std::size_t(First) + N) * sizeof(int)));
  auto *X = static_cast<double *>(
      fakeCudaBytes(argument<std::uint64_t>(Args, 3), N * sizeof(double)));
  const std::lock_guard Guard(Now.Lock);
  Now.Blocks.push_back(Grid[0]);
  CHECK(Block[0] == 256);
  // Only threads of one block wait for each other.
  CHECK(Grid[0] == 1 || To == From + 1);
  for (long Level = From; Level < To; ++Level) {
    std::vector<int> Rows(Order + Order[Level], Order + Order[Level + 1]);
    CHECK(Grid[0] == 1 || (Rows.size() + 255) / 256 == Grid[0]);
    std::shuffle(Rows.begin(), Rows.end(), Now.Random);
    std::vector<double> Results;
    for (int I : Rows)
      Results.push_back(Now.Of->next(X, std::size_t(I)));
    for (std::size_t K = 0; K < Rows.size(); ++K)
      X[Rows[K]] = Results[K];
  }
}

/// A loop over that on the GPU, with its CPU version.
class OrderedLoop {
public:
  explicit OrderedLoop(const Sweep &Of, int64_t Order = LACUNA_WAVE_LEVELS)
      : Of(Of), Module(module("w.cpp:1")) {
    static uint64_t Number = 0;
    Now.Of = &Of;
    Module.flags = 0; // says nothing where the CPU runs it
    Site = {{++Number, 3},
            int64_t(Of.size()),
            LACUNA_WAVE_ON_GPU,
            1,
            Order,
            nullptr,
            0,
            nullptr,
            0,
            "i"};
    constexpr std::size_t Sizes[] = {8, 8, 8, 8};
    fakeCudaKernel("levels", levelsKernel, Sizes, 4);
  }

  /// Whether the GPU ran it.
  bool run(double *X) {
    lacuna_wave *Run = find();
    const bool IsOnGpu = lacuna_wave_pays(Run) && launch(Run, X);
    lacuna_wave_end(Run);
    if (!IsOnGpu)
      Of.run(X);
    return IsOnGpu;
  }

private:
  lacuna_wave *find() {
    if (lacuna_wave *Run = lacuna_wave_find(&Site))
      return Run;
    lacuna_trace *To = lacuna_trace_begin(Site.trips, 1);
    for (int64_t I = 0; I < Site.trips; ++I) {
      for (int J : Of.Reads[std::size_t(I)])
        lacuna_trace_read(To, I, 0, J);
      lacuna_trace_write(To, I, 0, I);
    }
    return lacuna_wave_plan(To, &Site);
  }
  bool launch(lacuna_wave *Run, double *X) {
    lacuna_region *R = lacuna_begin(&Module);
    if (!R)
      return false;
    void *DX, *Order;
    int64_t Levels[2];
    lacuna_buffer(R, X, 0, ptrdiff_t(Of.size() * sizeof *X), LACUNA_INOUT, &DX);
    void *Args[] = {&Order, &Levels[0], &Levels[1], &DX};
    lacuna_wave_launch(Run, R, "levels", 256, Args, &Order, Levels);
    return lacuna_end(R) == 0;
  }

  const Sweep &Of;
  lacuna_module Module;
  lacuna_loop Site;
};

/// \p N rows that read \p Each others between \p Before rows before and
/// \p Behind rows behind.
Sweep randomSweep(int N, int Each, int Before, int Behind, unsigned Seed) {
  std::mt19937 Random(Seed);
  Sweep S;
  for (int I = 0; I < N; ++I) {
    std::vector<int> &Reads = S.Reads.emplace_back();
    for (int K = 0; K < Each; ++K) {
      const int J = I - Before + int(Random() % unsigned(Before + Behind + 1));
      if (J >= 0 && J < N && J != I)
        Reads.push_back(J);
    }
  }
  return S;
}

/// Runs \p Program, which leaves plans on the device.
void expectPlans(const std::function<void()> &Program,
                 const std::string &Text = "", const Environment &Extra = {}) {
  const Outcome Result = run(Program, Extra, /*MayLeak=*/true);
  EXPECT_EQ(Result.Text, Text);
  EXPECT_EQ(Result.Status, 0);
}

/// \p Wide rows that need no other, then levels of \p Narrow rows. Each reads
/// what is there before, too, so that a half of a run cannot be repeated.
Sweep stairs(int Wide, int Narrow, int Levels) {
  Sweep S;
  for (int I = 0; I < Wide; ++I)
    S.Reads.push_back({I});
  for (int L = 0; L < Levels; ++L)
    for (int K = 0; K < Narrow; ++K)
      S.Reads.push_back({int(S.size()), Wide + L * Narrow - 1 - K % Narrow});
  return S;
}

} // namespace

TEST(Levels, RowsComeBehindThoseThatTheyNeed) {
  for (unsigned Seed = 1; Seed <= 40; ++Seed)
    expectPlans([Seed] {
      const int N = 1 + int(Seed * 97 % 3000);
      const Sweep S = randomSweep(N, int(Seed % 4), int(Seed % 9) * 80,
                                  int(Seed % 5) * 60, Seed);
      OrderedLoop L(S);
      Vector X(std::size_t(N), 1.0), Expected = X;
      for (int Run = 0; Run < 3; ++Run) {
        CHECK(L.run(X.data()));
        S.run(Expected.data());
        CHECK(X == Expected);
      }
    });
}

TEST(Levels, SmallOnesAreOneLaunch) {
  expectPlans([] {
    const Sweep S = stairs(3000, 100, 20);
    OrderedLoop L(S);
    Vector X(S.size(), 1.0);
    CHECK(L.run(X.data()));
    CHECK(Now.Blocks == std::vector<long>({12, 1}));
  });
  // One alone has as many blocks as others.
  expectPlans([] {
    const Sweep S = stairs(3000, 1000, 1);
    OrderedLoop L(S);
    Vector X(S.size(), 1.0);
    CHECK(L.run(X.data()));
    CHECK(Now.Blocks == std::vector<long>({12, 4}));
  });
}

TEST(Levels, ThePlanStaysOnTheDevice) {
  expectPlans([] {
    const Sweep S = randomSweep(500, 3, 50, 50, 7);
    OrderedLoop L(S);
    Vector X(S.size(), 1.0);
    CHECK(L.run(X.data()));
    CHECK(fakeCudaUse().ToDevice == 2);
    CHECK(L.run(X.data()));
    CHECK(fakeCudaUse().ToDevice == 3);
    // Another context has its own.
    void *Own = nullptr;
    cuCtxCreate_v2(&Own, 0, 0);
    CHECK(L.run(X.data()));
    CHECK(fakeCudaUse().ToDevice == 5);
  });
}

/// Whichever launch, copy or allocation fails, the loop is run once, as a
/// whole.
TEST(Levels, FailureIsAllOrNothing) {
  for (bool IsManaged : {false, true})
    for (const char *Call :
         {"cuLaunchKernel", "cuMemAllocFromPoolAsync", "cuMemcpyHtoDAsync_v2"})
      for (unsigned Nth = 1; Nth <= 4; ++Nth)
        expectPlans([=] {
          // Six launches.
          const bool StopsFirst = std::string(Call) == "cuLaunchKernel";
          Sweep S = stairs(2000, 1500, 5);
          OrderedLoop L(S);
          Vector Start(S.size(), 1.0), Own = Start, Expected = Start;
          double *X = Own.data();
          cuInit(0);
          void *Context = nullptr;
          cuDevicePrimaryCtxRetain(&Context, 0);
          cuCtxSetCurrent(Context);
          if (IsManaged) {
            unsigned long long Address = 0;
            cuMemAllocManaged(&Address, S.size() * sizeof *X, 1);
            X = reinterpret_cast<double *>(Address);
            std::copy(Start.begin(), Start.end(), X);
          }
          fakeCudaFail(Call, Nth, 701);
          for (int Run = 0; Run < 5; ++Run) {
            const bool IsOnGpu = L.run(X);
            S.run(Expected.data());
            CHECK(Vector(X, X + S.size()) == Expected);
            CHECK(Run != 0 || !StopsFirst || !IsOnGpu);
            CHECK(Run != 4 || IsOnGpu);
          }
        });
}

/// Who finds another thread at the plans runs the loop on the CPU.
TEST(Levels, ThreadsShareThePlan) {
  expectPlans([] {
    const Sweep S = randomSweep(2000, 3, 100, 100, 5);
    OrderedLoop L(S);
    Vector Start(S.size(), 1.0), Expected = Start;
    S.run(Expected.data());
    std::vector<std::thread> Threads;
    for (int T = 0; T < 4; ++T)
      Threads.emplace_back([&] {
        for (int Run = 0; Run < 5; ++Run) {
          Vector X = Start;
          L.run(X.data());
          CHECK(X == Expected);
        }
      });
    for (std::thread &T : Threads)
      T.join();
    CHECK(!Now.Blocks.empty());
  });
}

TEST(Levels, WhatDoesNotPayIsTheCpus) {
  expectPlans([] {
    const Sweep S = randomSweep(5000, 3, 1, 0, 3);
    OrderedLoop L(S, LACUNA_WAVE_ANY);
    Vector X(S.size(), 1.0);
    CHECK(!L.run(X.data()));
    CHECK(Now.Blocks.empty());
  });
  expectPlans([] {
    const Sweep S = randomSweep(200000, 6, 0, 0, 3);
    OrderedLoop L(S, LACUNA_WAVE_ANY);
    Vector X(S.size(), 1.0);
    CHECK(L.run(X.data()));
  });
}
