//===- Waves.cpp - runs of loops in the order of plans --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Trials.h"
#include "gpu/KeptErrno.h"
#include "gpu/Messages.h"
#include "profile/Found.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sched.h>
#include <span>

using namespace lacuna::rt;

static PlanCache &cache() { return PlanCache::ofProcess(); }

std::vector<int64_t> lacuna::rt::keyOf(const lacuna_loop &Loop) {
  std::vector<int64_t> Key = {Loop.trips, Loop.threads, Loop.unit, Loop.order};
  Key.insert(Key.end(), Loop.values, Loop.values + Loop.value_count);
  return Key;
}

/// What is measured of \p Loop over data that \p Key stands for; or null.
static TrialRef trialOf(const lacuna_loop &Loop, std::vector<int64_t> Key) {
  Key.insert(Key.end(), {int64_t(Loop.site[0]), int64_t(Loop.site[1])});
  return Trials<Trial>::ofProcess().find(
      Key, [] { return std::make_shared<Trial>(); });
}

/// A run of \p Loop as \p Kind says, of what \p Of holds; null where there is
/// no memory.
static lacuna_wave *runOf(const lacuna_loop &Loop, RunKind Kind,
                          KeptRef Of = nullptr, TrialRef Shows = nullptr) {
  auto *Run = new (std::nothrow) lacuna_wave;
  if (!Run)
    return nullptr;
  Run->Kind = Kind;
  Run->Of = std::move(Of);
  Run->Shows = std::move(Shows);
  Run->Trips = Loop.trips;
  Run->Name = Loop.name;
  Run->Begin = Clock::now();
  const Plan *P = Run->plan();
  if (!P || P->threads() == LACUNA_WAVE_ON_GPU)
    return Run;
  const size_t Bytes = 64 * size_t(P->threads());
  Run->Done = static_cast<int32_t *>(std::aligned_alloc(64, Bytes));
  if (!Run->Done) {
    delete Run;
    return nullptr;
  }
  std::memset(Run->Done, 0, Bytes);
  return Run;
}

lacuna_wave *lacuna::rt::planOf(const lacuna_loop &Loop, const KeptRef &Of) {
  return runOf(Loop,
               {Of->Plans.empty() ? RunKind::AsWritten : RunKind::Planned}, Of);
}

/// How long the trace may take that this thread begins next, in ns; 0: any.
static thread_local double MostOfTrace = 0;

/// A run of a loop whose plans have to show that they pay.
static lacuna_wave *measured(const lacuna_loop &Loop) {
  const std::vector<int64_t> Key = keyOf(Loop);
  TrialRef Shows = trialOf(Loop, Key);
  if (!Shows)
    return runOf(Loop, {});
  RunKind Kind = Shows->next();
  if (Kind.Is == RunKind::Inspected) {
    const std::vector<double> Times = Shows->times();
    MostOfTrace = Times.empty() || !std::isfinite(Times.front())
                      ? 0
                      : double(Trial::RunsInFront) * Times.front();
    return nullptr;
  }
  if (Kind.Is != RunKind::Planned)
    return runOf(Loop, Kind, nullptr, Shows);
  std::optional<KeptRef> Found = cache().find(Loop.site, Key);
  if (Found && *Found && Kind.Number < (*Found)->Plans.size())
    return runOf(Loop, Kind, *Found, Shows);
  // Others have needed the memory.
  Shows->changed();
  return runOf(Loop, {});
}

static lacuna_wave *found(const lacuna_loop &Loop) {
  if (Loop.order == LACUNA_WAVE_AUTO)
    return measured(Loop);
  Worth Of;
  // What notes cost more than a walk comes back after some tens of calls.
  if (Loop.order == LACUNA_WAVE_WALK)
    Of.Patience = 8;
  // To find values takes as long as two or three runs.
  if (Loop.order == LACUNA_WAVE_VALUES)
    Of.LeastUse = 4;
  std::optional<KeptRef> Found = cache().find(Loop.site, keyOf(Loop), Of);
  if (!Found)
    return runOf(Loop, {});
  return *Found ? planOf(Loop, *Found) : nullptr;
}

lacuna_wave *lacuna_wave_find(const lacuna_loop *loop) {
  const KeptErrno Errno;
  return orElse<lacuna_wave *>(nullptr, [&] { return found(*loop); });
}

/// Whether what \p Run reads in a step has to be compared; stale where it is
/// known to be different.
static bool isUnknown(lacuna_wave &Run, size_t Number) {
  const Step &Now = Run.Of->Steps[Number];
  Run.Looks.resize(Number + 1);
  bool IsUnknown = Now.Others.haveOthers();
  for (const std::shared_ptr<Source> &S : Now.Sources) {
    const Look L = S->look();
    Run.Looks.back().push_back(L);
    IsUnknown |= L.Found == Look::Unknown;
    if (L.Found == Look::Different) {
      Run.IsStale.store(true, std::memory_order_relaxed);
      return false;
    }
  }
  return IsUnknown;
}

int lacuna_wave_unknown(lacuna_wave *run, int32_t step) {
  const KeptErrno Errno;
  if (!run->Of || run->IsStale.load(std::memory_order_relaxed) ||
      size_t(step) >= run->Of->Steps.size())
    return 0;
  const int IsUnknown =
      orElse(-1, [&] { return int(isUnknown(*run, size_t(step))); });
  if (IsUnknown < 0)
    run->IsStale.store(true, std::memory_order_relaxed);
  return IsUnknown > 0;
}

void lacuna_wave_compare(lacuna_wave *run, int32_t step, int32_t part,
                         int32_t parts) {
  const KeptErrno Errno;
  if (!run->Of || run->IsStale.load(std::memory_order_relaxed))
    return;
  const Step &Now = run->Of->Steps[size_t(step)];
  const std::vector<Look> &Looks = run->Looks[size_t(step)];
  bool IsSame = Now.Others.areOthersSame(part, parts);
  for (size_t I = 0; I < Now.Sources.size() && IsSame; ++I)
    IsSame =
        Looks[I].Found != Look::Unknown || Now.Sources[I]->isSame(part, parts);
  if (!IsSame)
    run->IsStale.store(true, std::memory_order_relaxed);
}

/// Tells once why a plan is known to be right.
static void tellRule(const KeptPlan &P) {
  if (!isLogging() || P.IsTold.exchange(true))
    return;
  size_t Tracked = 0, Compared = 0, Promised = 0;
  std::string Why;
  for (const Step &Of : P.Steps)
    for (const auto &S : Of.Sources) {
      if (S->isPromised()) {
        ++Promised;
        continue;
      }
      const char *Reason = S->isSmall() ? "small" : S->whyCompared();
      ++(Reason ? Compared : Tracked);
      if (Reason && (Why.empty() || !S->isSmall()))
        Why = Reason;
    }
  const char *const What = !P.Values.empty()    ? "kept values of '"
                           : !P.Results.empty() ? "walk in front of '"
                                                : "wavefront of '";
  std::string Text = What + std::string(P.Name) + "': of its " +
                     std::to_string(Tracked + Compared + Promised) +
                     " index arrays " + std::to_string(Tracked) +
                     " are tracked, " + std::to_string(Compared) +
                     " are compared";
  if (Promised != 0)
    Text += ", " + std::to_string(Promised) + " are promised";
  log(Text + (Why.empty() ? "" : " (" + Why + ")"));
}

lacuna_wave *lacuna_wave_current(lacuna_wave *run) {
  const KeptErrno Errno;
  if (!run || !run->IsStale.load(std::memory_order_relaxed)) {
    for (size_t At = 0; run && At < run->Looks.size(); ++At)
      for (size_t I = 0; I < run->Looks[At].size(); ++I)
        run->Of->Steps[At].Sources[I]->confirm(run->Looks[At][I]);
    if (run && run->Of && run->Looks.size() == run->Of->Steps.size())
      tellRule(*run->Of);
    return run;
  }
  const bool MayMake = cache().drop(run->Of);
  if (isLogging() && !run->Of->Values.empty())
    log("kept values of '" + std::string(run->Name) +
        "': what they were made of has changed");
  if (run->Shows) {
    // Another plan has to be worth it, too.
    run->Shows->changed();
    run->Kind = {RunKind::Timed};
    run->Begin = Clock::now();
    return run;
  }
  if (!MayMake) {
    run->Kind = {};
    return run;
  }
  lacuna_wave_end(run);
  return nullptr;
}

lacuna_trace *lacuna_trace_begin(int64_t trips, int32_t arrays) {
  const KeptErrno Errno;
  constexpr int64_t MostTrips = int64_t(1) << 26;
  if (trips <= 0 || trips > MostTrips)
    return nullptr;
  lacuna_trace *const New = orElse<lacuna_trace *>(
      nullptr, [&] { return new lacuna_trace{Trace(trips, arrays), {}}; });
  const double Most = std::exchange(MostOfTrace, 0);
  if (New && Most != 0)
    New->Of.limit(Most);
  return New;
}

int lacuna_trace_goes_on(const lacuna_trace *trace) {
  return trace->Of.isSpoilt() ? 0 : 1;
}

/// Notes something by \p Do. A trace in which something is missing is of no
/// use.
template <typename Fn> static void note(lacuna_trace *To, Fn Do) {
  if (To->Of.isSpoilt())
    return;
  const bool IsNoted = orElse(false, [&] {
    Do();
    return true;
  });
  if (!IsNoted)
    To->Of.spoil();
}

void lacuna_trace_read(lacuna_trace *trace, int64_t iteration, int32_t array,
                       int64_t index) {
  note(trace,
       [&] { trace->Of.add(iteration, array, index, /*IsWrite=*/false); });
}

void lacuna_trace_write(lacuna_trace *trace, int64_t iteration, int32_t array,
                        int64_t index) {
  note(trace,
       [&] { trace->Of.add(iteration, array, index, /*IsWrite=*/true); });
}

/// \p Bytes: of each index, negative where these are signed.
static void addEach(Trace &To, int64_t Iteration, int32_t Array,
                    const void *Indices, int64_t Count, int32_t Bytes,
                    bool IsWrite) {
  auto Add = [&](auto Type) {
    To.addEach(Iteration, Array, static_cast<const decltype(Type) *>(Indices),
               Count, IsWrite);
  };
  switch (Bytes) {
  case -1:
    return Add(int8_t());
  case 1:
    return Add(uint8_t());
  case -2:
    return Add(int16_t());
  case 2:
    return Add(uint16_t());
  case -4:
    return Add(int32_t());
  case 4:
    return Add(uint32_t());
  default:
    return Add(int64_t());
  }
}

void lacuna_trace_read_each(lacuna_trace *trace, int64_t iteration,
                            int32_t array, const void *indices, int64_t count,
                            int32_t bytes) {
  note(trace, [&] {
    addEach(trace->Of, iteration, array, indices, count, bytes,
            /*IsWrite=*/false);
  });
}

void lacuna_trace_write_each(lacuna_trace *trace, int64_t iteration,
                             int32_t array, const void *indices, int64_t count,
                             int32_t bytes) {
  note(trace, [&] {
    addEach(trace->Of, iteration, array, indices, count, bytes,
            /*IsWrite=*/true);
  });
}

void lacuna_trace_read_some(lacuna_trace *trace, int64_t iteration,
                            int32_t array, int64_t first, int64_t end) {
  note(trace, [&] {
    trace->Of.addSome(iteration, array, first, end, /*IsWrite=*/false);
  });
}

void lacuna_trace_write_some(lacuna_trace *trace, int64_t iteration,
                             int32_t array, int64_t first, int64_t end) {
  note(trace, [&] {
    trace->Of.addSome(iteration, array, first, end, /*IsWrite=*/true);
  });
}

static Reads &readsOf(lacuna_trace &Of, int32_t Step) {
  if (Of.Steps.size() <= size_t(Step))
    Of.Steps.resize(size_t(Step) + 1);
  return Of.Steps[size_t(Step)];
}

void lacuna_trace_source(lacuna_trace *trace, int32_t step, const void *begin,
                         size_t size) {
  const KeptErrno Errno;
  note(trace, [&] { readsOf(*trace, step).Rows.add(begin, size); });
}

void lacuna_trace_pages(lacuna_trace *trace, int32_t step, const void *begin,
                        size_t size) {
  const KeptErrno Errno;
  note(trace, [&] { readsOf(*trace, step).Pages.add(begin, size); });
}

/// Whether anybody wants to know what is found out about a loop.
static bool isOfInterest() { return isLogging() || isMeasuring(); }

static void tell(const std::string &What) {
  log(What);
  noteFound(What);
}

/// \p Since: what it took to find out about the loop, of which the trace
/// \p IsSpoilt or not.
static void tell(const lacuna_loop &Loop, const KeptPlan &P, bool IsSpoilt,
                 Clock::time_point Since) {
  if (!isOfInterest())
    return;
  const std::chrono::duration<double, std::micro> Took = Clock::now() - Since;
  const std::string Text = "wavefront of '" + std::string(Loop.name) + "': ";
  const std::string Cost = "; to find out took " +
                           std::to_string(std::llround(Took.count())) + " us";
  if (P.Plans.empty() && IsSpoilt)
    tell(Text +
         "its accesses are not noted, which would take too long or too "
         "much memory: the loop runs as it was written" +
         Cost);
  else if (P.Plans.empty())
    tell(Text +
         "no plan promises to be faster, the loop runs as it was written" +
         Cost);
  for (const Plan &Made : P.Plans) {
    const std::string Parts = ", " + std::to_string(Loop.threads) +
                              " threads, " + std::to_string(Made.tasks()) +
                              " tasks, " + std::to_string(Made.waits()) +
                              " waits";
    tell(Text + Made.Kind + (Made.levels() ? "" : Parts) +
         ", predicted to be " + std::to_string(Made.speedUp()).substr(0, 4) +
         " times as fast" + Cost);
  }
}

/// How much faster a plan has to promise to be. What is measured then needs no
/// more than a promise that is worth a trial.
static double leastSpeedUp(const lacuna_loop &Loop) {
  if (Loop.order != LACUNA_WAVE_AUTO)
    return Loop.order == LACUNA_WAVE_ANY ? 1.1 : 0;
  return Loop.threads < 4 ? 1.3 : 1.6;
}

/// Makes the plans that are worth a run.
static std::vector<Plan> plansOf(Trace &Of, const lacuna_loop &Loop) {
  const bool IsShared = Loop.threads > 1 && Loop.threads <= MaxThreads;
  if ((!IsShared && Loop.threads != LACUNA_WAVE_ON_GPU) || !Of.number())
    return {};
  std::vector<Plan> Plans = plansFor(Of, Loop);
  std::erase_if(
      Plans, [&](const Plan &P) { return P.speedUp() < leastSpeedUp(Loop); });
  if (Loop.order != LACUNA_WAVE_AUTO && Plans.size() > 1)
    Plans.erase(Plans.begin() + 1, Plans.end());
  return Plans;
}

static bool copyPieces(Step &To, Pieces &&From) {
  To.Others = std::move(From);
  if (!To.Others.copy())
    return false;
  To.Sources.insert(To.Sources.end(), To.Others.sources().begin(),
                    To.Others.sources().end());
  return true;
}

bool lacuna::rt::copyAll(std::vector<Step> &Steps, const lacuna_loop &Loop,
                         std::vector<Reads> &Read) {
  size_t Sum = 0;
  for (size_t I = 0; I < Loop.source_count; ++I)
    Sum += Loop.sources[I].size;
  for (Reads &R : Read) {
    for (const Bytes &B : R.Pages.ranges())
      R.Rows.add(B.Begin, B.Size);
    Sum += R.Rows.size();
  }
  if (Sum > PlanCache::MostBytes)
    return false;
  Steps.resize(std::max(size_t(1), Read.size()));
  for (size_t I = 0; I < Loop.source_count; ++I) {
    auto S = Source::of(Loop.sources[I].begin, Loop.sources[I].size);
    if (!S)
      return false;
    Steps[0].Sources.push_back(std::move(S));
  }
  for (size_t At = 1; At < Read.size(); ++At)
    if (!copyPieces(Steps[At], std::move(Read[At].Rows)))
      return false;
  return true;
}

static lacuna_wave *inspected(lacuna_trace &Of, const lacuna_loop &Loop) {
  auto Made = std::make_shared<KeptPlan>();
  std::memcpy(Made->Site, Loop.site, sizeof(Made->Site));
  Made->Key = keyOf(Loop);
  Made->Name = Loop.name;
  Made->Plans = plansOf(Of.Of, Loop);
  const bool IsMeasured = Loop.order == LACUNA_WAVE_AUTO;
  auto IsOfUse = [&] { return !IsMeasured || !Made->Plans.empty(); };
  // What would not be kept would be made anew for each run.
  if (IsOfUse() && (!copyAll(Made->Steps, Loop, Of.Steps) ||
                    Made->bytes() > PlanCache::MostBytes)) {
    Made->Steps.clear();
    Made->Plans.clear();
  }
  tell(Loop, *Made, Of.Of.isSpoilt(), Of.Begin);
  if (IsOfUse())
    cache().add(Made);
  if (!IsMeasured)
    return planOf(Loop, std::move(Made));
  TrialRef Shows = trialOf(Loop, Made->Key);
  if (!Shows)
    return runOf(Loop, {});
  Shows->inspected(Made->Plans.size());
  return runOf(Loop, Shows->next(), std::move(Made), Shows);
}

lacuna_wave *lacuna_wave_plan(lacuna_trace *trace, const lacuna_loop *loop) {
  const KeptErrno Errno;
  const std::unique_ptr<lacuna_trace> Own(trace);
  return orElse<lacuna_wave *>(nullptr,
                               [&] { return inspected(*trace, *loop); });
}

/// Keeps what a walk has found; where that would be too much, that nothing is.
static void keep(lacuna_trace &Of, const lacuna_loop &Loop,
                 std::span<const int64_t> Results) {
  auto Made = std::make_shared<KeptPlan>();
  std::memcpy(Made->Site, Loop.site, sizeof(Made->Site));
  Made->Key = keyOf(Loop);
  Made->Name = Loop.name;
  Made->Results.assign(Results.begin(), Results.end());
  if (Of.Of.isSpoilt() || !copyAll(Made->Steps, Loop, Of.Steps) ||
      Made->bytes() > PlanCache::MostBytes) {
    Made->Steps.clear();
    Made->Results.clear();
  }
  cache().add(std::move(Made));
}

void lacuna_walk_keep(lacuna_trace *trace, const lacuna_loop *loop,
                      const int64_t *results, int32_t count) {
  const KeptErrno Errno;
  const std::unique_ptr<lacuna_trace> Own(trace);
  orElse(false, [&] {
    keep(*trace, *loop, {results, size_t(count)});
    return true;
  });
}

const int64_t *lacuna_walk_results(const lacuna_wave *run) {
  const bool IsKept = run->Of && !run->Of->Results.empty() &&
                      !run->IsStale.load(std::memory_order_relaxed);
  return IsKept ? run->Of->Results.data() : nullptr;
}

int lacuna_wave_pays(const lacuna_wave *run) {
  return run->Kind.Is != RunKind::AsWritten ? 1 : 0;
}

void lacuna_wave_share(lacuna_wave *run, int32_t thread, int32_t team,
                       const lacuna_task **begin, const lacuna_task **end,
                       int32_t **done) {
  const Plan *P = run->plan();
  *done = run->Done;
  if (P && team == P->threads()) {
    *begin = P->begin(thread);
    *end = P->end(thread);
    if (thread == 0)
      run->HasRun = true;
    return;
  }
  *begin = *end = &run->Whole;
  if (thread != 0)
    return;
  run->HasRun = true;
  run->Whole = {0, run->Trips, nullptr, nullptr, 0, 0};
  ++*end;
}

void lacuna_wave_pause(int32_t spins) {
  constexpr int32_t MostSpins = 2000;
  if (spins >= MostSpins) {
    sched_yield();
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// What was measured.
static void tell(const lacuna_wave &Run) {
  if (!isOfInterest())
    return;
  const std::vector<double> Times = Run.Shows->times();
  auto Micro = [&](size_t I) {
    return std::to_string(std::llround(Times[I] / 1000)) + " us";
  };
  std::string Text = "wavefront of '" + std::string(Run.Name) +
                     "': " + Micro(0) + " on one thread";
  for (size_t I = 0; I + 1 < Times.size(); ++I)
    Text += ", " + Micro(I + 1) + " as " + Run.Of->Plans[I].Kind;
  tell(Text + (Run.Shows->isPlanned() ? "; the fastest stays"
                                      : "; the loop runs as it was written"));
}

void lacuna_wave_end(lacuna_wave *run) {
  const KeptErrno Errno;
  if (!run)
    return;
  if (run->Shows && run->HasRun) {
    const std::chrono::duration<double, std::nano> Took =
        Clock::now() - run->Begin;
    if (run->Shows->ran(run->Kind, Took.count()))
      tell(*run);
  }
  std::free(run->Done);
  delete run;
}
