//===- Record.cpp - what has been measured of a loop ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Record.h"
#include "gpu/KeptErrno.h"
#include "profile/Found.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

using namespace lacuna::rt;

static std::atomic<Record *> First;
/// Never destroyed: loops run while the process ends.
static constinit std::mutex Lookup;

Record *lacuna::rt::firstRecord() {
  return First.load(std::memory_order_acquire);
}

void lacuna::rt::lockRecords() { Lookup.lock(); }
void lacuna::rt::unlockRecords() { Lookup.unlock(); }

static bool isOf(const Record &R, const lacuna_profile_loop &L) {
  auto Same = [](const char *A, const char *B) {
    return std::strcmp(A, B) == 0;
  };
  if (R.On != L.on || R.VersionCount != L.version_count ||
      R.ReasonCount != L.reason_count || !Same(R.Where, L.where) ||
      !Same(R.Function, L.function))
    return false;
  for (uint32_t I = 0; I < L.version_count; ++I)
    if (!Same(R.Texts[I], L.versions[I]))
      return false;
  for (uint32_t I = 0; I < L.reason_count; ++I)
    if (!Same(R.Texts[L.version_count + I], L.reasons[I]))
      return false;
  return true;
}

/// A record with copies of the texts of \p L; null where there is no memory. In
/// one piece: what is not whole is not there.
static Record *makeRecord(const lacuna_profile_loop &L) {
  const size_t Count = size_t(L.version_count) + L.reason_count;
  auto SizeOf = [](const char *Text) { return std::strlen(Text) + 1; };
  size_t Bytes = sizeof(Record) + Count * sizeof(char *) + SizeOf(L.where) +
                 SizeOf(L.function);
  for (uint32_t I = 0; I < L.version_count; ++I)
    Bytes += SizeOf(L.versions[I]);
  for (uint32_t I = 0; I < L.reason_count; ++I)
    Bytes += SizeOf(L.reasons[I]);
  void *Memory = std::calloc(1, Bytes);
  if (!Memory)
    return nullptr;
  auto *R = new (Memory) Record{};
  R->Texts = reinterpret_cast<const char **>(R + 1);
  char *At = reinterpret_cast<char *>(R->Texts + Count);
  auto Copy = [&](const char *Text) -> const char * {
    const size_t Size = SizeOf(Text);
    char *To = static_cast<char *>(std::memcpy(At, Text, Size));
    At += Size;
    return To;
  };
  R->Where = Copy(L.where);
  R->Function = Copy(L.function);
  R->On = L.on;
  for (uint32_t I = 0; I < L.version_count; ++I)
    R->SharesOut |= std::strstr(L.versions[I], "cpu_thread") != nullptr;
  R->VersionCount = L.version_count;
  R->ReasonCount = L.reason_count;
  for (uint32_t I = 0; I < L.version_count; ++I)
    R->Texts[I] = Copy(L.versions[I]);
  for (uint32_t I = 0; I < L.reason_count; ++I)
    R->Texts[L.version_count + I] = Copy(L.reasons[I]);
  return R;
}

__attribute__((noinline, cold)) static Record *
findRecord(lacuna_profile_loop &Loop) {
  KeptErrno Kept;
  if (Loop.abi != LACUNA_PROFILE_ABI)
    return nullptr;
  std::lock_guard Lock(Lookup);
  Record *R = First.load(std::memory_order_relaxed);
  while (R && !isOf(*R, Loop))
    R = R->Next;
  if (!R) {
    if (!(R = makeRecord(Loop)))
      return nullptr;
    R->Next = First.load(std::memory_order_relaxed);
    First.store(R, std::memory_order_release);
  }
  __atomic_store_n(&Loop.record, static_cast<void *>(R), __ATOMIC_RELEASE);
  return R;
}

Record *lacuna::rt::recordOf(lacuna_profile_loop &Loop) {
  if (void *Known = __atomic_load_n(&Loop.record, __ATOMIC_ACQUIRE))
    return static_cast<Record *>(Known);
  return findRecord(Loop);
}

Record *lacuna::rt::makeRecordApart() {
  lacuna_profile_loop None = {};
  None.where = None.function = "";
  return makeRecord(None);
}

bool lacuna::rt::isMeasuring() { return recordOfThread() != nullptr; }

// Who needs the lock may be what a signal's handler has interrupted, or be gone
// in a child of fork: nobody waits.
void lacuna::rt::noteFound(const std::string &What) {
  Record *R = recordOfThread();
  std::unique_lock Lock(Lookup, std::try_to_lock);
  if (!R || !Lock)
    return;
  const size_t Size = std::min(What.size(), FoundSize - 1);
  std::memcpy(R->Found, What.data(), Size);
  R->Found[Size] = 0;
}

std::string lacuna::rt::foundOf(const Record &R) {
  std::unique_lock Lock(Lookup, std::try_to_lock);
  return Lock ? R.Found : "";
}

/// The shard of \p Place; null where there is no memory.
__attribute__((noinline, cold)) static Shard *makeShard(Record &R,
                                                        size_t Place) {
  KeptErrno Kept;
  void *Memory =
      std::calloc(1, sizeof(Shard) + R.pathCount() * sizeof(PathCounts));
  Shard *Known = nullptr;
  auto *New = static_cast<Shard *>(Memory);
  if (!New || R.Shards[Place].compare_exchange_strong(
                  Known, New, std::memory_order_acq_rel))
    return New;
  std::free(Memory);
  return Known;
}

/// Nobody else adds to \p C where it is the thread's \p Own.
static void add(Counter &C, uint64_t More, bool Own) {
  if (Own)
    C.store(C.load(std::memory_order_relaxed) + More,
            std::memory_order_relaxed);
  else
    C.fetch_add(More, std::memory_order_relaxed);
}

static void raise(Counter &C, uint64_t To) {
  uint64_t Was = C.load(std::memory_order_relaxed);
  while (Was < To &&
         !C.compare_exchange_weak(Was, To, std::memory_order_relaxed)) {
  }
}

void lacuna::rt::count(Record &R, const Measured &M, const ThreadState &T) {
  const size_t Place = T.Place - 1;
  Shard *S = R.Shards[Place].load(std::memory_order_acquire);
  if (__builtin_expect(!S, 0) && !(S = makeShard(R, Place)))
    return;
  const bool Own = Place < OwnPlaces;
  if (S->Calls.load(std::memory_order_relaxed) == 0)
    S->First.store(M.Self, std::memory_order_relaxed);
  add(S->Calls, 1, Own);
  add(S->Time, M.Time, Own);
  add(S->Self, M.Self, Own);
  if (M.Bytes > 0) {
    add(S->Bytes, uint64_t(M.Bytes), Own);
    add(S->BytesTime, M.Time, Own);
  }
  // Zero to begin with, as all counters are.
  raise(S->NegatedMin, ~M.Time);
  raise(S->Max, M.Time);
  add(S->Buckets[bucketOf(M.Time)], 1, Own);
  if (M.Path < R.pathCount()) {
    PathCounts &P = S->paths()[M.Path];
    add(P.Calls, 1, Own);
    add(P.Time, M.Time, Own);
    if (M.StartedThreads) {
      add(P.Starts, 1, Own);
      add(P.StartTime, M.Time, Own);
    }
    if (M.Bytes > 0) {
      add(P.Bytes, uint64_t(M.Bytes), Own);
      add(P.BytesTime, M.Time, Own);
    }
  }
}

uint64_t lacuna::rt::callsOf(const Record &R, const ThreadState &T) {
  const Shard *S = R.Shards[T.Place - 1].load(std::memory_order_acquire);
  return S ? S->Calls.load(std::memory_order_relaxed) : 0;
}

void lacuna::rt::resetRecords() {
  for (Record *R = firstRecord(); R; R = R->Next) {
    R->Found[0] = 0;
    for (Counter &Rows : R->Rows)
      Rows.store(0, std::memory_order_relaxed);
    for (std::atomic<Shard *> &Place : R->Shards)
      if (Shard *S = Place.load(std::memory_order_relaxed))
        std::memset(static_cast<void *>(S), 0,
                    sizeof(Shard) + R->pathCount() * sizeof(PathCounts));
  }
}
