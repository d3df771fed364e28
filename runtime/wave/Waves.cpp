//===- Waves.cpp - runs of loops in the order of plans --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCache.h"
#include "gpu/Messages.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sched.h>

using namespace lacuna::rt;

using Clock = std::chrono::steady_clock;

struct lacuna_wave {
  KeptRef Of;     ///< where a plan is run
  TrialRef Shows; ///< null where nothing is measured
  RunKind Kind;
  int64_t Trips = 0;
  const char *Name = ""; ///< of the loop's variable
  std::atomic<bool> IsStale{false};
  std::vector<std::vector<Look>> Looks; ///< at the sources of steps so far
  bool HasRun = false;
  lacuna_task Whole{};
  int32_t *Done = nullptr;
  Clock::time_point Begin;

  const Plan *plan() const {
    return Kind.Is == RunKind::Planned ? &Of->Plans[Kind.Number] : nullptr;
  }
};

struct lacuna_trace {
  Trace Of;
  std::vector<Pieces> Sources; ///< by the step that compares them
  Clock::time_point Begin = Clock::now();
};

static PlanCache &cache() { return PlanCache::ofProcess(); }

static std::vector<int64_t> keyOf(const lacuna_loop &Loop) {
  std::vector<int64_t> Key = {Loop.trips, Loop.threads, Loop.unit, Loop.order};
  Key.insert(Key.end(), Loop.values, Loop.values + Loop.value_count);
  return Key;
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
  if (!P)
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

/// The plan of a loop that shall have one, whether it was measured or not.
static lacuna_wave *planOf(const lacuna_loop &Loop, const KeptRef &Of) {
  return runOf(Loop,
               {Of->Plans.empty() ? RunKind::AsWritten : RunKind::Planned}, Of);
}

/// A run of a loop whose plans have to show that they pay.
static lacuna_wave *measured(const lacuna_loop &Loop) {
  const std::vector<int64_t> Key = keyOf(Loop);
  TrialRef Shows = cache().trialOf(Loop.site, Key);
  if (!Shows)
    return runOf(Loop, {});
  RunKind Kind = Shows->next();
  if (Kind.Is == RunKind::Inspected)
    return nullptr;
  if (Kind.Is != RunKind::Planned)
    return runOf(Loop, Kind, nullptr, Shows);
  std::optional<KeptRef> Found = cache().find(Loop.site, Key);
  if (Found && *Found && Kind.Number < (*Found)->Plans.size())
    return runOf(Loop, Kind, *Found, Shows);
  // Others have needed the memory.
  Shows->changed();
  return runOf(Loop, {});
}

lacuna_wave *lacuna_wave_find(const lacuna_loop *loop) {
  if (loop->order == LACUNA_WAVE_AUTO)
    return measured(*loop);
  std::optional<KeptRef> Found = cache().find(loop->site, keyOf(*loop));
  if (!Found)
    return runOf(*loop, {});
  return *Found ? planOf(*loop, *Found) : nullptr;
}

int lacuna_wave_unknown(lacuna_wave *run, int32_t step) {
  if (!run->Of || run->IsStale.load(std::memory_order_relaxed) ||
      size_t(step) >= run->Of->Steps.size())
    return 0;
  const Step &Now = run->Of->Steps[size_t(step)];
  run->Looks.resize(size_t(step) + 1);
  bool IsUnknown = Now.Others.haveOthers();
  for (const std::shared_ptr<Source> &S : Now.Sources) {
    const Look L = S->look();
    run->Looks.back().push_back(L);
    IsUnknown |= L.Found == Look::Unknown;
    if (L.Found == Look::Different) {
      run->IsStale.store(true, std::memory_order_relaxed);
      return 0;
    }
  }
  return IsUnknown;
}

void lacuna_wave_compare(lacuna_wave *run, int32_t step, int32_t part,
                         int32_t parts) {
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
  size_t Tracked = 0, Compared = 0;
  std::string Why;
  for (const Step &Of : P.Steps)
    for (const auto &S : Of.Sources) {
      const char *Reason = S->isSmall() ? "small" : S->whyCompared();
      ++(Reason ? Compared : Tracked);
      if (Reason && (Why.empty() || !S->isSmall()))
        Why = Reason;
    }
  std::string Text = "wavefront of '" + std::string(P.Name) + "': of its " +
                     std::to_string(Tracked + Compared) + " index arrays " +
                     std::to_string(Tracked) + " are tracked, " +
                     std::to_string(Compared) + " are compared";
  log(Text + (Why.empty() ? "" : " (" + Why + ")"));
}

lacuna_wave *lacuna_wave_current(lacuna_wave *run) {
  if (!run || !run->IsStale.load(std::memory_order_relaxed)) {
    for (size_t At = 0; run && At < run->Looks.size(); ++At)
      for (size_t I = 0; I < run->Looks[At].size(); ++I)
        run->Of->Steps[At].Sources[I]->confirm(run->Looks[At][I]);
    if (run && run->Of && run->Looks.size() == run->Of->Steps.size())
      tellRule(*run->Of);
    return run;
  }
  cache().drop(run->Of);
  if (run->Shows) {
    // Another plan has to be worth it, too.
    run->Shows->changed();
    run->Kind = {RunKind::Timed};
    run->Begin = Clock::now();
    return run;
  }
  lacuna_wave_end(run);
  return nullptr;
}

lacuna_trace *lacuna_trace_begin(int64_t trips, int32_t arrays) {
  constexpr int64_t MostTrips = int64_t(1) << 26;
  if (trips <= 0 || trips > MostTrips)
    return nullptr;
  return new (std::nothrow) lacuna_trace{Trace(trips, arrays), {}};
}

void lacuna_trace_read(lacuna_trace *trace, int64_t iteration, int32_t array,
                       int64_t index) {
  trace->Of.add(iteration, array, index, /*IsWrite=*/false);
}

void lacuna_trace_write(lacuna_trace *trace, int64_t iteration, int32_t array,
                        int64_t index) {
  trace->Of.add(iteration, array, index, /*IsWrite=*/true);
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
  addEach(trace->Of, iteration, array, indices, count, bytes,
          /*IsWrite=*/false);
}

void lacuna_trace_write_each(lacuna_trace *trace, int64_t iteration,
                             int32_t array, const void *indices, int64_t count,
                             int32_t bytes) {
  addEach(trace->Of, iteration, array, indices, count, bytes, /*IsWrite=*/true);
}

void lacuna_trace_read_some(lacuna_trace *trace, int64_t iteration,
                            int32_t array, int64_t first, int64_t end) {
  trace->Of.addSome(iteration, array, first, end, /*IsWrite=*/false);
}

void lacuna_trace_write_some(lacuna_trace *trace, int64_t iteration,
                             int32_t array, int64_t first, int64_t end) {
  trace->Of.addSome(iteration, array, first, end, /*IsWrite=*/true);
}

void lacuna_trace_source(lacuna_trace *trace, int32_t step, const void *begin,
                         size_t size) {
  if (trace->Sources.size() <= size_t(step))
    trace->Sources.resize(size_t(step) + 1);
  trace->Sources[size_t(step)].add(begin, size);
}

/// \p S without what \p Known has of it at one of its ends.
static lacuna_source without(lacuna_source S, const lacuna_source &Known) {
  const char *Begin = static_cast<const char *>(S.begin), *End = Begin + S.size;
  const char *const From = static_cast<const char *>(Known.begin);
  const char *const To = From + Known.size;
  if (From <= Begin && Begin < To)
    Begin = std::min(To, End);
  if (From < End && End <= To)
    End = std::max(From, Begin);
  return {Begin, size_t(End - Begin)};
}

/// \p Since: what it took to find out about the loop.
static void tell(const lacuna_loop &Loop, const KeptPlan &P,
                 Clock::time_point Since) {
  if (!isLogging())
    return;
  const std::chrono::duration<double, std::micro> Took = Clock::now() - Since;
  const std::string Text = "wavefront of '" + std::string(Loop.name) + "': ";
  const std::string Cost = "; to find out took " +
                           std::to_string(std::llround(Took.count())) + " us";
  if (P.Plans.empty())
    log(Text +
        "no plan promises to be faster, the loop runs as it was written" +
        Cost);
  for (const Plan &Made : P.Plans)
    log(Text + Made.Kind + ", " + std::to_string(Loop.threads) + " threads, " +
        std::to_string(Made.tasks()) + " tasks, " +
        std::to_string(Made.waits()) + " waits, predicted to be " +
        std::to_string(Made.speedUp()).substr(0, 4) + " times as fast" + Cost);
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
  if (Loop.threads <= 1 || Loop.threads > MaxThreads || !Of.number())
    return {};
  std::vector<Plan> Plans = plansFor(Of, Loop);
  std::erase_if(
      Plans, [&](const Plan &P) { return P.speedUp() < leastSpeedUp(Loop); });
  if (Loop.order != LACUNA_WAVE_AUTO && Plans.size() > 1)
    Plans.erase(Plans.begin() + 1, Plans.end());
  return Plans;
}

/// Copies what \p New has that \p Known has not; false where there is no memory
/// for that.
static bool copySource(Step &To, lacuna_source New,
                       std::vector<lacuna_source> &Known) {
  for (const lacuna_source &S : Known)
    New = without(New, S);
  Known.push_back(New);
  std::shared_ptr<Source> Copy = Source::of(New.begin, New.size);
  if (!Copy)
    return false;
  To.Sources.push_back(std::move(Copy));
  return true;
}

static bool copyPieces(Step &To, Pieces &&From) {
  To.Others = std::move(From);
  if (!To.Others.copy())
    return false;
  To.Sources.insert(To.Sources.end(), To.Others.sources().begin(),
                    To.Others.sources().end());
  return true;
}

/// Copies what the plan of \p Loop depends on, each byte of arrays once.
static bool copyAll(std::vector<Step> &Steps, const lacuna_loop &Loop,
                    const lacuna_source *Further, size_t Count,
                    std::vector<Pieces> &Rows) {
  std::vector<lacuna_source> Known;
  Steps.resize(std::max(Count + 1, Rows.size()));
  for (size_t I = 0; I < Loop.source_count; ++I)
    if (!copySource(Steps[0], Loop.sources[I], Known))
      return false;
  for (size_t I = 0; I < Count; ++I)
    if (!copySource(Steps[I + 1], Further[I], Known))
      return false;
  for (size_t At = Count + 1; At < Rows.size(); ++At)
    if (!copyPieces(Steps[At], std::move(Rows[At])))
      return false;
  return true;
}

lacuna_wave *lacuna_wave_plan(lacuna_trace *trace, const lacuna_loop *loop,
                              const lacuna_source *further, size_t count) {
  const std::unique_ptr<lacuna_trace> Own(trace);
  auto Made = std::make_shared<KeptPlan>();
  std::memcpy(Made->Site, loop->site, sizeof(Made->Site));
  Made->Key = keyOf(*loop);
  Made->Name = loop->name;
  Made->Plans = plansOf(trace->Of, *loop);
  const bool IsMeasured = loop->order == LACUNA_WAVE_AUTO;
  auto IsOfUse = [&] { return !IsMeasured || !Made->Plans.empty(); };
  // What would not be kept would be made anew for each run.
  if (IsOfUse() &&
      (!copyAll(Made->Steps, *loop, further, count, trace->Sources) ||
       Made->bytes() > PlanCache::MostBytes)) {
    Made->Steps.clear();
    Made->Plans.clear();
  }
  tell(*loop, *Made, Own->Begin);
  if (IsOfUse())
    cache().add(Made);
  if (!IsMeasured)
    return planOf(*loop, std::move(Made));
  TrialRef Shows = cache().trialOf(loop->site, Made->Key);
  if (!Shows)
    return runOf(*loop, {});
  Shows->inspected(Made->Plans.size());
  return runOf(*loop, Shows->next(), std::move(Made), Shows);
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
  if (!isLogging())
    return;
  const std::vector<double> Times = Run.Shows->times();
  auto Micro = [&](size_t I) {
    return std::to_string(std::llround(Times[I] / 1000)) + " us";
  };
  std::string Text = "wavefront of '" + std::string(Run.Name) +
                     "': " + Micro(0) + " on one thread";
  for (size_t I = 0; I + 1 < Times.size(); ++I)
    Text += ", " + Micro(I + 1) + " as " + Run.Of->Plans[I].Kind;
  log(Text + (Run.Shows->isPlanned() ? "; the fastest stays"
                                     : "; the loop runs as it was written"));
}

void lacuna_wave_end(lacuna_wave *run) {
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
