//===- Profile.cpp - runs that begin and end ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/profile.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
#include "profile/OpenMP.h"
#include "profile/Overhead.h"
#include "profile/Report.h"
#include <algorithm>

using namespace lacuna::rt;

/// Begins a run of the loop of \p R.
static void begin(lacuna_profile_run &Run, Record &R) {
  ThreadState &T = threadState();
  Run.inner = T.Inner;
  T.Inner = 0;
  Run.outer = T.Now;
  T.Now = &R;
  begunReports();
  Run.threads = 0;
  if (R.SharesOut) {
    Run.inner += begunOpenMP();
    Run.threads = threadsOfOpenMP();
  }
  Run.start = clockNow();
}

/// Whether threads of OpenMP have started in \p Run, and in none inside.
static bool hasStartedThreads(const lacuna_profile_run &Run, ThreadState &T) {
  const int64_t Now = threadsOfOpenMP();
  if (Now <= std::max(Run.threads, T.Threads))
    return false;
  T.Threads = Now;
  return true;
}

/// Ends a run at \p Now, and counts it.
static void end(lacuna_profile_run &Run, uint64_t Now) {
  auto &R = *static_cast<Record *>(Run.record);
  ThreadState &T = threadState();
  Measured M;
  M.Time = Now - Run.start;
  M.Self = M.Time > T.Inner ? M.Time - T.Inner : 0;
  T.Inner = Run.inner + M.Time;
  T.Now = static_cast<Record *>(Run.outer);
  // In a child of fork, that of its parent is none of its own.
  if (Run.start < reportsSince())
    return;
  M.Bytes = Run.bytes;
  M.Path = size_t(Run.guard == 0 ? Run.version - 1
                                 : int64_t(R.VersionCount) + Run.guard - 1);
  M.StartedThreads = R.SharesOut && hasStartedThreads(Run, T);
  count(R, M, T);
}

void lacuna_profile_enter(lacuna_profile_run *Run, lacuna_profile_loop *Loop) {
  Record *R = recordOf(*Loop);
  Run->record = R;
  Run->version = 1;
  Run->bytes = 0;
  Run->guard = 0;
  if (R)
    begin(*Run, *R);
}

uint64_t lacuna::rt::timeOfRun() {
  constexpr uint64_t Batches = 8, Runs = 64;
  static Record *const Apart = makeRecordApart();
  if (!Apart)
    return 0;
  ThreadState &T = threadState();
  const ThreadState Before = T;
  uint64_t Least = UINT64_MAX;
  for (uint64_t Batch = 0; Batch < Batches; ++Batch) {
    const uint64_t Begin = clockNow();
    for (uint64_t I = 0; I < Runs; ++I) {
      lacuna_profile_run Run = {};
      Run.record = Apart;
      begin(Run, *Apart);
      end(Run, clockNow());
    }
    Least = std::min(Least, (clockNow() - Begin) / Runs);
  }
  T = Before;
  return Least;
}

uint64_t lacuna_profile_samples(lacuna_profile_run *Run) {
  auto *R = static_cast<Record *>(Run->record);
  if (!R)
    return 0;
  // In the first run of a thread, the second, the third, the fifth, the ninth…
  const uint64_t Before = callsOf(*R, threadState());
  return (Before & (Before - 1)) == 0 ? clockNow() : 0;
}

void lacuna_profile_row(lacuna_profile_run *Run, int64_t Length) {
  const size_t Bucket =
      Length <= 0 ? 0 : 64 - size_t(__builtin_clzll(uint64_t(Length)));
  static_cast<Record *>(Run->record)
      ->Rows[Bucket]
      .fetch_add(1, std::memory_order_relaxed);
}

void lacuna_profile_sampled(lacuna_profile_run *Run, uint64_t Since) {
  const uint64_t Took = clockNow() - Since;
  Run->start += Took;
  Run->inner += Took;
}

void lacuna_profile_leave(lacuna_profile_run *Run) {
  const uint64_t Now = clockNow();
  if (!Run->record)
    return;
  end(*Run, Now);
  if (__builtin_expect(Now >= nextReport(), 0))
    reportInBetween(Now);
}
