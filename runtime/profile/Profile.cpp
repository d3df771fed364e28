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
