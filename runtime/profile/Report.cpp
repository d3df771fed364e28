//===- Report.cpp - when measurements are written -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Report.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
#include "profile/File.h"
#include "profile/OpenMP.h"
#include "profile/Overhead.h"
#include "profile/Texts.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

using namespace lacuna::rt;

std::atomic<uint64_t> detail::Since, detail::Next;

/// One thread writes. Never destroyed: loops run while the process ends.
static constinit std::mutex Writing;

namespace {

/// What the process has had of processors.
struct Processors {
  uint64_t Busy = 0, Preempted = 0;
};

/// Behind Writing.
struct Reports {
  std::string File, Rank, Program; ///< no file: a table at exit
  uint64_t Pause;                  ///< between reports, nanoseconds
  pid_t Pid;
  Processors Before; ///< when the first loop ran
  uint64_t Overhead = 0;
  bool HasFailed = false;
};

} // namespace

static Reports *All;

/// A process may be over at any time, above all at first.
static constexpr uint64_t FirstPause = 100'000'000, LastPause = 2'000'000'000;
static constexpr uint64_t Never = UINT64_MAX;

static uint64_t nanoseconds(const timeval &T) {
  return uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_usec) * 1000;
}

static Processors processorsSoFar() {
  rusage Usage;
  if (getrusage(RUSAGE_SELF, &Usage) != 0)
    return {};
  return {nanoseconds(Usage.ru_utime) + nanoseconds(Usage.ru_stime),
          uint64_t(Usage.ru_nivcsw)};
}

static ProcessInfo processInfo(bool IsFinished) {
  ProcessInfo P;
  P.Pid = getpid();
  char Host[256] = {};
  if (gethostname(Host, sizeof Host - 1) == 0)
    P.Host = Host;
  P.Program = All->Program;
  P.Rank = All->Rank;
  P.Elapsed = clockNow() - reportsSince();
  const Processors Now = processorsSoFar();
  P.Busy = Now.Busy - All->Before.Busy;
  P.Preempted = Now.Preempted - All->Before.Preempted;
  P.Overhead = All->Overhead;
  P.OpenMP = timeOfOpenMP();
  P.IsFinished = IsFinished;
  return P;
}

/// Writes the file; where that fails, says so once.
static void writeFile(bool IsFinished) {
  if (All->Overhead == 0)
    All->Overhead = timeOfRun();
  const ProcessInfo Of = processInfo(IsFinished);
  const std::string File = fileOfProcess(All->File, All->Rank, Of.Pid);
  const int Error = replaceFile(File, profileAsJson(Of, summarize()));
  if (Error != 0 && !std::exchange(All->HasFailed, true))
    dprintf(STDERR_FILENO, "lacuna: cannot write profile '%s': %s\n",
            File.c_str(), std::strerror(Error));
}

static void beginAgain() {
  All->Pause = FirstPause;
  All->Pid = getpid();
  All->Before = processorsSoFar();
  forgetOpenMP();
  const uint64_t Now = clockNow();
  detail::Next.store(All->File.empty() ? Never : Now,
                     std::memory_order_relaxed);
  detail::Since.store(Now, std::memory_order_relaxed);
}

/// Whether this is a child that has begun again: its counters are another
/// process's, which forked it in a way that calls no handlers.
static bool beganAgain() {
  if (All->Pid == getpid())
    return false;
  resetRecords();
  beginAgain();
  return true;
}

void lacuna::rt::reportInBetween(uint64_t Now) {
  KeptErrno Kept;
  std::unique_lock Lock(Writing, std::try_to_lock);
  if (!Lock || Now < nextReport() || beganAgain())
    return;
  writeFile(/*IsFinished=*/false);
  // However slow the file system, it takes no more than half a percent.
  const uint64_t Then = clockNow();
  All->Pause = std::min(2 * All->Pause, LastPause);
  detail::Next.store(Then + std::max(All->Pause, 200 * (Then - Now)),
                     std::memory_order_relaxed);
}

static void beforeFork() {
  Writing.lock();
  lockRecords();
}

static void inParent() {
  unlockRecords();
  Writing.unlock();
}

static void inChild() {
  resetRecords();
  freeOtherPlaces();
  beginAgain();
  inParent();
}

__attribute__((noinline, cold)) void detail::beginReports() {
  KeptErrno Kept;
  std::lock_guard Lock(Writing);
  if (All)
    return;
  All = new Reports;
  All->File = fileNamedBy("LACUNA_PROFILE");
  All->Rank = rankOfProcess();
  All->Program = program_invocation_short_name;
  beginAgain();
  pthread_atfork(beforeFork, inParent, inChild);
}

/// Behind all destructors of the program's own, or where the library with this
/// is unloaded.
__attribute__((destructor(101))) static void reportAtExit() {
  KeptErrno Kept;
  // Who is writing may be what a signal's handler has interrupted to exit.
  std::unique_lock Lock(Writing, std::try_to_lock);
  for (int Try = 0; Try < 200 && !Lock; ++Try) {
    usleep(5000);
    Lock.try_lock();
  }
  if (!Lock || !All || beganAgain())
    return;
  if (!All->File.empty())
    return writeFile(/*IsFinished=*/true);
  const std::string Table =
      profileAsTable(processInfo(/*IsFinished=*/true), summarize());
  dprintf(STDERR_FILENO, "%s", Table.c_str());
}
