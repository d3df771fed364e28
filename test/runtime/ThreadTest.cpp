//===- ThreadTest.cpp - loops of several threads --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <barrier>
#include <gtest/gtest.h>
#include <thread>

using namespace lacuna::test;

/// The driver that stands in for CUDA's has a lock that ThreadSanitizer does
/// not see.
extern "C" const char *__tsan_default_suppressions() {
  return "called_from_lib:libcuda.so.1\n";
}

static constexpr int Count = 4, Rounds = 40;

/// Calls \p Do with the number of a thread and of a round, which all begin
/// together.
static void inThreads(const std::function<void(int, int)> &Do) {
  std::barrier Start(Count);
  std::vector<std::thread> Threads;
  for (int I = 0; I < Count; ++I)
    Threads.emplace_back([&, I] {
      for (int Round = 1; Round <= Rounds; ++Round) {
        Start.arrive_and_wait();
        Do(I, Round);
      }
    });
  for (std::thread &T : Threads)
    T.join();
}

TEST(Threads, ShareLoops) {
  expectRun([] {
    Loop Add("a.cpp:1"), Scale("a.cpp:2");
    inThreads([&](int I, int Round) {
      Vector X(100, I), Y(100);
      Scale.scale(Round, X.data(), Y.data(), 100);
      Add.add(X.data(), Y.data(), 100);
      CHECK(Y == Vector(100, I * (Round + 1)));
    });
    CHECK(fakeCudaUse().Modules == 2);
    CHECK(fakeCudaUse().Streams <= Count);
  });
}

/// All count uses of two arrays, and compute from one of them what is kept;
/// each has an array of its own besides.
TEST(Threads, ShareResidentArrays) {
  expectRun([] {
    std::vector<int> Pos = {0, 2, 2, 3};
    Vector X = {1, 2, 4};
    Loop Sums("a.cpp:1"), Add("a.cpp:2");
    inThreads([&](int, int) {
      Vector S(3), Y(3, 1);
      lacuna_data_enter("d.cpp:1", Pos.data(), bytes(Pos), LACUNA_IN);
      enter(X, LACUNA_IN);
      enter(S, 0);
      Sums.sums(Pos.data(), X.data(), S.data(), 3);
      Add.add(S.data(), Y.data(), 3);
      leave(S, 0);
      leave(X, 0);
      lacuna_data_exit("d.cpp:2", Pos.data(), bytes(Pos), 0);
      CHECK(Y == Vector({4, 1, 5}));
    });
    CHECK(!lacuna_data_present(X.data(), bytes(X)));
  });
}

/// Each has a part of an array that is resident as a whole; some of the loops
/// run on the CPU.
TEST(Threads, WritePartsOfOneArray) {
  expectRun([] {
    Vector X(100, 1), Y(100);
    Loop Add("a.cpp:1");
    Add.Module.flags = 0;
    enter(Y, LACUNA_IN);
    fakeCudaFail("cuLaunchKernel", 30, 701);
    fakeCudaFail("cuLaunchKernel", 40, 701);
    inThreads([&](int I, int) { Add.add(&X[I * 25], &Y[I * 25], 25); });
    leave(Y, LACUNA_OUT);
    CHECK(Y == Vector(100, Rounds));
  });
}

/// The device fails for all at once.
TEST(Threads, FallBackTogether) {
  expectRun([] {
    Loop Add("a.cpp:1"), Scale("a.cpp:2");
    Add.Module.flags = Scale.Module.flags = 0;
    fakeCudaFail("cuLaunchKernel", 50, 700);
    inThreads([&](int I, int Round) {
      Vector X(100, I), Y(100);
      Scale.scale(Round, X.data(), Y.data(), 100);
      Add.add(X.data(), Y.data(), 100);
      CHECK(Y == Vector(100, I * (Round + 1)));
    });
    CHECK(!Add.isOnGpu());
  });
}
