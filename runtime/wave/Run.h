//===- Run.h - one run of a loop, and what it finds out ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_RUN_H
#define LACUNA_RUNTIME_WAVE_RUN_H

#include "Allocating.h"
#include "PlanCache.h"
#include "ReadPages.h"
#include "Trial.h"
#include "lacuna/wave.h"
#include <chrono>
#include <new>

namespace lacuna::rt {

using Clock = std::chrono::steady_clock;

using TrialRef = std::shared_ptr<Trial>;

/// What is compared in one step.
struct Reads {
  Pieces Rows;
  ReadPages Pages;
};

/// What \p Do returns, or \p Otherwise where there is no memory, or this thread
/// is in the midst of taking some.
template <typename Result, typename Fn>
static Result orElse(Result Otherwise, Fn Do) {
  if (Allocating::isInterrupted())
    return Otherwise;
  const Allocating Here;
  try {
    return Do();
  } catch (const std::bad_alloc &) {
    return Otherwise;
  }
}

std::vector<int64_t> keyOf(const lacuna_loop &Loop);

/// A run of what is kept for a loop, whether it was measured or not; null where
/// there is no memory.
lacuna_wave *planOf(const lacuna_loop &Loop, const KeptRef &Of);

/// Copies what is to be kept for \p Loop depends on; false where that is too
/// much.
bool copyAll(std::vector<Step> &Steps, const lacuna_loop &Loop,
             std::vector<Reads> &Read);

} // namespace lacuna::rt

struct lacuna_wave {
  lacuna::rt::KeptRef Of;     ///< where a plan is run
  lacuna::rt::TrialRef Shows; ///< null where nothing is measured
  lacuna::rt::RunKind Kind;
  int64_t Trips = 0;
  const char *Name = ""; ///< of the loop's variable
  std::atomic<bool> IsStale{false};
  std::vector<std::vector<lacuna::rt::Look>>
      Looks; ///< at the sources of steps so far
  bool HasRun = false;
  lacuna_task Whole{};
  int32_t *Done = nullptr;
  lacuna::rt::Clock::time_point Begin;

  const lacuna::rt::Plan *plan() const {
    return Kind.Is == lacuna::rt::RunKind::Planned ? &Of->Plans[Kind.Number]
                                                   : nullptr;
  }
};

struct lacuna_trace {
  lacuna::rt::Trace Of;
  std::vector<lacuna::rt::Reads> Steps; ///< by the step that compares them
  std::vector<char> Values = {};        ///< that the walk stores
  lacuna::rt::Clock::time_point Begin = lacuna::rt::Clock::now();
};

#endif // LACUNA_RUNTIME_WAVE_RUN_H
