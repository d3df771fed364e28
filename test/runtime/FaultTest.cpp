//===- FaultTest.cpp - each call of the driver's fails --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <csignal>
#include <gtest/gtest.h>
#include <sstream>

using namespace lacuna::test;

/// What a program computes in any case.
static void expect(const Vector &Actual, const Vector &Expected) {
  CHECK(Actual == Expected);
}

static void quiet(Loop &L) { L.Module.flags = 0; }

/// Loops that copy everything each time.
static void copying() {
  Vector X = {1, 2, 3}, Y = {10, 20, 30};
  Loop Add("a.cpp:1"), Scale("a.cpp:2");
  quiet(Add);
  quiet(Scale);
  for (int I = 0; I < 2; ++I) {
    Add.add(X.data(), Y.data(), 3);
    Scale.scale(3, Y.data(), X.data(), 2);
  }
  expect(Y, {44, 88, 36});
  expect(X, {132, 264, 3});
}

/// Loops over arrays that stay on the device, of which one computes something
/// to be kept, and one reads a created range.
static void resident() {
  std::vector<int> Pos = {0, 2, 2, 3};
  Vector X = {1, 2, 4}, S(3, -1), Y(4, 10);
  Loop Add("a.cpp:1"), Sums("a.cpp:2");
  quiet(Add);
  quiet(Sums);
  lacuna_data_enter("d.cpp:1", Pos.data(), bytes(Pos), LACUNA_IN);
  enter(X, LACUNA_IN);
  enter(S, 0);
  enter(Y, 0);
  enter(Y, LACUNA_IN);
  for (int I = 0; I < 2; ++I) {
    Sums.sums(Pos.data(), X.data(), S.data(), 3);
    Add.add(S.data(), Y.data(), 3);
  }
  leave(Y, LACUNA_OUT);
  update(S, LACUNA_OUT);
  expect(S, {3, 0, 4});
  X[1] = 5;
  update(X, LACUNA_IN);
  Sums.sums(Pos.data(), X.data(), S.data(), 3);
  Add.add(S.data(), &Y[1], 3);
  leave(Y, LACUNA_OUT);
  leave(S, LACUNA_OUT);
  leave(X, 0);
  lacuna_data_exit("d.cpp:2", Pos.data(), bytes(Pos), 0);
  expect(S, {6, 0, 4});
  expect(Y, {16, 16, 18, 14});
}

static void timed() {
  lacuna_kernel_seconds();
  resident();
}

/// The driver's functions that \p Program calls, and how often.
static std::map<std::string, unsigned> callsOf(void (*Program)()) {
  Outcome O = run([Program] {
    Program();
    fakeCudaCalls([](const char *Call, unsigned Count,
                     void *) { std::fprintf(stderr, "%s %u\n", Call, Count); },
                  nullptr);
  });
  EXPECT_EQ(O.Status, 0);
  std::map<std::string, unsigned> Result;
  std::istringstream Text(O.Text);
  std::string Call;
  for (unsigned Count; Text >> Call >> Count;)
    Result[Call] = Count;
  return Result;
}

/// The only way in which a program may end early: results are lost, and it says
/// so.
static bool saysThatResultsAreLost(const Outcome &O) {
  return O.Status == -SIGABRT &&
         O.Text.find("the only current copy of an array was on the device") !=
             std::string::npos;
}

/// Lets each call fail in turn, in a way that leaves the device usable and in
/// one that does not.
static void expectSurvival(void (*Program)(), bool MayLoseResults) {
  unsigned Cases = 0, Lost = 0;
  for (const auto &[Call, Count] : callsOf(Program))
    for (unsigned Nth = 1; Nth <= Count; ++Nth)
      for (int Code : {2, 719}) {
        // Memory that could not be given back is no mistake of the runtime's.
        bool MayLeak =
            Call == "cuMemFreeAsync" || Call == "cuCtxPushCurrent_v2";
        Outcome O = run(Program,
                        {{"FAKE_CUDA_FAIL", Call + ":" + std::to_string(Nth) +
                                                ":" + std::to_string(Code)}},
                        MayLeak);
        ++Cases;
        bool IsLost = saysThatResultsAreLost(O);
        Lost += IsLost;
        EXPECT_TRUE(O.Status == 0 || (MayLoseResults && IsLost))
            << Call << " " << Nth << " " << Code << ": " << O.Status << "\n"
            << O.Text;
      }
  testing::Test::RecordProperty("cases", Cases);
  testing::Test::RecordProperty("lost", Lost);
}

TEST(Faults, LoopsThatCopy) { expectSurvival(copying, false); }
TEST(Faults, ResidentArrays) { expectSurvival(resident, true); }
TEST(Faults, KernelsThatAreMeasured) { expectSurvival(timed, true); }
