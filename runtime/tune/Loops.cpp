//===- Loops.cpp - loops that are tuned -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tune/Loops.h"
#include "gpu/KeptErrno.h"
#include "tune/Store.h"
#include "wave/LockSoon.h"
#include <algorithm>
#include <utility>

using namespace lacuna::rt;

static std::atomic<TunedLoop *> First;
/// Never destroyed: loops run while the process ends.
static constinit std::mutex Lookup;

static bool isOf(const TunedLoop &T, const lacuna_tune_loop &L) {
  return T.Where == L.where && T.Function == L.function && T.Alone == L.alone &&
         std::equal(T.Clauses.begin(), T.Clauses.end(), L.clauses,
                    L.clauses + L.candidates);
}

__attribute__((noinline, cold)) static TunedLoop *
findLoop(lacuna_tune_loop &Loop) {
  if (Loop.abi != LACUNA_TUNE_ABI)
    return nullptr;
  KeptErrno Kept;
  const std::unique_lock<std::mutex> Own = lockedSoon(Lookup);
  if (!Own)
    return nullptr;
  TunedLoop *T = First.load(std::memory_order_relaxed);
  while (T && !isOf(*T, Loop))
    T = T->Next;
  if (!T) {
    T = new TunedLoop;
    T->Where = Loop.where;
    T->Function = Loop.function;
    T->Clauses.assign(Loop.clauses, Loop.clauses + Loop.candidates);
    T->Alone = Loop.alone;
    T->Next = First.load(std::memory_order_relaxed);
    First.store(T, std::memory_order_release);
  }
  __atomic_store_n(&Loop.record, static_cast<void *>(T), __ATOMIC_RELEASE);
  return T;
}

TunedLoop *lacuna::rt::tunedLoopOf(lacuna_tune_loop &Loop) {
  if (void *Known = __atomic_load_n(&Loop.record, __ATOMIC_ACQUIRE))
    return static_cast<TunedLoop *>(Known);
  return findLoop(Loop);
}

/// Begins the race in \p New, unless an earlier one has a winner that runs in
/// \p Loop. False where it is not known whether there is one.
static bool beginRace(const TunedLoop &Loop, ClassRace &New) {
  std::optional<std::string> Best;
  if (!findKept(Loop.Where, Loop.Function, New.Of, Best))
    return false;
  const uint32_t Out =
      New.Of.Threads > uint64_t(Race::FewThreads) ? Loop.Alone : 0;
  New.Among.begin(Loop.Clauses.size(), Out);
  if (!Best)
    return true;
  const auto Winner =
      std::find(Loop.Clauses.begin(), Loop.Clauses.end(), *Best);
  const auto Number = size_t(Winner - Loop.Clauses.begin());
  New.IsLearnt = Number < std::min(Loop.Clauses.size(), Race::Most);
  if (New.IsLearnt)
    New.Among.settle(Number);
  return true;
}

__attribute__((noinline, cold)) static ClassRace *addRace(TunedLoop &Loop,
                                                          const DataClass &Of) {
  KeptErrno Kept;
  const std::unique_lock<std::mutex> Own = lockedSoon(Loop.Lock);
  if (!Own)
    return nullptr;
  for (ClassRace &C : Loop.Classes) {
    const uint64_t Key = C.Key.load(std::memory_order_relaxed);
    if (Key == Of.key())
      return &C;
    if (Key != 0)
      continue;
    C.Of = Of;
    if (!beginRace(Loop, C))
      return nullptr;
    C.Key.store(Of.key(), std::memory_order_release);
    return &C;
  }
  return nullptr;
}

ClassRace *lacuna::rt::raceOf(TunedLoop &Loop, const DataClass &Of) {
  for (ClassRace &C : Loop.Classes) {
    const uint64_t Key = C.Key.load(std::memory_order_acquire);
    if (Key == Of.key())
      return &C;
    if (Key == 0)
      return addRace(Loop, Of);
  }
  return nullptr;
}

/// What \p C, a race of \p Loop, has shown that has not been told; without
/// results if these have, and without calls as long as there are none.
static Learnt take(const TunedLoop &Loop, ClassRace &C, bool IsAtEnd) {
  Learnt L{Loop.Where, Loop.Function, C.Of, 0, 0, "", {}};
  if (IsAtEnd)
    C.Among.conclude();
  const int Winner = C.Among.winner();
  if (Winner < 0)
    return L;
  L.Calls = C.Calls.exchange(0);
  if (C.IsLearnt || std::exchange(C.IsTold, true))
    return L;
  L.Best = Loop.Clauses[size_t(Winner)];
  if (const uint64_t Runs = C.BytesRuns.load(std::memory_order_relaxed))
    L.Bytes = C.Bytes.load(std::memory_order_relaxed) / Runs;
  for (size_t K = 0; K < std::min(Loop.Clauses.size(), Race::Most); ++K) {
    const Race::Result R = C.Among.resultOf(K);
    L.All.push_back({Loop.Clauses[K], R.Runs, uint64_t(R.Median)});
  }
  return L;
}

std::vector<Learnt> lacuna::rt::takeLearnt(bool IsAtEnd) {
  std::vector<Learnt> All;
  for (TunedLoop *T = First.load(std::memory_order_acquire); T; T = T->Next)
    for (ClassRace &C : T->Classes)
      if (C.Key.load(std::memory_order_acquire) != 0)
        if (Learnt L = take(*T, C, IsAtEnd); L.Calls != 0 || !L.All.empty())
          All.push_back(std::move(L));
  return All;
}

void lacuna::rt::forgetCalls() {
  for (TunedLoop *T = First.load(std::memory_order_acquire); T; T = T->Next)
    for (ClassRace &C : T->Classes)
      C.Calls.store(0, std::memory_order_relaxed);
}
