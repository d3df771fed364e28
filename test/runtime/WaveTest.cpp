//===- WaveTest.cpp - plans of wavefronts ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/wave.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <random>
#include <sys/mman.h>
#include <thread>

namespace {

/// What each iteration accesses: array, index, whether it writes; some of the
/// elements up to End where that is more than one.
struct Access {
  int32_t Array;
  int64_t Index;
  bool IsWrite;
  int64_t End = INT64_MIN;
  int64_t last() const { return End == INT64_MIN ? Index : End - 1; }
};
using Accesses = std::vector<std::vector<Access>>;

struct Site {
  Accesses All;
  std::vector<int64_t> Values;
  std::vector<lacuna_source> Sources;
  lacuna_loop Loop;

  explicit Site(Accesses Of, int32_t Threads, int64_t Unit = 1,
                int64_t Order = LACUNA_WAVE_LIST)
      : All(std::move(Of)) {
    static uint64_t Number = 0;
    Loop = {{++Number, 7},
            int64_t(All.size()),
            Threads,
            Unit,
            Order,
            nullptr,
            0,
            nullptr,
            0,
            "i"};
  }
  /// Accesses from \p At on that are one call: an element, a range, or elements
  /// of one array that a list of \p Int chooses.
  template <typename Int>
  static size_t touch(lacuna_trace *To, int64_t I,
                      const std::vector<Access> &Of, size_t At, int32_t Bytes) {
    const Access &A = Of[At];
    if (A.End != INT64_MIN) {
      (A.IsWrite ? lacuna_trace_write_some
                 : lacuna_trace_read_some)(To, I, A.Array, A.Index, A.End);
      return At + 1;
    }
    std::vector<Int> List;
    for (; At < Of.size() && Of[At].Array == A.Array &&
           Of[At].IsWrite == A.IsWrite && Of[At].End == INT64_MIN;
         ++At)
      List.push_back(Int(Of[At].Index));
    if (List.size() == 1)
      (A.IsWrite ? lacuna_trace_write : lacuna_trace_read)(To, I, A.Array,
                                                           A.Index);
    else
      (A.IsWrite ? lacuna_trace_write_each : lacuna_trace_read_each)(
          To, I, A.Array, List.data(), int64_t(List.size()), Bytes);
    return At;
  }
  lacuna_wave *plan(std::vector<lacuna_source> Further = {}) {
    lacuna_trace *Trace = lacuna_trace_begin(Loop.trips, 2);
    for (size_t I = 0; I < All.size(); ++I)
      for (size_t At = 0; At < All[I].size();) {
        constexpr std::array Calls{touch<int8_t>, touch<int16_t>,
                                   touch<int32_t>, touch<int64_t>};
        const size_t Type = I % 4;
        At = Calls[Type](Trace, int64_t(I), All[I], At, -(1 << Type));
      }
    for (size_t I = 0; I < Further.size(); ++I)
      if (Further[I].size != 0)
        lacuna_trace_pages(Trace, int32_t(I) + 1, Further[I].begin,
                           Further[I].size);
    return lacuna_wave_plan(Trace, &Loop);
  }
};

/// Random accesses that go backwards and forwards, below zero as well.
Accesses randomAccesses(std::mt19937 &R, int64_t Trips) {
  Accesses All{size_t(Trips)};
  for (int64_t I = 0; I < Trips; ++I) {
    for (int N = int(R() % 5); N > 0; --N)
      All[size_t(I)].push_back(
          {int32_t(R() % 2), int64_t(R() % uint64_t(Trips)) - 3, R() % 4 == 0});
    if (R() % 3 != 0)
      All[size_t(I)].push_back({0, I, true});
  }
  return All;
}

/// Random reads, each element written by one iteration at most.
Accesses randomSweep(std::mt19937 &R, int64_t Trips) {
  Accesses All{size_t(Trips)};
  std::vector<int64_t> Written(static_cast<size_t>(Trips));
  std::iota(Written.begin(), Written.end(), 0);
  if (R() % 2)
    std::shuffle(Written.begin(), Written.end(), R);
  for (int64_t I = 0; I < Trips; ++I) {
    for (int N = int(R() % 5); N > 0; --N)
      All[size_t(I)].push_back({0, int64_t(R() % uint64_t(Trips)), false});
    if (R() % 8 != 0)
      All[size_t(I)].push_back({0, Written[size_t(I)], true});
  }
  return All;
}

/// Runs the tasks of \p Run one at a time, in a random order that waits allow,
/// and returns the iterations in that order; fewer if nobody can go on.
std::vector<int64_t> interleave(lacuna_wave *Run, int32_t Threads,
                                std::mt19937 &R) {
  const size_t Team = size_t(Threads);
  std::vector<const lacuna_task *> At(Team), End(Team);
  int32_t *Done = nullptr;
  for (int32_t T = 0; T < Threads; ++T)
    lacuna_wave_share(Run, T, Threads, &At[size_t(T)], &End[size_t(T)], &Done);
  std::vector<int64_t> Order;
  for (;;) {
    std::vector<size_t> Ready;
    for (size_t T = 0; T < At.size(); ++T)
      if (At[T] != End[T] && std::all_of(At[T]->waits, At[T]->waits_end,
                                         [&](const lacuna_wait &W) {
                                           return Done[16 * W.thread] >=
                                                  W.count;
                                         }))
        Ready.push_back(T);
    if (Ready.empty())
      return Order;
    const lacuna_task *&Task = At[Ready[R() % Ready.size()]];
    for (int64_t I = Task->first; I < Task->last; ++I)
      Order.push_back(I);
    if (Task->count != 0)
      Done[16 * Task->thread] = Task->count;
    ++Task;
  }
}

/// Whether \p Order has each iteration once, and keeps the order of any two
/// that share a place that one of them writes.
bool keepsOrder(const Accesses &All, const std::vector<int64_t> &Order) {
  std::vector<int64_t> Rank(All.size(), -1);
  for (size_t K = 0; K < Order.size(); ++K)
    Rank[size_t(Order[K])] = int64_t(K);
  if (Order.size() != All.size() || std::count(Rank.begin(), Rank.end(), -1))
    return false;
  for (size_t J = 0; J < All.size(); ++J)
    for (size_t I = 0; I < J; ++I)
      for (const Access &A : All[I])
        for (const Access &B : All[J])
          if (A.Array == B.Array && A.Index <= B.last() &&
              B.Index <= A.last() && (A.IsWrite || B.IsWrite) &&
              Rank[I] > Rank[J])
            return false;
  return true;
}

TEST(Wave, KeepsEachDependence) {
  std::mt19937 R(1);
  for (int Round = 0; Round < 300; ++Round) {
    const int64_t Trips = 1 + int64_t(R() % 60);
    const int32_t Threads = int32_t(std::vector<int>{2, 3, 7}[R() % 3]);
    Site S(Round % 2 ? randomSweep(R, Trips) : randomAccesses(R, Trips),
           Threads, std::vector<int64_t>{1, 2, 3, 8}[R() % 4],
           1 + int64_t(R() % 2));
    lacuna_wave *Run = S.plan();
    ASSERT_TRUE(Run && lacuna_wave_pays(Run));
    for (int Again = 0; Again < 10; ++Again) {
      lacuna_wave *Other = Again ? lacuna_wave_find(&S.Loop) : Run;
      ASSERT_TRUE(Other);
      EXPECT_TRUE(keepsOrder(S.All, interleave(Other, Threads, R))) << Round;
      if (Again)
        lacuna_wave_end(Other);
    }
    lacuna_wave_end(Run);
  }
}

TEST(Wave, KeepsDependencesOfRanges) {
  std::mt19937 R(9);
  for (int Round = 0; Round < 300; ++Round) {
    const int64_t Trips = 1 + int64_t(R() % 60);
    Accesses All = randomAccesses(R, Trips);
    for (auto &OfIteration : All)
      for (Access &A : OfIteration)
        if (R() % 2)
          A.End = A.Index + 1 + int64_t(R() % 3);
    Site S(All, 3, 1 + int64_t(R() % 3), 1 + int64_t(R() % 2));
    lacuna_wave *Run = S.plan();
    ASSERT_TRUE(Run && lacuna_wave_pays(Run));
    EXPECT_TRUE(keepsOrder(S.All, interleave(Run, 3, R))) << Round;
    lacuna_wave_end(Run);
  }
}

TEST(Wave, RangesThatMeetAreOnePlaceAndOthersAreFree) {
  // Rows of many elements, each its own; then one that joins all.
  Accesses Rows(8);
  for (int64_t I = 0; I < 8; ++I)
    Rows[size_t(I)] = {{0, 4000 * I, true, 4000 * I + 4000},
                       {0, 4000 * I + 2, false}};
  std::mt19937 R(4);
  for (bool Meet : {false, true}) {
    if (Meet)
      Rows[7].push_back({0, 0, false, 32000});
    Site S(Rows, 2);
    lacuna_wave *Run = S.plan();
    const lacuna_task *Begin, *End;
    int32_t *Done;
    int Busy = 0;
    for (int32_t T : {0, 1}) {
      lacuna_wave_share(Run, T, 2, &Begin, &End, &Done);
      Busy += Begin != End;
    }
    // Nobody changes threads for what has to be done in turn.
    EXPECT_EQ(Busy, Meet ? 1 : 2);
    EXPECT_TRUE(keepsOrder(S.All, interleave(Run, 2, R)));
    lacuna_wave_end(Run);
  }
}

TEST(Wave, WhatTakesFarLongerThanTheLoopIsLeft) {
  Site S(Accesses(1000, {{0, 0, true}}), 2);
  auto GoesOn = [&] {
    lacuna_trace *Trace = lacuna_trace_begin(S.Loop.trips, 1);
    for (int64_t I = 0; I < S.Loop.trips; ++I)
      for (int64_t K = 0; K < 1000; ++K)
        lacuna_trace_read(Trace, I, 0, I + K);
    const bool Does = lacuna_trace_goes_on(Trace) != 0;
    lacuna_wave *Run = lacuna_wave_plan(Trace, &S.Loop);
    EXPECT_EQ(lacuna_wave_pays(Run) != 0, Does);
    lacuna_wave_end(Run);
    return Does;
  };
  EXPECT_TRUE(GoesOn()) << "a command is obeyed";
  // Runs that take no time at all.
  S.Loop.order = LACUNA_WAVE_AUTO;
  lacuna_wave *Run = lacuna_wave_find(&S.Loop);
  for (int Runs = 0; Run && Runs < 100; ++Runs) {
    const lacuna_task *Begin, *End;
    int32_t *Done;
    lacuna_wave_share(Run, 0, 1, &Begin, &End, &Done);
    lacuna_wave_end(Run);
    Run = lacuna_wave_find(&S.Loop);
  }
  ASSERT_EQ(Run, nullptr);
  EXPECT_FALSE(GoesOn());
}

TEST(Wave, RowsAreComparedBehindWhereTheyLie) {
  int First[] = {1, 2}, Second[] = {3}, *Rows[] = {First, Second};
  Site S({{{0, 0, true}}, {{0, 0, true}}}, 2);
  auto Plan = [&] {
    lacuna_trace *Trace = lacuna_trace_begin(2, 1);
    for (int64_t I : {0, 1})
      lacuna_trace_write(Trace, I, 0, 0);
    for (int *&Row : Rows) {
      lacuna_trace_source(Trace, 1, &Row, sizeof(Row));
      lacuna_trace_source(Trace, 2, Row, sizeof(int));
    }
    return lacuna_wave_plan(Trace, &S.Loop);
  };
  auto IsRight = [&] {
    lacuna_wave *Run = lacuna_wave_find(&S.Loop);
    for (int32_t Step : {0, 1, 2})
      for (int32_t Part : {0, 1})
        lacuna_wave_compare(Run, Step, Part, 2);
    Run = lacuna_wave_current(Run);
    lacuna_wave_end(Run);
    return Run != nullptr;
  };
  lacuna_wave_end(Plan());
  EXPECT_TRUE(IsRight());
  First[1] = 9; // not read
  EXPECT_TRUE(IsRight());
  Second[0] = 4;
  EXPECT_FALSE(IsRight());
  lacuna_wave_end(Plan());
  EXPECT_TRUE(IsRight());
  Rows[0] = First + 1;
  EXPECT_FALSE(IsRight());
}

TEST(Wave, AnotherTeamRunsAllOnItsFirstThread) {
  std::mt19937 R(2);
  Site S(randomAccesses(R, 40), 4);
  lacuna_wave *Run = S.plan();
  const lacuna_task *Begin, *End;
  int32_t *Done;
  lacuna_wave_share(Run, 1, 3, &Begin, &End, &Done);
  EXPECT_EQ(Begin, End);
  lacuna_wave_share(Run, 0, 3, &Begin, &End, &Done);
  ASSERT_EQ(End - Begin, 1);
  EXPECT_EQ(Begin->first, 0);
  EXPECT_EQ(Begin->last, 40);
  EXPECT_EQ(Begin->waits, Begin->waits_end);
  lacuna_wave_end(Run);
}

/// Compares in two parts, as a team of two does.
lacuna_wave *checked(lacuna_wave *Run, int32_t Steps) {
  for (int32_t Step = 0; Run && Step <= Steps; ++Step)
    if (lacuna_wave_unknown(Run, Step))
      for (int32_t Part : {0, 1})
        lacuna_wave_compare(Run, Step, Part, 2);
  return lacuna_wave_current(Run);
}

TEST(Wave, PlansEndWithWhatTheyWereMadeOf) {
  std::mt19937 R(3);
  std::vector<int> pos(100, 1), crd(100000, 2);
  for (int *Changed :
       {&pos.front(), &pos.back(), &crd.front(), &crd[500], &crd.back()}) {
    Site S(randomAccesses(R, 30), 2);
    S.Sources = {{pos.data(), pos.size() * sizeof(int)}};
    S.Loop.sources = S.Sources.data();
    S.Loop.source_count = 1;
    lacuna_wave_end(S.plan({{crd.data(), crd.size() * sizeof(int)}}));
    lacuna_wave *Run = checked(lacuna_wave_find(&S.Loop), 1);
    EXPECT_TRUE(Run);
    lacuna_wave_end(Run);
    ++*Changed;
    EXPECT_FALSE(checked(lacuna_wave_find(&S.Loop), 1));
    EXPECT_FALSE(lacuna_wave_find(&S.Loop));
  }
}

TEST(Wave, DataThatAlwaysChangeGetNoMorePlans) {
  std::mt19937 R(8);
  std::vector<int> crd(1000, 2);
  Site S(randomAccesses(R, 30), 2);
  const std::vector<lacuna_source> Read = {
      {crd.data(), crd.size() * sizeof(int)}};
  lacuna_wave_end(S.plan(Read));
  int Made = 1;
  for (int Time = 0; Time < 30; ++Time) {
    ++crd[Time];
    lacuna_wave *Run = checked(lacuna_wave_find(&S.Loop), 1);
    Made += Run == nullptr;
    EXPECT_TRUE(!Run || !lacuna_wave_pays(Run));
    lacuna_wave_end(Run ? Run : S.plan(Read));
  }
  EXPECT_EQ(Made, 8);
}

TEST(Wave, WhatLiesBetweenPagesThatWereReadIsNotLookedAt) {
  std::mt19937 R(6);
  const size_t Page = 1 << 16, Size = 64 * Page;
  char *const At = static_cast<char *>(
      mmap(nullptr, Size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  mprotect(At + Page, Size - 2 * Page, PROT_NONE);
  Site S(randomAccesses(R, 30), 2);
  lacuna_trace *Trace = lacuna_trace_begin(S.Loop.trips, 2);
  lacuna_trace_write(Trace, 0, 0, 0);
  lacuna_trace_pages(Trace, 1, At + Size - 8, 8);
  lacuna_trace_pages(Trace, 1, At + 8, 8);
  lacuna_wave_end(lacuna_wave_plan(Trace, &S.Loop));
  lacuna_wave *Run = checked(lacuna_wave_find(&S.Loop), 1);
  EXPECT_TRUE(Run);
  lacuna_wave_end(Run);
  At[Size - 1] = 1;
  EXPECT_FALSE(checked(lacuna_wave_find(&S.Loop), 1));
  munmap(At, Size);
}

TEST(Wave, AnotherKeyIsAnotherPlan) {
  std::mt19937 R(4);
  int64_t Value = 5;
  Site S(randomAccesses(R, 30), 2);
  S.Loop.values = &Value;
  S.Loop.value_count = 1;
  lacuna_wave_end(S.plan());
  lacuna_wave *Run = lacuna_wave_find(&S.Loop);
  EXPECT_TRUE(Run);
  lacuna_wave_end(Run);
  Value = 6;
  EXPECT_FALSE(lacuna_wave_find(&S.Loop));
}

TEST(Wave, KeepsTheLastPlansOfASite) {
  std::mt19937 R(5);
  int64_t Value = 0;
  Site S(randomAccesses(R, 30), 2);
  S.Loop.values = &Value;
  S.Loop.value_count = 1;
  auto Pays = [&] {
    lacuna_wave *Run = lacuna_wave_find(&S.Loop);
    const bool Result = Run && lacuna_wave_pays(Run);
    lacuna_wave_end(Run);
    return Result;
  };
  for (Value = 0; Value < 9; ++Value)
    lacuna_wave_end(S.plan());
  Value = 0;
  EXPECT_FALSE(Pays());
  for (Value = 1; Value < 9; ++Value)
    EXPECT_TRUE(Pays()) << Value;
}

TEST(Wave, PlansThatDoNotLastAreNoLongerMade) {
  std::mt19937 R(8);
  int64_t Value = 0;
  Site S(randomAccesses(R, 30), 2);
  S.Loop.values = &Value;
  S.Loop.value_count = 1;
  // As generated code does: where there is no run a plan is made.
  auto WasMade = [&] {
    lacuna_wave *Run = lacuna_wave_find(&S.Loop);
    const bool IsNew = !Run;
    lacuna_wave_end(Run ? Run : S.plan());
    return IsNew;
  };
  for (Value = 0; Value < 8; ++Value)
    EXPECT_TRUE(WasMade());
  for (; Value < 100; ++Value)
    EXPECT_FALSE(WasMade());
  // A plan in use makes up for another one.
  Value = 7;
  for (int Run = 0; Run < 20; ++Run)
    EXPECT_FALSE(WasMade());
  Value = 200;
  EXPECT_TRUE(WasMade());
}

TEST(Wave, RunsAtTheSameTimeHaveTheirOwnCounters) {
  std::mt19937 R(6);
  Site S(randomAccesses(R, 50), 2);
  lacuna_wave *One = S.plan(), *Two = lacuna_wave_find(&S.Loop);
  interleave(One, 2, R);
  EXPECT_TRUE(keepsOrder(S.All, interleave(Two, 2, R)));
  lacuna_wave_end(One);
  lacuna_wave_end(Two);
}

TEST(Wave, WhatCannotBePlannedRunsAsWritten) {
  // Places far apart, no gain, and one thread.
  Accesses Far(10, {{0, 0, true}});
  for (size_t I = 0; I < Far.size(); ++I)
    Far[I][0].Index = int64_t(I) << 30;
  Accesses Chain(1000);
  for (size_t I = 0; I < Chain.size(); ++I)
    Chain[I] = {{0, int64_t(I) - 1, false}, {0, int64_t(I), true}};
  Site Sites[] = {Site(Far, 2), Site(Chain, 2, 0, LACUNA_WAVE_ANY),
                  Site(Chain, 1)};
  for (Site &S : Sites) {
    lacuna_wave *Run = S.plan();
    ASSERT_TRUE(Run);
    EXPECT_FALSE(lacuna_wave_pays(Run));
    lacuna_wave_end(Run);
  }
  EXPECT_FALSE(lacuna_trace_begin(0, 1));
}

/// As generated code does it.
void runOn(lacuna_wave *Run, int32_t Threads,
           const std::function<void(int64_t)> &Body) {
  std::vector<std::thread> Team;
  for (int32_t T = 0; T < Threads; ++T)
    Team.emplace_back([&, T] {
      const lacuna_task *At, *End;
      int32_t *Done;
      lacuna_wave_share(Run, T, Threads, &At, &End, &Done);
      for (; At != End; ++At) {
        for (const lacuna_wait *W = At->waits; W != At->waits_end; ++W)
          for (int32_t Spins = 0; __atomic_load_n(Done + 16 * W->thread,
                                                  __ATOMIC_ACQUIRE) < W->count;
               Spins += Spins < 2000)
            lacuna_wave_pause(Spins);
        for (int64_t I = At->first; I < At->last; ++I)
          Body(I);
        if (At->count != 0)
          __atomic_store_n(Done + 16 * At->thread, At->count, __ATOMIC_RELEASE);
      }
    });
  for (std::thread &T : Team)
    T.join();
}

TEST(Wave, ThreadsComputeWhatOneDoes) {
  std::mt19937 R(7);
  for (int64_t Order : {LACUNA_WAVE_LIST, LACUNA_WAVE_LEVELS}) {
    constexpr int64_t N = 2000;
    Accesses All{size_t(N)};
    for (int64_t I = 0; I < N; ++I) {
      for (int K = 0; K < 6; ++K)
        All[size_t(I)].push_back(
            {0, std::clamp<int64_t>(I + int64_t(R() % 200) - 100, 0, N - 1),
             false});
      All[size_t(I)].push_back({0, I, true});
    }
    std::vector<double> Start(size_t(N), 1.25), Expected = Start, x = Start;
    auto Sweep = [&](std::vector<double> &V, int64_t I) {
      double Sum = double(I % 7);
      for (const Access &A : All[size_t(I)])
        Sum -= 0.1 * V[size_t(A.Index)];
      V[size_t(I)] = Sum * 0.3;
    };
    for (int64_t I = 0; I < N; ++I)
      Sweep(Expected, I);
    Site S(All, 4, 8, Order);
    lacuna_wave *Run = S.plan();
    runOn(Run, 4, [&](int64_t I) { Sweep(x, I); });
    lacuna_wave_end(Run);
    EXPECT_EQ(x, Expected);
  }
}

} // namespace
