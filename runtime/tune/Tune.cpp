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

using namespace lacuna::rt;

static_assert(Race::Most == LACUNA_TUNE_MOST);
static_assert(TriedFormats::Most == LACUNA_TUNE_FORMATS);

int64_t lacuna_tune_enter(lacuna_tune_run *Run, lacuna_tune_loop *Loop,
                          int64_t Trips, int64_t Work, int64_t Threads) {
  TunedLoop *const T = tunedLoopOf(*Loop);
  ClassRace *const Of =
      T ? raceOf(*T, DataClass::of(Trips, Work, Threads)) : nullptr;
  if (!Of)
    return 0;
  Of->Calls.fetch_add(1, std::memory_order_relaxed);
  const Race::Turn Turn = Of->Among.next();
  Run->record = Of;
  Run->number = Turn.Number;
  if (Turn.IsTimed)
    Run->start = clockNow();
  else if (T->Formats != 0 && Of->Among.winner() >= 0)
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
