//===- Trial.cpp - which runs of a loop use a plan ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "LockSoon.h"
#include <algorithm>
#include <utility>

using namespace lacuna::rt;

RunKind Trial::next() {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own)
    return {};
  if (const int64_t Plans = Late.exchange(-1);
      Plans >= 0 && Now == Phase::Inspection)
    compare(size_t(Plans));
  switch (Now) {
  case Phase::InFront:
    if (Runs < InFront)
      return {RunKind::Timed};
    // Others meanwhile run as they were written.
    Now = Phase::Inspection;
    return {RunKind::Inspected};
  case Phase::Comparison:
    if (IsPaired && !std::exchange(IsPlansTurn, !IsPlansTurn))
      return {RunKind::Timed};
    [[fallthrough]];
  case Phase::Decided:
    return {RunKind::Planned, Best};
  case Phase::AtRest:
    if (--Runs <= 0)
      compare(OfPlans.size());
    return {};
  case Phase::Inspection:
  case Phase::Over:
    return {};
  }
  return {};
}

void Trial::compare(size_t Plans) {
  Now = Plans == 0 ? Phase::Over : Phase::Comparison;
  OfPlans.assign(Plans, Never);
  Compared.assign(Plans, 0);
  Beside = Never;
  Best = 0;
  Runs = 0;
  IsWarm = false;
}

void Trial::inspected(size_t Plans) {
  if (const std::unique_lock<std::mutex> Own = lockedSoon(Lock))
    compare(Plans);
  else
    Late = int64_t(Plans);
}

void Trial::changed() {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own)
    return;
  Now = Phase::InFront;
  Runs = 0;
}

void Trial::decide() {
  const auto Fastest = std::min_element(OfPlans.begin(), OfPlans.end());
  Best = size_t(Fastest - OfPlans.begin());
  Runs = RunsOfBest = 0;
  Now = Phase::Decided;
  if (*Fastest * LeastGain >= usual())
    rest(RunsAtRest);
}

void Trial::rest(int64_t For) {
  Now = Phase::AtRest;
  Runs = For;
}

/// Whether one more of such runs, which took \p Nanoseconds, is the last one.
bool Trial::isEnough(double Nanoseconds, int64_t MostRuns) {
  Spent = (Runs == 0 ? 0 : Spent) + Nanoseconds;
  return ++Runs >= MostRuns || Spent > MostOfTrial * usual();
}

/// Of the plan that was chosen, runs that are slow end it where they come in a
/// row.
bool Trial::settle(double Nanoseconds) {
  ++RunsOfBest;
  if (Nanoseconds <= usual() / SlowSpeed) {
    Runs = 0;
    return false;
  }
  if (!isEnough(Nanoseconds, SlowRuns))
    return false;
  NextRest = RunsOfBest > LastingRuns ? RunsAfterSlow
                                      : std::min(4 * NextRest, RunsAtRest);
  rest(NextRest);
  return true;
}

bool Trial::ran(RunKind Run, double Nanoseconds) {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own)
    return false;
  if (Run.Is == RunKind::Timed) {
    OnOne = std::min(OnOne, Nanoseconds);
    Runs += Now == Phase::InFront;
    if (Now == Phase::Comparison)
      Beside = std::min(Beside, Nanoseconds);
    return false;
  }
  // What began before others decided is of no interest.
  if (Run.Is != RunKind::Planned || Run.Number != Best)
    return false;
  if (Now == Phase::Decided)
    return settle(Nanoseconds);
  if (Now != Phase::Comparison)
    return false;
  // The first run may have to start the threads.
  if (!std::exchange(IsWarm, true))
    return false;
  OfPlans[Best] = std::min(OfPlans[Best], Nanoseconds);
  ++Compared[Best];
  if (!isEnough(Nanoseconds, RunsOfPlan))
    return false;
  Runs = 0;
  if (++Best < OfPlans.size())
    return false;
  decide();
  return true;
}

std::vector<double> Trial::times() const {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own)
    return {};
  std::vector<double> All = {usual()};
  All.insert(All.end(), OfPlans.begin(), OfPlans.end());
  return All;
}

int64_t Trial::runsOf(size_t Number) const {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  return Own && Number < Compared.size() ? Compared[Number] : 0;
}

bool Trial::isPlanned() const {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  return Own && Now == Phase::Decided;
}
