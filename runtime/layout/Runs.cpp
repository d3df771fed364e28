//===- Runs.cpp - whether a layout makes a loop faster --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpu/Messages.h"
#include "lacuna/layout.h"
#include "wave/Trials.h"
#include <algorithm>
#include <chrono>
#include <new>
#include <string>

using namespace lacuna::rt;

using Clock = std::chrono::steady_clock;

namespace {

/// Runs that take about as long as making a layout does, if that makes each a
/// third faster.
constexpr int64_t RunsInFront = 60;

struct Run : lacuna_layout_run {
  RunKind Kind;
  TrialRef Shows;
  Clock::time_point Begin;
  std::string Of; ///< for messages
};

} // namespace

static std::vector<int64_t> keyOf(const lacuna_level &Of) {
  std::vector<int64_t> Key = {
      Of.kind,  Of.lanes,          Of.window,
      Of.masks, Of.coordinates,    Of.coordinate_bytes,
      Of.rows,  Of.position_bytes, int64_t(Of.positions)};
  std::for_each(Of.entries, Of.entries + Of.entry_arrays,
                [&](const lacuna_entries &E) {
                  Key.insert(Key.end(), {int64_t(E.begin), E.bytes});
                });
  return Key;
}

static void tell(const Run &Of) {
  if (!isLogging())
    return;
  const std::vector<double> Times = Of.Shows->times();
  auto Speed = [&](size_t Number) {
    return std::to_string(int64_t(Times[Number] / 1000)) + " us";
  };
  log(Of.Of +
      (Of.Shows->isPlanned() ? "' runs over its layout: "
                             : "' runs without a layout: ") +
      Speed(0) + " a run without, " + Speed(1) + " with it");
}

static lacuna_layout_run *begin(const lacuna_level &Of) {
  if (Of.rows <= 0 || Of.entry_arrays <= 0)
    return nullptr;
  TrialRef Shows = Trials::ofProcess().find(keyOf(Of), RunsInFront);
  if (!Shows)
    return nullptr;
  const Clock::time_point Begin = Clock::now();
  const RunKind Kind = Shows->next();
  if (Kind.Is == RunKind::Inspected) {
    const lacuna_layout *const Made = lacuna_layout_use(&Of);
    Shows->inspected(Made ? 1 : 0);
    lacuna_layout_end(Made);
    return nullptr;
  }
  if (Kind.Is == RunKind::AsWritten)
    return nullptr;
  auto *const New = new Run;
  New->Kind = Kind;
  New->Of = std::string(Of.where) + ": '" + Of.name;
  New->Shows = std::move(Shows);
  New->Begin = Begin;
  // Where it has to be made anew, that is part of the run's time.
  New->layout = Kind.Is == RunKind::Planned ? lacuna_layout_use(&Of) : nullptr;
  return New;
}

lacuna_layout_run *lacuna_layout_begin(const lacuna_level *level) {
  try {
    return begin(*level);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void lacuna_layout_finish(lacuna_layout_run *run) {
  auto *const Of = static_cast<Run *>(run);
  if (!Of)
    return;
  const bool HasLayout = Of->layout;
  lacuna_layout_end(Of->layout);
  const std::chrono::duration<double, std::nano> Time =
      Clock::now() - Of->Begin;
  if (HasLayout || Of->Kind.Is == RunKind::Timed)
    if (Of->Shows->ran(Of->Kind, Time.count()))
      tell(*Of);
  delete Of;
}
