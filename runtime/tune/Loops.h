//===- Loops.h - loops that are tuned ---------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TUNE_LOOPS_H
#define LACUNA_RUNTIME_TUNE_LOOPS_H

#include "lacuna/tune.h"
#include "layout/TriedFormats.h"
#include "tune/Learnt.h"
#include "tune/Race.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace lacuna::rt {

/// The race of a loop over one class of data.
struct ClassRace {
  std::atomic<uint64_t> Key{0}; ///< of the class; 0: there is none yet
  DataClass Of;
  Race Among;
  std::atomic<uint64_t> Calls{0}; ///< that have not been told
  /// Of timed runs of which they are known, and how many these are.
  std::atomic<uint64_t> Bytes{0}, BytesRuns{0};
  Learnt Kept;           ///< by another process
  bool IsLearnt = false; ///< the winner is that
  bool IsTold = false;   ///< so is the result
  TriedFormats Formats;
};

/// A loop, with texts that outlive the library that it is from. Never freed: a
/// thread may be in it at any time.
struct TunedLoop {
  std::string Where, Function;
  std::vector<std::string> Clauses;
  uint32_t Alone = 0; ///< bits of candidates that run on one thread
  size_t Formats = 0; ///< so many, the last ones, are no schedules
  TunedLoop *Next = nullptr;
  std::mutex Lock; ///< of who adds a class
  std::array<ClassRace, 16> Classes;
  /// Over data of further classes the loop runs as usual, but for formats.
  ClassRace Others;

  /// How many candidates are schedules.
  size_t schedules() const {
    return std::min(Clauses.size() - Formats, Race::Most);
  }
};

/// That of \p Loop; null where another thread is at it, and of loops that
/// another version of the plugin has made.
TunedLoop *tunedLoopOf(lacuna_tune_loop &Loop);

/// The race of \p Loop over data \p Of that class; null where there is none, or
/// another thread is at it.
ClassRace *raceOf(TunedLoop &Loop, const DataClass &Of);

/// What this process has learnt since it was last told; \p IsAtEnd: also of
/// races that will not be run to their end.
std::vector<Learnt> takeLearnt(bool IsAtEnd);

/// Calls so far are told by another process.
void forgetCalls();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TUNE_LOOPS_H
