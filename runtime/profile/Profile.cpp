//===- Profile.cpp - runs that begin and end ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/profile.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
#include "profile/Report.h"

using namespace lacuna::rt;

void lacuna_profile_enter(lacuna_profile_run *Run, lacuna_profile_loop *Loop) {
  Record *R = recordOf(*Loop);
  ThreadState &T = threadState();
  Run->record = R;
  Run->version = 1;
  Run->bytes = 0;
  Run->guard = 0;
  Run->inner = T.Inner;
  T.Inner = 0;
  begunReports();
  Run->start = clockNow();
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
  ThreadState &T = threadState();
  Measured M;
  M.Time = Now - Run->start;
  M.Self = M.Time > T.Inner ? M.Time - T.Inner : 0;
  T.Inner = Run->inner + M.Time;
  auto *R = static_cast<Record *>(Run->record);
  // In a child of fork, that of its parent is none of its own.
  if (!R || Run->start < reportsSince())
    return;
  M.Bytes = Run->bytes;
  M.Path = size_t(Run->guard == 0 ? Run->version - 1
                                  : int64_t(R->VersionCount) + Run->guard - 1);
  count(*R, M, T);
  if (__builtin_expect(Now >= nextReport(), 0))
    reportInBetween(Now);
}
