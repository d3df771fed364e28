//===- TrialTest.cpp - which runs of a loop use a plan --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/Trial.h"
#include "gtest/gtest.h"

using namespace lacuna::rt;

namespace {

constexpr double Million = 1e6;

/// Runs of a loop that takes `OnOne` ms on one thread, and `Planned[I]` in the
/// order of plan I.
struct Runs {
  double OnOne;
  std::vector<double> Planned;
  Trial Of;

  RunKind run() {
    const RunKind Kind = Of.next();
    if (Kind.Is == RunKind::Inspected)
      Of.inspected(Planned.size());
    else if (Kind.Is != RunKind::AsWritten)
      Of.ran(Kind,
             Million *
                 (Kind.Is == RunKind::Timed ? OnOne : Planned[Kind.Number]));
    return Kind;
  }
  void run(int64_t Times) {
    for (; Times > 0; --Times)
      run();
  }
  /// Up to and with the inspection.
  void inspect() { run(Trial::RunsInFront + 1); }
  /// The first run does not count.
  void compare() { run(1 + Trial::RunsOfPlan * int64_t(Planned.size())); }
};

TEST(Trial, TimesRunsOnOneThreadFirst) {
  Runs R{100, {50}, {}};
  for (int64_t I = 0; I < Trial::RunsInFront; ++I)
    EXPECT_EQ(R.run().Is, RunKind::Timed) << I;
  EXPECT_EQ(R.run().Is, RunKind::Inspected);
  EXPECT_EQ(R.run().Is, RunKind::Planned);
}

TEST(Trial, PairedRunsAreComparedWithThoseBesideThem) {
  // The machine is slower by the time there are plans.
  Runs R{100, {150}, Trial(Trial::RunsInFront, /*IsPaired=*/true)};
  R.inspect();
  R.OnOne = 200;
  int Usual = 0, Planned = 0;
  for (int I = 0; I < 2 * (1 + Trial::RunsOfPlan); ++I)
    (R.run().Is == RunKind::Timed ? Usual : Planned) += 1;
  EXPECT_EQ(Usual, Planned);
  EXPECT_EQ(R.Of.runsOf(0), Trial::RunsOfPlan);
  EXPECT_EQ(R.Of.times(), (std::vector<double>{200 * Million, 150 * Million}));
  EXPECT_TRUE(R.Of.isPlanned());
  for (int I = 0; I < 20; ++I)
    EXPECT_EQ(R.run().Is, RunKind::Planned);
}

TEST(Trial, TheFastestPlanStays) {
  Runs R{100, {90, 50, 70}, {}};
  R.inspect();
  R.compare();
  for (int I = 0; I < 100; ++I) {
    const RunKind Kind = R.run();
    EXPECT_EQ(Kind.Is, RunKind::Planned);
    EXPECT_EQ(Kind.Number, 1u);
  }
  EXPECT_TRUE(R.Of.isPlanned());
  EXPECT_EQ(R.Of.times(), (std::vector<double>{100e6, 90e6, 50e6, 70e6}));
}

TEST(Trial, WithoutAFasterPlanTheLoopStaysForLong) {
  Runs R{100, {101, 130}, {}};
  R.inspect();
  R.compare();
  EXPECT_FALSE(R.Of.isPlanned());
  for (int64_t I = 0; I < Trial::RunsAtRest; ++I)
    EXPECT_EQ(R.run().Is, RunKind::AsWritten) << I;
  EXPECT_EQ(R.run().Is, RunKind::Planned);
}

TEST(Trial, WithoutAPlanItStaysForEver) {
  Runs R{100, {}, {}};
  R.inspect();
  for (int I = 0; I < 5000; ++I)
    EXPECT_EQ(R.run().Is, RunKind::AsWritten);
}

TEST(Trial, SlowRunsInARowEndAPlan) {
  Runs R{100, {50}, {}};
  R.inspect();
  R.compare();
  R.run(Trial::LastingRuns);
  // One that is not slow begins the row anew.
  for (double Time : {200., 200., 100., 200., 200.}) {
    R.Planned = {Time};
    EXPECT_EQ(R.run().Is, RunKind::Planned);
  }
  EXPECT_EQ(R.run().Is, RunKind::Planned);
  EXPECT_EQ(R.run().Is, RunKind::AsWritten);
  R.run(Trial::RunsAfterSlow - 1);
  R.Planned = {50};
  R.compare();
  EXPECT_TRUE(R.Of.isPlanned());
}

TEST(Trial, WhatDoesNotLastIsTriedLessAndLess) {
  Runs R{100, {50}, {}};
  R.inspect();
  R.compare();
  for (int64_t Rest : {120, 480, 1000, 1000}) {
    R.Planned = {200};
    R.run(Trial::SlowRuns);
    for (int64_t I = 0; I < Rest; ++I) {
      R.Planned = {50};
      EXPECT_EQ(R.Of.isPlanned(), false) << Rest;
      if (I + 1 < Rest)
        EXPECT_EQ(R.run().Is, RunKind::AsWritten) << Rest;
    }
    R.run(1);
    R.compare();
    EXPECT_TRUE(R.Of.isPlanned());
  }
}

TEST(Trial, RunsThatTakeForEverAreNotRepeated) {
  Runs R{100, {5000, 50}, {}};
  R.inspect();
  R.run(2);
  for (int64_t I = 0; I < Trial::RunsOfPlan; ++I)
    EXPECT_EQ(R.run().Number, 1u);
  EXPECT_TRUE(R.Of.isPlanned());
  R.Planned[1] = 5000;
  EXPECT_EQ(R.run().Is, RunKind::Planned);
  EXPECT_EQ(R.run().Is, RunKind::AsWritten);
}

TEST(Trial, NewDataHaveToBeWorthAnInspectionToo) {
  Runs R{100, {50}, {}};
  R.inspect();
  R.compare();
  R.Of.changed();
  for (int64_t I = 0; I < Trial::RunsInFront; ++I)
    EXPECT_EQ(R.run().Is, RunKind::Timed);
  EXPECT_EQ(R.run().Is, RunKind::Inspected);
}

TEST(Trial, OneInspectsWhileOthersRun) {
  Trial T;
  for (int64_t I = 0; I < Trial::RunsInFront; ++I)
    T.ran(T.next(), 100);
  EXPECT_EQ(T.next().Is, RunKind::Inspected);
  EXPECT_EQ(T.next().Is, RunKind::AsWritten);
  T.inspected(1);
  EXPECT_EQ(T.next().Is, RunKind::Planned);
}

} // namespace
