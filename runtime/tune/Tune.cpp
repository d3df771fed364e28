//===- Tune.cpp - runs of tuned loops -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/tune.h"
#include "profile/Clock.h"
#include "tune/Loops.h"
#include "tune/Store.h"
#include <atomic>

using namespace lacuna::rt;

static_assert(Race::Most == LACUNA_TUNE_MOST);
static_assert(TriedFormats::Most == LACUNA_TUNE_FORMATS);

/// Threads that have just been started may share a processor at first, and one
/// alone is as fast as all of them: so long no trial tells anything.
static constexpr uint64_t UntilThreadsAreApart = 20'000'000;

/// Whether that is over, from the first run of any loop on.
static bool areThreadsApart() {
  static std::atomic<bool> AreApart{false};
  if (AreApart.load(std::memory_order_relaxed))
    return true;
  static std::atomic<uint64_t> First{0};
  const uint64_t Now = clockNow();
  uint64_t Known = 0;
  if (First.compare_exchange_strong(Known, Now) ||
      Now - Known < UntilThreadsAreApart)
    return false;
  AreApart.store(true, std::memory_order_relaxed);
  return true;
}

int64_t lacuna_tune_enter(lacuna_tune_run *Run, lacuna_tune_loop *Loop,
                          int64_t Trips, int64_t Work, int64_t Threads) {
  const bool IsSteady = Threads <= 1 || areThreadsApart();
  TunedLoop *const T = tunedLoopOf(*Loop);
  ClassRace *const Of =
      T ? raceOf(*T, DataClass::of(Trips, Work, Threads)) : nullptr;
  if (!Of)
    return 0;
  Of->Calls.fetch_add(1, std::memory_order_relaxed);
  if (!IsSteady && Of->Among.winner() < 0)
    return 0;
  const Race::Turn Turn = Of->Among.next();
  Run->record = Of;
  Run->number = Turn.Number;
  if (Turn.IsTimed) {
    Of->Formats.RunsBefore.fetch_add(1, std::memory_order_relaxed);
    Run->start = clockNow();
  } else if (T->Formats != 0 && Of->Among.winner() >= 0)
    Run->formats = reinterpret_cast<int64_t>(&Of->Formats);
  return int64_t(Turn.Number);
}

void lacuna_tune_leave(lacuna_tune_run *Run) {
  if (!Run->record)
    return;
  auto *const Of = static_cast<ClassRace *>(Run->record);
  if (Run->bytes < 0)
    return Of->Among.fail(size_t(Run->number));
  if (Run->start == 0)
    return;
  const uint64_t Now = clockNow();
  if (Run->bytes > 0) {
    Of->Bytes.fetch_add(uint64_t(Run->bytes), std::memory_order_relaxed);
    Of->BytesRuns.fetch_add(1, std::memory_order_relaxed);
  }
  if (Of->Among.ran(size_t(Run->number), double(Now - Run->start)))
    keepSoon(Now);
}
