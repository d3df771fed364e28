//===- Planner.cpp - which thread runs what when --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "Levels.h"
#include <algorithm>
#include <numeric>
#include <span>

using namespace lacuna::rt;

/// What it costs, in ns, to go on where another thread has been: for the choice
/// of a thread, which loses what its caches hold, and for a wait.
static constexpr double ChangeOfThread = 1000, HandOver = 250;

/// What a wait costs that is over already, and what it costs to go on elsewhere
/// in memory than behind the unit before, which nothing has fetched ahead.
static constexpr double LookAtCounter = 60, Jump = 200;

/// Above, what units know of others is not kept: waits are dropped where the
/// thread itself has waited for more.
static constexpr int64_t MaxClocks = int64_t(1) << 26;

namespace lacuna::rt {

/// Makes waits and tasks of units that are shared out.
class PlanMaker {
public:
  PlanMaker(const Graph &G, int32_t Threads)
      : G(G), Threads(Threads), Thread(size_t(G.units())),
        Position(size_t(G.units())), Sequences(size_t(Threads)) {}

  void append(int32_t Unit, int32_t To) {
    Thread[size_t(Unit)] = To;
    Position[size_t(Unit)] = int32_t(Sequences[size_t(To)].size());
    Sequences[size_t(To)].push_back(Unit);
  }
  int32_t threadOf(int32_t Unit) const { return Thread[size_t(Unit)]; }

  /// \p Order has predecessors first, and units of a thread in its sequence.
  Plan make(const std::vector<int32_t> &Order, int64_t Trips);

private:
  using Clock = std::vector<int32_t>; ///< units of each thread that are done

  void findWaits(int32_t Unit, std::vector<Clock> &Known);
  void know(Clock &Of, int32_t Unit) const;
  double simulate(const std::vector<int32_t> &Order) const;
  void makeTasks(Plan &P, int64_t Trips) const;

  const Graph &G;
  const int32_t Threads;
  std::vector<int32_t> Thread, Position;
  std::vector<std::vector<int32_t>> Sequences;
  std::vector<lacuna_wait> Waits;
  std::vector<int64_t> FirstWait; ///< of each unit, in the order of finding
  std::vector<int64_t> LastWait;
  std::vector<bool> IsAwaited;
  std::vector<int32_t> Clocks; ///< of each unit, when it is done; or empty
};

} // namespace lacuna::rt

/// Adds to \p Of what whoever has waited for \p Unit knows.
void PlanMaker::know(Clock &Of, int32_t Unit) const {
  const int32_t Its = Thread[size_t(Unit)];
  if (!Clocks.empty())
    for (int32_t T = 0; T < Threads; ++T)
      Of[size_t(T)] = std::max(
          Of[size_t(T)], Clocks[size_t(Unit) * size_t(Threads) + size_t(T)]);
  Of[size_t(Its)] = std::max(Of[size_t(Its)], Position[size_t(Unit)] + 1);
}

void PlanMaker::findWaits(int32_t Unit, std::vector<Clock> &Known) {
  const int32_t Own = Thread[size_t(Unit)];
  Clock &Knows = Known[size_t(Own)];
  FirstWait[size_t(Unit)] = int64_t(Waits.size());
  // Of each thread the latest unit; what that one knows comes along.
  Clock Needed(size_t(Threads), 0);
  for (int64_t At = G.Begin[size_t(Unit)]; At < G.Begin[size_t(Unit) + 1];
       ++At) {
    const int32_t Before = G.Predecessors[size_t(At)];
    int32_t &Count = Needed[size_t(Thread[size_t(Before)])];
    Count = std::max(Count, Position[size_t(Before)] + 1);
  }
  for (int32_t T = 0; T < Threads; ++T) {
    const int32_t Count = Needed[size_t(T)];
    if (T == Own || Count <= Knows[size_t(T)])
      continue;
    const int32_t Last = Sequences[size_t(T)][size_t(Count) - 1];
    Waits.push_back({T, Count});
    IsAwaited[size_t(Last)] = true;
    know(Knows, Last);
  }
  LastWait[size_t(Unit)] = int64_t(Waits.size());
  Knows[size_t(Own)] = Position[size_t(Unit)] + 1;
  if (!Clocks.empty())
    std::copy(Knows.begin(), Knows.end(),
              Clocks.begin() + int64_t(Unit) * Threads);
}

double PlanMaker::simulate(const std::vector<int32_t> &Order) const {
  std::vector<double> Free(size_t(Threads), 0), Done(size_t(G.units()), 0);
  std::vector<int32_t> Next(size_t(Threads), 0);
  for (int32_t Unit : Order) {
    const size_t Own = size_t(Thread[size_t(Unit)]);
    double &Now = Free[Own];
    if (Unit != Next[Own])
      Now += Jump;
    Next[Own] = Unit + 1;
    for (int64_t At = FirstWait[size_t(Unit)]; At < LastWait[size_t(Unit)];
         ++At) {
      const lacuna_wait &W = Waits[size_t(At)];
      const int32_t Last = Sequences[size_t(W.thread)][size_t(W.count) - 1];
      Now = std::max(Now + LookAtCounter, Done[size_t(Last)] + HandOver);
    }
    Now += G.Work[size_t(Unit)];
    Done[size_t(Unit)] = Now;
  }
  return *std::max_element(Free.begin(), Free.end());
}

/// Neighbours that nobody stands between are one task.
void PlanMaker::makeTasks(Plan &P, int64_t Trips) const {
  for (int32_t T = 0; T < Threads; ++T) {
    P.First.push_back(int64_t(P.Tasks.size()));
    const size_t Own = P.Tasks.size();
    for (int32_t Unit : Sequences[size_t(T)]) {
      const int64_t First = Unit * G.Unit;
      const int64_t Last = std::min(First + G.Unit, Trips);
      const bool HasWaits = FirstWait[size_t(Unit)] != LastWait[size_t(Unit)];
      if (!HasWaits && P.Tasks.size() > Own && P.Tasks.back().count == 0 &&
          P.Tasks.back().last == First)
        P.Tasks.back().last = Last;
      else
        P.Tasks.push_back({First, Last,
                           P.Waits.data() + FirstWait[size_t(Unit)],
                           P.Waits.data() + LastWait[size_t(Unit)], 0, T});
      if (IsAwaited[size_t(Unit)])
        P.Tasks.back().count = Position[size_t(Unit)] + 1;
    }
  }
  P.First.push_back(int64_t(P.Tasks.size()));
}

Plan PlanMaker::make(const std::vector<int32_t> &Order, int64_t Trips) {
  const size_t Units = size_t(G.units());
  FirstWait.assign(Units, 0);
  LastWait.assign(Units, 0);
  IsAwaited.assign(Units, false);
  if (int64_t(Units) * Threads <= MaxClocks)
    Clocks.assign(Units * size_t(Threads), 0);
  std::vector<Clock> Known(size_t(Threads), Clock(size_t(Threads), 0));
  for (int32_t Unit : Order)
    findWaits(Unit, Known);
  Plan P;
  P.Predicted = simulate(Order);
  P.Sequential = std::accumulate(G.Work.begin(), G.Work.end(), 0.0);
  P.Waits = std::move(Waits);
  makeTasks(P, Trips);
  return P;
}

namespace {

/// When a unit can start on each thread, as far as others hold it up.
class Arrivals {
public:
  void add(double Done, int32_t Thread) {
    if (Thread == Latest) {
      First = std::max(First, Done);
    } else if (Done > First) {
      Second = First;
      First = Done;
      Latest = Thread;
    } else {
      Second = std::max(Second, Done);
    }
  }
  double on(int32_t Thread) const {
    return Thread == Latest ? std::max(First, Second + ChangeOfThread)
                            : First + ChangeOfThread;
  }

private:
  /// The latest time, on thread `Latest`, and that of all others.
  double First = -ChangeOfThread, Second = -ChangeOfThread;
  int32_t Latest = -1;
};

} // namespace

Plan lacuna::rt::planList(const Graph &G, int64_t Trips, int32_t Threads) {
  PlanMaker Maker(G, Threads);
  std::vector<double> Free(size_t(Threads), 0), Done(size_t(G.units()), 0);
  std::vector<int32_t> Order(size_t(G.units()));
  std::iota(Order.begin(), Order.end(), 0);
  int32_t Last = 0;
  for (int32_t Unit : Order) {
    Arrivals Before;
    for (int64_t At = G.Begin[size_t(Unit)]; At < G.Begin[size_t(Unit) + 1];
         ++At) {
      const int32_t U = G.Predecessors[size_t(At)];
      Before.add(Done[size_t(U)], Maker.threadOf(U));
    }
    auto StartOn = [&](int32_t T) {
      return std::max(Free[size_t(T)] + (T == Last ? 0 : ChangeOfThread),
                      Before.on(T));
    };
    int32_t Best = Last;
    for (int32_t T = 0; T < Threads; ++T)
      if (StartOn(T) < StartOn(Best))
        Best = T;
    Done[size_t(Unit)] = StartOn(Best) + G.Work[size_t(Unit)];
    Free[size_t(Best)] = Done[size_t(Unit)];
    Maker.append(Unit, Best);
    Last = Best;
  }
  Plan P = Maker.make(Order, Trips);
  P.Kind = "list of " + std::to_string(G.Unit);
  return P;
}

LevelSets lacuna::rt::levelSets(const Graph &G) {
  std::vector<int32_t> Level(size_t(G.units()), 0);
  int32_t Levels = 0;
  for (int32_t Unit = 0; Unit < G.units(); ++Unit) {
    int32_t &Own = Level[size_t(Unit)];
    for (int64_t At = G.Begin[size_t(Unit)]; At < G.Begin[size_t(Unit) + 1];
         ++At)
      Own = std::max(Own, Level[size_t(G.Predecessors[size_t(At)])] + 1);
    Levels = std::max(Levels, Own + 1);
  }
  LevelSets Sets{std::vector<int32_t>(size_t(Levels) + 1, 0),
                 std::vector<int32_t>(size_t(G.units()))};
  for (int32_t L : Level)
    ++Sets.Begin[size_t(L) + 1];
  std::partial_sum(Sets.Begin.begin(), Sets.Begin.end(), Sets.Begin.begin());
  std::vector<int32_t> At = Sets.Begin;
  for (int32_t Unit = 0; Unit < G.units(); ++Unit)
    Sets.Units[size_t(At[size_t(Level[size_t(Unit)])]++)] = Unit;
  return Sets;
}

Plan lacuna::rt::planLevels(const Graph &G, int64_t Trips, int32_t Threads) {
  const LevelSets Sets = levelSets(G);
  PlanMaker Maker(G, Threads);
  for (size_t Level = 0; Level + 1 < Sets.Begin.size(); ++Level) {
    const auto Units =
        std::span(Sets.Units)
            .subspan(size_t(Sets.Begin[Level]),
                     size_t(Sets.Begin[Level + 1]) - size_t(Sets.Begin[Level]));
    double All = 0, Before = 0;
    for (int32_t Unit : Units)
      All += G.Work[size_t(Unit)];
    for (int32_t Unit : Units) {
      // Sharing out less than a hand-over costs more than it gains.
      const double Middle = Before + G.Work[size_t(Unit)] / 2;
      const int32_t To =
          All < ChangeOfThread
              ? 0
              : std::min(int32_t(Middle * Threads / All), Threads - 1);
      Maker.append(Unit, To);
      Before += G.Work[size_t(Unit)];
    }
  }
  Plan P = Maker.make(Sets.Units, Trips);
  P.Kind = "levels of units of " + std::to_string(G.Unit);
  return P;
}

std::vector<Plan> lacuna::rt::plansFor(const Trace &T,
                                       const lacuna_loop &Loop) {
  const int32_t Threads = int32_t(Loop.threads);
  if (Threads == LACUNA_WAVE_ON_GPU) {
    std::vector<Plan> Only;
    Only.push_back(planForGpu(dependences(T, Loop.unit)));
    return Only;
  }
  const double Work = double(T.trips() + T.touches());
  // Rows next to each other share a cache line; where each is long work in
  // itself that matters less than what a larger unit has to wait for.
  constexpr int64_t Line = 8, Lines = 64, LongRow = 300;
  const bool IsLong = Work / double(T.trips()) > double(LongRow);
  const int64_t Least = Loop.unit != 0 ? Loop.unit : IsLong ? 1 : Line;
  const Graph Fine = dependences(T, Least);
  std::vector<Plan> Plans;
  if (Loop.order != LACUNA_WAVE_LEVELS) {
    Plans.push_back(planList(Fine, T.trips(), Threads));
    if (Loop.unit == 0) {
      Plan Coarse = planList(coarsened(Fine, IsLong ? Line : Lines / Line),
                             T.trips(), Threads);
      if (Coarse.Predicted < Plans.back().Predicted)
        Plans.back() = std::move(Coarse);
    }
  }
  if (Loop.order != LACUNA_WAVE_LIST)
    Plans.push_back(planLevels(Fine, T.trips(), Threads));
  if (Plans.size() == 2 && Plans[1].Predicted < Plans[0].Predicted)
    std::swap(Plans[0], Plans[1]);
  return Plans;
}
