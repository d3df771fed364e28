//===- Runs.cpp - whether a layout makes a loop faster --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTime.h"
#include "LayoutCache.h"
#include "Level.h"
#include "Sample.h"
#include "Selection.h"
#include "TriedFormats.h"
#include "gpu/KeptErrno.h"
#include "gpu/Messages.h"
#include "wave/Allocating.h"
#include "wave/Trial.h"
#include "wave/Trials.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>

using namespace lacuna::rt;

using Clock = std::chrono::steady_clock;

namespace {

/// Runs on one thread that take about as long as making a layout does, which is
/// done by one thread, if that makes each a third faster.
constexpr int64_t RunsInFront = 60, MostThreads = 8;

/// Where it has been found out earlier that one makes a loop over such data
/// faster, it is made for entries that are still there.
constexpr int64_t RunsInFrontOfKnown = 2;

/// Of several that suit the entries of a tuned loop, all but the first one wait
/// so many times as long: who repeats a loop few times gains nothing from them.
/// So does a transpose, to make and to try which takes longest.
constexpr int64_t RunsInFrontOfOthers = 5;

/// Rows side by side gain where each entry takes so many times as long as it
/// must.
constexpr double SlowEntries = 1.6;

/// So many runs in a row that have no layout, though there should be one, end
/// the trial: entries change in each of them. After so many without a trial the
/// entries are looked at anew: they may be others.
constexpr int64_t MostMissed = 100, RunsOfRest = 1000;

using Levels = std::span<const lacuna_level>;

/// What is asked about a run.
struct Question {
  Levels All;
  int64_t Threads;
  bool Reassociates;
  TriedFormats *Tried = nullptr; ///< of a tuned loop
};

/// Which levels may make the loop faster.
std::vector<size_t> promising(const Question &Of) {
  std::vector<size_t> All = selected(Of.All, Of.Reassociates);
  const int Known = Of.Tried ? Of.Tried->Known.load() : TriedFormats::Unknown;
  if (Known != TriedFormats::Unknown)
    std::erase_if(All, [&](size_t Number) { return int(Number) != Known; });
  return All;
}

int64_t runsInFront(const Question &Of, bool AreOthers = false) {
  if (AreOthers)
    return RunsInFrontOfKnown;
  if (Of.Tried && Of.Tried->Known.load() != TriedFormats::Unknown)
    return RunsInFrontOfKnown;
  const bool IsTranspose = Of.Tried && Of.All[0].kind == LACUNA_CSC;
  return (IsTranspose ? RunsInFrontOfOthers : 1) * RunsInFront *
         std::clamp<int64_t>(Of.Threads, 1, MostThreads);
}

/// The same of a level that is new, over which the loop may have run in trials
/// of schedules.
int64_t runsLeft(const Question &Of, bool AreOthers) {
  const int64_t All = runsInFront(Of, AreOthers);
  if (!Of.Tried || All <= RunsInFrontOfKnown)
    return All;
  return std::max(All - Of.Tried->RunsBefore.exchange(0), RunsInFrontOfKnown);
}

/// What is measured of the layouts that a loop may have.
class LayoutTrial {
public:
  /// Where it \p Rests there is no layout, whatever the entries are.
  LayoutTrial(const Question &Of, bool Rests)
      : LayoutTrial(Of, Rests ? std::vector<size_t>() : promising(Of),
                    /*AreOthers=*/false) {
    if (Tried && Promising.size() > 1) {
      Others.assign(Promising.begin() + 1, Promising.end());
      Promising.resize(1);
    }
  }

  /// What follows where there are others to be tried, and it is time: the trial
  /// of these and of the layout that has won so far. Else null.
  std::shared_ptr<LayoutTrial> next(const Question &Of);

  /// Whether there may be a layout.
  bool isAny() const { return !Promising.empty(); }
  /// Makes those that may pay, as runs show: the plans. Called by one thread.
  void inspect(const Question &Of);
  /// Which of a question's levels plan \p Number is of.
  size_t levelOf(size_t Number) const { return Made[Number]; }
  /// A run of \p All took \p Nanoseconds; what that decided is said.
  void ran(Levels All, RunKind Kind, double Nanoseconds);

  /// Whether another one shall take its place in the run that begins.
  bool isOver(Levels All) {
    const bool IsSecond = Runs.fetch_add(1, std::memory_order_relaxed) == 1;
    return (IsSecond && isAny() && sampleOf(All[0]) != Sample) ||
           Missed.load() >= (isAny() ? MostMissed : RunsOfRest);
  }
  void miss() { Missed.fetch_add(1, std::memory_order_relaxed); }
  void hit() { Missed.store(0, std::memory_order_relaxed); }

  Trial Shows;

private:
  LayoutTrial(const Question &Of, std::vector<size_t> Those, bool AreOthers)
      : Shows(runsLeft(Of, AreOthers), /*IsPaired=*/Of.Tried), Tried(Of.Tried),
        Promising(std::move(Those)), Sample(isAny() ? sampleOf(Of.All[0]) : 0) {
  }

  void tell(Levels All, size_t Best, bool WasPlanned) const;
  void keep(const std::vector<double> &Times, size_t Best);

  TriedFormats *const Tried;
  std::vector<size_t> Promising, Others;
  const uint64_t Sample; ///< what changes up to the second run goes on to
  std::atomic<int64_t> Runs{0};
  std::vector<size_t> Made; ///< whoever knows of a plan may read it
  std::atomic<int64_t> Missed{0};
  std::atomic<bool> HasWon{false}; ///< one of them has, at least once
};

using LayoutTrials = Trials<LayoutTrial>;

struct Run : lacuna_layout_run {
  RunKind Kind;
  std::shared_ptr<LayoutTrial> Of;
  Levels All;
  Clock::time_point Begin;
};

} // namespace

namespace {

/// What tells levels apart, without a call to `new`: a signal's handler may
/// have interrupted one.
class LevelsKey {
public:
  explicit LevelsKey(const Question &Asked) {
    const lacuna_level &Of = Asked.All[0];
    for (int64_t Part :
         {int64_t(Asked.All.size()), Asked.Threads, int64_t(Asked.Reassociates),
          reinterpret_cast<int64_t>(Asked.Tried), int64_t(Of.kind),
          int64_t(Of.lanes), int64_t(Of.window), int64_t(Of.masks),
          int64_t(Of.coordinates), int64_t(Of.coordinate_bytes),
          int64_t(Of.rows), int64_t(Of.position_bytes), int64_t(Of.positions)})
      add(Part);
    std::for_each(Of.entries, Of.entries + Of.entry_arrays,
                  [&](const lacuna_entries &E) {
                    add(int64_t(E.begin));
                    add(E.bytes);
                  });
  }

  /// Whether there was room for all.
  bool isWhole() const { return Size <= Parts.size(); }
  std::span<const int64_t> parts() const { return {Parts.data(), Size}; }

private:
  void add(int64_t Part) {
    if (Size < Parts.size())
      Parts[Size] = Part;
    ++Size;
  }

  std::array<int64_t, 64> Parts;
  size_t Size = 0;
};

/// Runs that are over, to be used again: for the same reason.
class SpareRuns {
public:
  static SpareRuns &ofProcess() {
    static SpareRuns Those;
    return Those;
  }
  Run *take() {
    for (std::atomic<Run *> &Place : Places)
      if (Run *const Found = Place.exchange(nullptr))
        return Found;
    return new Run;
  }
  void giveBack(Run *Over) {
    Over->Of = nullptr;
    for (std::atomic<Run *> &Place : Places) {
      Run *None = nullptr;
      if (Place.compare_exchange_strong(None, Over))
        return;
    }
    delete Over;
  }

private:
  std::array<std::atomic<Run *>, 16> Places{};
};

} // namespace

void LayoutTrial::inspect(const Question &Of) {
  const std::vector<double> Times = Shows.times();
  for (size_t Number : Promising) {
    const lacuna_level &Level = Of.All[Number];
    if (Times.empty())
      break;
    const double Entry = Times[0] * double(std::max<int64_t>(1, Of.Threads)) /
                         double(std::max<uint64_t>(1, entriesOf(Level).Count));
    if (Level.kind == LACUNA_SELL && Entry < SlowEntries * leastEntryTime())
      continue;
    if (const lacuna_layout *const New = lacuna_layout_use(&Level)) {
      Made.push_back(Number);
      lacuna_layout_end(New);
    }
  }
  Shows.inspected(Made.size());
}

std::shared_ptr<LayoutTrial> LayoutTrial::next(const Question &Of) {
  if (Others.empty() || Runs.load() <= RunsInFrontOfOthers * runsInFront(Of))
    return nullptr;
  std::vector<size_t> Those = Others;
  // Runs of it that were slow may have ended it for a while.
  if (HasWon)
    Those.insert(Those.begin(), Promising[0]);
  return std::shared_ptr<LayoutTrial>(
      new LayoutTrial(Of, std::move(Those), /*AreOthers=*/true));
}

void LayoutTrial::tell(Levels All, size_t Best, bool WasPlanned) const {
  const std::vector<double> Times = Shows.times();
  if (Times.size() <= Made.size())
    return;
  auto Speed = [&](size_t Number) {
    return std::to_string(int64_t(Times[Number] / 1000)) + " us ";
  };
  if (WasPlanned && !Shows.isPlanned())
    return log(nameOf(All[0]) + " runs over your arrays for a while: several " +
               "runs over " + kindOf(All[levelOf(Best)]) +
               " in a row were slower than those without a layout");
  std::string Text = nameOf(All[0]) + " runs over ";
  Text += Shows.isPlanned() ? kindOf(All[levelOf(Best)]) : "your arrays";
  Text += ": " + Speed(0) + "a run without a layout";
  for (size_t Plan = 0; Plan < Made.size(); ++Plan)
    Text += ", " + Speed(Plan + 1) + "over " + kindOf(All[levelOf(Plan)]);
  log(Text);
}

/// Tells the loop's class of data what comparing layouts has shown, unless it
/// was known.
void LayoutTrial::keep(const std::vector<double> &Times, size_t Best) {
  if (!Tried || Tried->Known != TriedFormats::Unknown)
    return;
  for (size_t Plan = 0; Plan < Made.size() && Plan + 1 < Times.size(); ++Plan) {
    TriedFormats::Result &Of = Tried->All[levelOf(Plan)];
    Of.Ratio = Times[Plan + 1] / Times[0];
    Of.Runs = uint64_t(Shows.runsOf(Plan));
  }
  Tried->OfArrays = Times[0];
  Tried->Best = Shows.isPlanned() ? int(levelOf(Best)) : TriedFormats::None;
  Tried->IsNew = true;
  if (Tried->WhenTold)
    Tried->WhenTold();
}

void LayoutTrial::ran(Levels All, RunKind Kind, double Nanoseconds) {
  const bool WasPlanned = Shows.isPlanned();
  if (!Shows.ran(Kind, Nanoseconds))
    return;
  const std::vector<double> Times = Shows.times();
  if (Times.size() < 2)
    return;
  const auto Best = size_t(std::min_element(Times.begin() + 1, Times.end()) -
                           Times.begin() - 1);
  if (isLogging())
    tell(All, Best, WasPlanned);
  if (!WasPlanned) {
    HasWon = HasWon || Shows.isPlanned();
    keep(Times, Best);
  }
  // Those that were not chosen take memory. One that is slow now may be fast
  // again.
  for (size_t Plan = 0; !WasPlanned && Plan < Made.size(); ++Plan)
    if (!Shows.isPlanned() || Plan != Best)
      if (LayoutCache *const Cache = LayoutCache::current())
        Cache->forget(All[levelOf(Plan)]);
}

static lacuna_layout_run *begin(const Question &Asked) {
  if (Asked.Threads <= 0 || Asked.All.empty() || Asked.All[0].rows <= 0 ||
      Asked.All[0].entry_arrays <= 0)
    return nullptr;
  const LevelsKey Key(Asked);
  if (!Key.isWhole())
    return nullptr;
  const std::shared_ptr<LayoutTrial> Of = LayoutTrials::ofProcess().find(
      Key.parts(), [&] { return std::make_shared<LayoutTrial>(Asked, false); });
  if (!Of)
    return nullptr;
  if (Of->isOver(Asked.All))
    LayoutTrials::ofProcess().replace(
        Key.parts(),
        std::make_shared<LayoutTrial>(Asked, /*Rests=*/Of->isAny()));
  else if (std::shared_ptr<LayoutTrial> Next = Of->next(Asked))
    LayoutTrials::ofProcess().replace(Key.parts(), Next);
  if (!Of->isAny()) {
    Of->miss();
    return nullptr;
  }
  const Clock::time_point Begin = Clock::now();
  RunKind Kind = Of->Shows.next();
  if (Kind.Is == RunKind::Inspected) {
    Of->inspect(Asked);
    Kind = {};
  }
  if (Kind.Is == RunKind::AsWritten && !Asked.Reassociates)
    return nullptr;
  Run *const New = SpareRuns::ofProcess().take();
  New->layout = nullptr;
  New->level = 0;
  New->Kind = Kind;
  New->Of = Of;
  New->All = Asked.All;
  New->Begin = Begin;
  if (Kind.Is != RunKind::Planned)
    return New;
  // Where it has to be made anew, that is part of the run's time.
  const size_t Level = Of->levelOf(Kind.Number);
  New->layout = lacuna_layout_use(&Asked.All[Level]);
  New->level = int64_t(Level);
  LayoutCache *const Cache = LayoutCache::current();
  if (New->layout)
    Of->hit();
  else if (Cache && Cache->rests(Asked.All[Level]))
    Of->miss(); // no thread that makes one, or looks after it, is in the way
  return New;
}

static lacuna_layout_run *beginOrNone(const Question &Asked) {
  if (Allocating::isInterrupted())
    return nullptr;
  const Allocating Here;
  const KeptErrno Errno;
  try {
    return begin(Asked);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

lacuna_layout_run *lacuna_layout_begin(const lacuna_level *levels,
                                       int64_t count, int64_t threads,
                                       int32_t reassociates) {
  return beginOrNone({{levels, size_t(count)}, threads, reassociates != 0});
}

lacuna_layout_run *lacuna_layout_tried(const lacuna_level *levels,
                                       int64_t count, int64_t tried) {
  auto *const Of = reinterpret_cast<TriedFormats *>(tried);
  if (!Of || size_t(count) > TriedFormats::Most)
    return nullptr;
  return beginOrNone({{levels, size_t(count)}, Of->Threads, false, Of});
}

void lacuna_layout_finish(lacuna_layout_run *run) {
  const KeptErrno Errno;
  auto *const R = static_cast<Run *>(run);
  if (!R)
    return;
  const Allocating Here;
  const bool HasLayout = R->layout;
  lacuna_layout_end(R->layout);
  const std::chrono::duration<double, std::nano> Time = Clock::now() - R->Begin;
  try {
    if (HasLayout || R->Kind.Is == RunKind::Timed)
      R->Of->ran(R->All, R->Kind, Time.count());
  } catch (const std::bad_alloc &) {
    R->Kind = {}; // what it took is not noted
  }
  SpareRuns::ofProcess().giveBack(R);
}
