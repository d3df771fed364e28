//===- Race.cpp - which of several candidates is the fastest --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tune/Race.h"
#include "wave/LockSoon.h"
#include <algorithm>
#include <cmath>
#include <utility>

using namespace lacuna::rt;

/// The median of \p Count \p Values, the lesser one of two in the middle.
static double medianOf(std::array<double, Race::MostRounds> Values,
                       size_t Count) {
  const auto Middle = Values.begin() + (Count - 1) / 2;
  std::nth_element(Values.begin(), Middle, Values.begin() + Count);
  return *Middle;
}

void Race::begin(size_t All, uint32_t Out) {
  Count = std::min(All, Most);
  size_t Running = 0;
  for (size_t K = 0; K < Count; ++K) {
    Runners[K].IsOut = K != 0 && (Out >> K & 1);
    Running += !Runners[K].IsOut;
  }
  Winner.store(Running > 1 ? -1 : 0, std::memory_order_release);
}

void Race::settle(size_t Number) {
  Winner.store(int(Number), std::memory_order_release);
}

Race::Turn Race::next() {
  if (const int Known = winner(); Known >= 0)
    return {size_t(Known), false};
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own)
    return {0, false};
  size_t Next = 0;
  for (size_t K = 1; K < Count; ++K)
    if (!Runners[K].IsOut && Runners[K].Runs < Runners[Next].Runs)
      Next = K;
  return {Next, true};
}

/// Of a candidate that has run, to the usual one.
double Race::ratio(size_t Number) const {
  const size_t Both = std::min(Runners[Number].Runs, Runners[0].Runs);
  std::array<double, MostRounds> Ratios;
  for (size_t I = 0; I < Both; ++I)
    Ratios[I] = Runners[Number].Times[I] / Runners[0].Times[I];
  return medianOf(Ratios, Both);
}

/// What runs took beyond those of the usual candidate, as a number of its runs.
/// Of each candidate, the best one counts.
double Race::excess() const {
  double Sum = 0;
  for (size_t K = 1; K < Count; ++K) {
    const size_t Both = std::min(Runners[K].Runs, Runners[0].Runs);
    double Least = Both == 0 ? 1 : HUGE_VAL;
    for (size_t I = 0; I < Both; ++I)
      Least = std::min(Least, Runners[K].Times[I] / Runners[0].Times[I]);
    Sum += double(Both) * std::max(Least - 1, 0.0);
  }
  return Sum;
}

/// The one of those left with the least ratio.
size_t Race::leader() const {
  size_t Best = 0;
  for (size_t K = 1; K < Count; ++K)
    if (!Runners[K].IsOut && ratio(K) < ratio(Best))
      Best = K;
  return Best;
}

/// Who took more than \p Factor times as long as the leader is out. The usual
/// one stays to be compared with.
void Race::drop(double Factor) {
  const double Least = ratio(leader());
  for (size_t K = 1; K < Count; ++K)
    Runners[K].IsOut = Runners[K].IsOut || ratio(K) > Factor * Least;
}

/// The slowest are out while those left would take too long in two rounds. One
/// run has shown how long.
void Race::dropSlowest() {
  while (true) {
    double Sum = 0, Most = 1;
    size_t Slowest = 0;
    for (size_t K = 1; K < Count; ++K) {
      if (Runners[K].IsOut)
        continue;
      const double Ratio = ratio(K);
      Sum += 2 * (std::clamp(Ratio, 1.0, MostRatio) - 1);
      if (Ratio > Most) {
        Most = Ratio;
        Slowest = K;
      }
    }
    if (Sum <= MostExcessOfTwoRounds)
      return;
    Runners[Slowest].IsOut = true;
  }
}

/// Who was slower than the leader in each round is out.
void Race::dropLosers() {
  const size_t Best = leader();
  for (size_t K = 1; K < Count; ++K) {
    Runner &R = Runners[K];
    if (R.IsOut || K == Best)
      continue;
    R.IsOut = true;
    for (size_t I = 0; I < Rounds; ++I)
      R.IsOut &= R.Times[I] > Runners[Best].Times[I];
  }
}

/// All who are left have run \p Round times.
void Race::judge(size_t Round) {
  Rounds = Round;
  if (Round == 1)
    dropSlowest();
  else if (Round == 2)
    drop(1.5);
  else
    drop(1.2);
  if (Round == 5)
    dropLosers();
  if (Round >= 2 && excess() > MostExcess)
    drop(1);
  const bool IsOnlyOne =
      std::count_if(Runners.begin(), Runners.begin() + Count,
                    [](const Runner &R) { return !R.IsOut; }) == 1;
  if (Round == MostRounds || IsOnlyOne)
    end();
}

void Race::end() {
  size_t Best = leader();
  if (ratio(Best) * LeastGain > 1)
    Best = 0;
  Winner.store(int(Best), std::memory_order_release);
}

bool Race::ran(size_t Number, double Nanoseconds) {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own || winner() >= 0 || Number >= Count)
    return false;
  // The first run may have to start the threads.
  if (!std::exchange(IsWarm, true))
    return false;
  Runner &R = Runners[Number];
  if (R.IsOut || R.Runs == MostRounds)
    return false;
  R.Times[R.Runs++] = std::max(Nanoseconds, 1.0);
  advance();
  return winner() >= 0;
}

/// Ends the round if all who are left have run in it.
void Race::advance() {
  size_t Least = MostRounds;
  for (size_t K = 0; K < Count; ++K)
    if (!Runners[K].IsOut)
      Least = std::min(Least, Runners[K].Runs);
  if (Least > Rounds)
    judge(Least);
}

void Race::fail(size_t Number) {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (!Own || Number == 0 || Number >= Count)
    return;
  Runners[Number].IsOut = true;
  if (winner() == int(Number))
    Winner.store(0, std::memory_order_release);
  else if (winner() < 0)
    advance();
}

void Race::conclude() {
  const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
  if (Own && winner() < 0 && Rounds >= 3)
    end();
}

Race::Result Race::resultOf(size_t Number) const {
  const Runner &R = Runners[Number];
  return {R.Runs, R.Runs == 0 ? 0 : medianOf(R.Times, R.Runs)};
}
