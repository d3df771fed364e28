//===- TuneTest.cpp - which candidate of a loop wins ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/tune.h"
#include "tune/JsonReader.h"
#include "tune/Learnt.h"
#include "tune/Race.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <random>
#include <thread>

using namespace lacuna::rt;

namespace {

/// Runs of a loop whose candidate I takes `Times[I]` us, as a clock would tell
/// that is not disturbed, or as `Disturbed` makes of it.
struct Runs {
  std::vector<double> Times;
  std::function<double(double)> Disturbed = [](double Time) { return Time; };
  Race Of = {};
  std::map<size_t, int> Timed = {};
  double Spent = 0; ///< us, in all runs
  int Calls = 0;

  size_t run() {
    const Race::Turn Turn = Of.next();
    const double Time = Disturbed(Times[Turn.Number]);
    Spent += Time;
    ++Calls;
    if (Turn.IsTimed) {
      ++Timed[Turn.Number];
      Of.ran(Turn.Number, 1000 * Time);
    }
    return Turn.Number;
  }
  void run(int Count) {
    for (; Count > 0; --Count)
      run();
  }
  void begin(uint32_t Out = 0) { Of.begin(Times.size(), Out); }
};

TEST(Race, TheFastestRunsFromSixtyCallsOn) {
  Runs R{{100, 95, 91, 90, 97, 99, 93, 110}};
  R.begin();
  R.run(60);
  EXPECT_EQ(R.Of.winner(), 3);
  EXPECT_EQ(R.run(), 3u);
  EXPECT_EQ(R.Of.resultOf(3).Median, 90e3);
}

TEST(Race, WithoutOthersTheUsualOneRunsUntimed) {
  Runs R{{100}};
  R.begin();
  R.run(5);
  EXPECT_EQ(R.Of.winner(), 0);
  EXPECT_TRUE(R.Timed.empty());
}

TEST(Race, WhoMayNotRunIsNeverTried) {
  Runs R{{100, 50, 70}};
  R.begin(/*Out=*/1U << 1);
  R.run(60);
  EXPECT_EQ(R.Timed.count(1), 0u);
  EXPECT_EQ(R.Of.winner(), 2);
}

TEST(Race, TheUsualOneStaysUnlessAnotherIsClearlyFaster) {
  Runs R{{100, 99, 101}};
  R.begin();
  R.run(60);
  EXPECT_EQ(R.Of.winner(), 0);
}

TEST(Race, WhoIsHopelessRunsTwice) {
  Runs R{{100, 400, 99, 110}};
  R.begin();
  R.run(60);
  EXPECT_EQ(R.Timed[1], 2);
  EXPECT_EQ(R.Timed[2], int(Race::MostRounds));
}

TEST(Race, LosersAreNotTriedAgain) {
  Runs R{{100, 80, 130}};
  R.begin();
  R.run(60);
  const std::map<size_t, int> Before = R.Timed;
  R.run(1000);
  EXPECT_EQ(R.Timed, Before);
}

/// What starts the threads, or finds nothing in the caches.
TEST(Race, TheFirstRunDoesNotCount) {
  bool IsFirst = true;
  Runs R{{100, 150}, [&](double Time) {
           return std::exchange(IsFirst, false) ? 1000 * Time : Time;
         }};
  R.begin();
  R.run(60);
  EXPECT_EQ(R.Of.winner(), 0);
}

TEST(Race, OneDisturbedRunPutsNobodyOut) {
  for (int At = 1; At < 30; ++At) {
    int Call = 0;
    Runs R{{100, 95, 50, 90},
           [&](double Time) { return ++Call == At ? 30 * Time : Time; }};
    R.begin();
    R.run(60);
    EXPECT_EQ(R.Of.winner(), 2) << At;
  }
}

/// As where others use the machine for a while.
TEST(Race, LongDisturbancesHitAllOfThem) {
  for (int Length : {13, 21, 34}) {
    int Call = 0;
    Runs R{{100, 95, 80, 90, 97, 99, 93, 110},
           [&](double Time) { return ++Call / Length % 2 ? 3 * Time : Time; }};
    R.begin();
    R.run(60);
    EXPECT_EQ(R.Of.winner(), 2) << Length;
  }
}

/// The goals: from 60 calls on at least 0.98 of the speed of the best one, and
/// 200 calls, trials included, within 1.1 of the time of the usual one.
TEST(Race, TrialsPayWithinTwoHundredCalls) {
  std::mt19937 Random(1);
  std::uniform_real_distribution<double> Ratio(-1, 2), Noise(0, 0.01);
  for (int Trial = 0; Trial < 2000; ++Trial) {
    Runs R{{100}, [&](double Time) { return Time * (1 + Noise(Random)); }};
    const size_t Count = 2 + Random() % (Race::Most - 1);
    while (R.Times.size() < Count)
      R.Times.push_back(100 * std::exp2(Ratio(Random)));
    R.begin();
    R.run(60);
    const double Best = *std::min_element(R.Times.begin(), R.Times.end());
    ASSERT_GE(R.Of.winner(), 0);
    EXPECT_GE(Best / R.Times[size_t(R.Of.winner())], 0.97) << Trial;
    R.run(140);
    EXPECT_LE(R.Spent, 1.1 * 200 * 101) << Trial;
  }
}

TEST(Race, OfManyHopelessOnesTheSlowestRunOnce) {
  Runs R{{100, 200, 210, 220, 230, 240, 250, 260}};
  R.begin();
  R.run(60);
  EXPECT_EQ(R.Of.winner(), 0);
  EXPECT_EQ(R.Timed[1], 2);
  EXPECT_EQ(R.Timed[7], 1);
}

TEST(Race, AWinnerOfAnEarlierRaceRunsAtOnce) {
  Runs R{{100, 90, 80}};
  R.begin();
  R.Of.settle(1);
  EXPECT_EQ(R.run(), 1u);
  EXPECT_TRUE(R.Timed.empty());
}

TEST(Race, WhatIsKnownAfterThreeRoundsDecidesWhereNoRunFollows) {
  Runs R{{100, 95}};
  R.begin();
  R.run(6);
  R.Of.conclude();
  EXPECT_EQ(R.Of.winner(), -1);
  R.run(1);
  R.Of.conclude();
  EXPECT_EQ(R.Of.winner(), 1);
}

/// A run that never ends its turn, as one that a longjmp leaves, holds nobody
/// up.
TEST(Race, WhoCannotRunIsOut) {
  Runs R{{100, 50, 70}};
  R.begin();
  while (R.Of.next().Number != 1)
    R.run();
  R.Of.fail(1);
  R.run(60);
  EXPECT_EQ(R.Of.winner(), 2);
  // Of the usual one there is no more to be said; others stay.
  R.Of.fail(0);
  R.Of.fail(1);
  EXPECT_EQ(R.Of.winner(), 2);
  R.Of.fail(2);
  EXPECT_EQ(R.Of.winner(), 0);
}

TEST(Race, WhereNobodyElseCanRunTheUsualOneDoes) {
  Runs R{{100, 50, 70}};
  R.begin();
  R.Of.fail(0);
  R.Of.fail(2);
  R.Of.fail(1);
  R.run(5);
  EXPECT_EQ(R.Of.winner(), 0);
  Runs Learnt{{100, 50}};
  Learnt.begin();
  Learnt.Of.settle(1);
  Learnt.Of.fail(1);
  EXPECT_EQ(Learnt.Of.winner(), 0);
}

TEST(Race, LostRunsHoldNobodyUp) {
  Runs R{{100, 80, 90}};
  R.begin();
  for (int I = 0; I < 60; ++I) {
    R.Of.next();
    R.run();
  }
  EXPECT_EQ(R.Of.winner(), 1);
}

TEST(Race, ThreadsShareARace) {
  Race Of;
  Of.begin(4, 0);
  std::vector<std::thread> All;
  for (int T = 0; T < 4; ++T)
    All.emplace_back([&] {
      for (int I = 0; I < 1000; ++I) {
        const Race::Turn Turn = Of.next();
        ASSERT_LT(Turn.Number, 4u);
        if (Turn.IsTimed)
          Of.ran(Turn.Number, Turn.Number == 2 ? 500 : 1000);
      }
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_EQ(Of.winner(), 2);
}

/// Runs in several threads, over data of several classes, and within others.
TEST(Tune, ThreadsMayRunALoopAtTheSameTime) {
  static const char *const Clauses[] = {"auto", "a", "b"};
  static lacuna_tune_loop Loop = {LACUNA_TUNE_ABI, 3,  "a.cpp:1", "f",
                                  Clauses,         4U, 0,         nullptr};
  std::vector<std::thread> All;
  std::atomic<int64_t> Sum{0};
  for (int T = 0; T < 4; ++T)
    All.emplace_back([&] {
      for (int I = 0; I < 2000; ++I) {
        lacuna_tune_run Outer = {}, Inner = {}, Unused = {};
        const int64_t Trips = int64_t(1) << I % 20;
        const int64_t Number = lacuna_tune_enter(&Outer, &Loop, Trips, 1, 8);
        Sum += lacuna_tune_enter(&Inner, &Loop, 1, 1, 8);
        lacuna_tune_leave(&Inner);
        lacuna_tune_leave(&Outer);
        lacuna_tune_leave(&Unused);
        // One thread is not tried where there are many.
        ASSERT_TRUE(Number == 0 || Number == 1) << Number;
      }
    });
  for (std::thread &T : All)
    T.join();
  EXPECT_LE(Sum, 8000);
}

TEST(Tune, LoopsOfAnotherVersionRunAsUsual) {
  static const char *const Clauses[] = {"auto", "unroll(i, 4)"};
  static lacuna_tune_loop Loop = {
      LACUNA_TUNE_ABI + 1, 2, "a.cpp:2", "f", Clauses, 0, 0, nullptr};
  for (int K = 0; K < 100; ++K) {
    lacuna_tune_run Run = {};
    EXPECT_EQ(lacuna_tune_enter(&Run, &Loop, 10, 10, 1), 0);
    EXPECT_EQ(Run.record, nullptr);
    lacuna_tune_leave(&Run);
  }
  EXPECT_EQ(Loop.record, nullptr);
}

/// How many of \p Count runs of \p Loop may be over a format, of those over
/// data of \p Classes classes in turn.
int runsOverFormats(lacuna_tune_loop &Loop, int Count, int Classes) {
  int Result = 0;
  for (int K = 0; K < Count; ++K) {
    lacuna_tune_run Run = {};
    const int64_t Number =
        lacuna_tune_enter(&Run, &Loop, int64_t(1) << K % Classes, 10, 1);
    EXPECT_LE(Number, int64_t(Loop.candidates - Loop.formats));
    EXPECT_FALSE(Run.start != 0 && Run.formats != 0);
    Result += Run.formats != 0;
    lacuna_tune_leave(&Run);
  }
  return Result;
}

TEST(Tune, FormatsWaitUntilNoRunIsTimed) {
  static const char *const Clauses[] = {"auto", "a", "format(v: dia)"};
  static lacuna_tune_loop Loop = {LACUNA_TUNE_ABI, 3, "a.cpp:3", "f",
                                  Clauses,         0, 1,         nullptr};
  EXPECT_EQ(runsOverFormats(Loop, 7, 1), 0);
  runsOverFormats(Loop, 20, 1);
  EXPECT_EQ(runsOverFormats(Loop, 10, 1), 10);
  // Without another schedule there is nothing to wait for.
  static const char *const Alone[] = {"auto", "format(v: dia)"};
  static lacuna_tune_loop Other = {LACUNA_TUNE_ABI, 2, "a.cpp:4", "f",
                                   Alone,           0, 1,         nullptr};
  EXPECT_EQ(runsOverFormats(Other, 10, 1), 10);
  // Nor has what is of too many classes a race.
  EXPECT_GT(runsOverFormats(Other, 40, 40), 30);
}

TEST(Tune, WhatCouldNotRunIsNotTriedAgain) {
  static const char *const Clauses[] = {"target(cuda) auto", "a"};
  static lacuna_tune_loop Loop = {LACUNA_TUNE_ABI, 2, "a.cpp:6", "f",
                                  Clauses,         0, 0,         nullptr};
  int Others = 0;
  for (int K = 0; K < 100; ++K) {
    lacuna_tune_run Run = {};
    const int64_t Number = lacuna_tune_enter(&Run, &Loop, 10, 0, 0);
    Others += Number == 1;
    if (Number == 1)
      Run.bytes = -1;
    lacuna_tune_leave(&Run);
  }
  EXPECT_EQ(Others, 1);
}

TEST(Tune, OfNothingButFormatsNothingRuns) {
  static const char *const Clauses[] = {"format(v: dia)"};
  static lacuna_tune_loop Loop = {LACUNA_TUNE_ABI, 1, "a.cpp:5", "f",
                                  Clauses,         0, 1,         nullptr};
  EXPECT_EQ(runsOverFormats(Loop, 10, 1), 0);
  EXPECT_EQ(Loop.record, nullptr);
}

TEST(DataClass, TellsDoublingsAndThreadsApart) {
  EXPECT_EQ(DataClass::of(1000, 9000, 2), DataClass::of(600, 10000, 2));
  EXPECT_NE(DataClass::of(1000, 9000, 2).key(),
            DataClass::of(1100, 9000, 2).key());
  EXPECT_NE(DataClass::of(1000, 9000, 2).key(),
            DataClass::of(1000, 9000, 3).key());
  EXPECT_NE(DataClass::of(0, 0, 0).key(), 0u);
  // On a GPU.
  EXPECT_NE(DataClass::of(0, 0, 0), DataClass::of(0, 0, 1));
  EXPECT_EQ(DataClass::of(-5, 1, 1).Trips, 0u);
}

const Learnt Example = {"a.cpp:3",
                        "f<\"\\>",
                        {11, 14, 2},
                        300,
                        4096,
                        "b",
                        {{"auto", 7, 100}, {"b", 7, 50}}};

TEST(Learnt, IsReadAsItWasWritten) {
  const auto All = readLearnt(learntAsJson({Example, Example}));
  ASSERT_TRUE(All);
  ASSERT_EQ(All->size(), 2u);
  const Learnt &L = All->back();
  EXPECT_TRUE(L.isAbout(Example));
  EXPECT_EQ(L.Calls, 300u);
  EXPECT_EQ(L.Bytes, 4096u);
  EXPECT_EQ(L.Best, "b");
  ASSERT_EQ(L.All.size(), 2u);
  EXPECT_EQ(L.All[1].Clauses, "b");
  EXPECT_EQ(L.All[1].Median, 50u);
  EXPECT_TRUE(readLearnt(learntAsJson({})));
  EXPECT_TRUE(readLearnt(" \n"));
}

TEST(Learnt, OtherFilesAreNotTakenForOne) {
  for (const char *Text : {"{", "[]", "{}", "{\"lacuna-tune\": 2}",
                           "{\"lacuna-profile\": 1}", "{\"lacuna-tune\": 1} x"})
    EXPECT_FALSE(readLearnt(Text)) << Text;
  // Half of a file is none.
  const std::string Whole = learntAsJson({Example});
  for (size_t Length = 2; Length + 2 < Whole.size(); ++Length)
    EXPECT_FALSE(readLearnt(Whole.substr(0, Length))) << Length;
}

TEST(Learnt, NewResultsReplaceOldOnesAndCallsAddUp) {
  std::vector<Learnt> All = {Example};
  Learnt Counted = Example, Newer = Example, Other = Example;
  Counted.All.clear();
  Newer.Best = "auto";
  Other.Of.Threads = 3;
  merge(All, {Counted, Newer, Other});
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Calls, 900u);
  EXPECT_EQ(All[0].Best, "auto");
  // What has no results is about nothing that is not known.
  Counted.Where = "b.cpp:1";
  merge(All, {Counted});
  EXPECT_EQ(All.size(), 2u);
}

TEST(JsonReader, ReadsWhatOthersWrite) {
  const auto V = readJson("{\"a\": [1, -2.5e1, true, null, {}], "
                          "\"b\": \"\\u00e9\\n\\ud800\"}");
  ASSERT_TRUE(V);
  EXPECT_EQ(V->array("a").size(), 5u);
  EXPECT_EQ(V->array("a")[1].Value, -25);
  EXPECT_EQ(V->text("b"), "\u00e9\n\ufffd");
  EXPECT_EQ(V->number("b"), 0u);
  for (const char *Text :
       {"", "{\"a\"}", "[1,]", "\"\\x\"", "\"\\u12\"", "nul", "[1] [2]", "\"a"})
    EXPECT_FALSE(readJson(Text)) << Text;
  EXPECT_FALSE(readJson(std::string(100, '[') + std::string(100, ']')));
}

} // namespace
