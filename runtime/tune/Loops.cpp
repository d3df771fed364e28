//===- Loops.cpp - loops that are tuned -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tune/Loops.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
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
         T.Formats == L.formats &&
         std::equal(T.Clauses.begin(), T.Clauses.end(), L.clauses,
                    L.clauses + L.candidates);
}

__attribute__((noinline, cold)) static TunedLoop *
findLoop(lacuna_tune_loop &Loop) {
  if (Loop.abi != LACUNA_TUNE_ABI || Loop.formats >= Loop.candidates ||
      Loop.formats > LACUNA_TUNE_FORMATS)
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
    T->Formats = Loop.formats;
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

/// Which candidate of \p Loop has \p Clauses; as many as there are: none.
static size_t numberOf(const TunedLoop &Loop, const std::string &Clauses) {
  return size_t(std::find(Loop.Clauses.begin(), Loop.Clauses.end(), Clauses) -
                Loop.Clauses.begin());
}

/// What \p Kept has of the candidates of \p Loop that are formats, or of the
/// others, if there \p AreFormats or not: the fastest; none: there are none.
static std::optional<size_t> fastestKept(const TunedLoop &Loop,
                                         const Learnt &Kept, bool AreFormats) {
  std::optional<size_t> Best;
  uint64_t Least = 0;
  for (const Learnt::Tried &T : Kept.All) {
    const size_t Number = numberOf(Loop, T.Clauses);
    if (Number == Loop.Clauses.size() || T.Runs == 0 ||
        (Number >= Loop.schedules()) != AreFormats ||
        (Best && T.Median >= Least))
      continue;
    Best = Number;
    Least = T.Median;
  }
  return Best;
}

/// Has what \p New has kept of \p Loop decide, if its winner is a candidate.
/// Formats of which it has none are tried.
static void learn(const TunedLoop &Loop, ClassRace &New) {
  const size_t Best = numberOf(Loop, New.Kept.Best);
  if (Best == Loop.Clauses.size())
    return;
  const size_t Schedules = Loop.schedules();
  New.IsLearnt = true;
  New.Among.settle(
      Best < Schedules
          ? Best
          : fastestKept(Loop, New.Kept, /*AreFormats=*/false).value_or(0));
  if (Best >= Schedules)
    New.Formats.Known = int(Best - Schedules);
  else if (fastestKept(Loop, New.Kept, /*AreFormats=*/true))
    New.Formats.Known = TriedFormats::None;
}

static void formatsTold() { keepSoon(clockNow()); }

/// Begins the race in \p New, unless an earlier one has a winner that runs in
/// \p Loop. False where it is not known whether there is one.
static bool beginRace(const TunedLoop &Loop, ClassRace &New) {
  std::optional<Learnt> Found;
  if (!findKept(Loop.Where, Loop.Function, New.Of, Found))
    return false;
  const uint32_t Out =
      New.Of.Threads > uint64_t(Race::FewThreads) ? Loop.Alone : 0;
  New.Among.begin(Loop.schedules(), Out);
  New.Formats.Threads = int64_t(New.Of.Threads);
  New.Formats.WhenTold = formatsTold;
  if (Found) {
    New.Kept = std::move(*Found);
    learn(Loop, New);
  }
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
  Loop.Others.Formats.Threads = int64_t(Of.Threads);
  return &Loop.Others;
}

/// Adds to \p L what the race has shown.
static void addSchedules(const TunedLoop &Loop, const ClassRace &C, Learnt &L) {
  if (const uint64_t Runs = C.BytesRuns.load(std::memory_order_relaxed))
    L.Bytes = C.Bytes.load(std::memory_order_relaxed) / Runs;
  for (size_t K = 0; K < Loop.schedules(); ++K) {
    const Race::Result R = C.Among.resultOf(K);
    L.All.push_back({Loop.Clauses[K], R.Runs, uint64_t(R.Median)});
  }
}

/// Adds to \p L what \p Of say, beside the schedule that is the best one of \p
/// L so far: what it took when it was tried is what it takes now. If it has had
/// no rivals it was not.
static void addFormats(const TunedLoop &Loop, const TriedFormats &Of,
                       Learnt &L) {
  const auto Usual =
      std::find_if(L.All.begin(), L.All.end(),
                   [&](const Learnt::Tried &T) { return T.Clauses == L.Best; });
  if (Usual == L.All.end())
    return;
  if (Usual->Runs == 0)
    Usual->Median = uint64_t(Of.OfArrays);
  const auto Median = double(Usual->Median);
  for (size_t K = 0; K < Loop.Formats; ++K)
    if (const double Ratio = Of.All[K].Ratio; Ratio > 0)
      L.All.push_back({Loop.Clauses[Loop.schedules() + K], Of.All[K].Runs,
                       uint64_t(Median * Ratio)});
  if (const int Best = Of.Best; Best >= 0)
    L.Best = Loop.Clauses[Loop.schedules() + size_t(Best)];
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
  const bool AreNew = C.Formats.IsNew.exchange(false);
  if ((C.IsLearnt || std::exchange(C.IsTold, true)) && !AreNew)
    return L;
  L.Best = Loop.Clauses[size_t(Winner)];
  if (C.IsLearnt) {
    L.Bytes = C.Kept.Bytes;
    L.All = C.Kept.All;
  } else {
    addSchedules(Loop, C, L);
  }
  addFormats(Loop, C.Formats, L);
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
