//===- ParallelTag.h - how iterations run at the same time ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_PARALLELTAG_H
#define LACUNA_IR_PARALLELTAG_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

enum class ParallelUnit { CpuThread, CpuVector, GpuBlock, GpuWarp, GpuThread };
bool isGpu(ParallelUnit Unit);

enum class RaceStrategy {
  NoRaces,
  Atomics,
  Temporary,
  ParallelReduction,
  Scan, ///< variables that advance: a pass that counts, then one that runs
  BufferedScan, ///< the same in one pass, into buffers that are copied
  Wavefront,    ///< each iteration behind those that it shares elements with
  IgnoreRaces
};

/// Whether \p Races gives iterations partial results, which are joined.
inline bool joinsResults(RaceStrategy Races) {
  return Races == RaceStrategy::Temporary ||
         Races == RaceStrategy::ParallelReduction;
}

/// Whether variables may advance from iteration to iteration.
inline bool scans(RaceStrategy Races) {
  return Races == RaceStrategy::Scan || Races == RaceStrategy::BufferedScan;
}

/// Whether loops with \p Races say what their iterations share.
inline bool listsShared(RaceStrategy Races) {
  return Races == RaceStrategy::Atomics || scans(Races) ||
         Races == RaceStrategy::Wavefront || joinsResults(Races);
}

/// Which units of a wavefront run when.
enum class WaveOrder {
  Any,    ///< whichever is predicted to be faster
  List,   ///< in the user's order, each on the thread that can start it first
  Levels, ///< those that depend on equally long chains together
  Auto    ///< whichever runs show to be the fastest, or the loop as written
};

/// OpenMP's loop schedule.
struct OmpSchedule {
  std::string Kind;  ///< static, dynamic, guided
  int64_t Chunk = 0; ///< 0: not given
  friend bool operator==(const OmpSchedule &, const OmpSchedule &) = default;
};

struct ParallelTag {
  ParallelUnit Unit;
  RaceStrategy Races;
  std::optional<OmpSchedule> Schedule; ///< cpu_thread only
  int64_t Width = 0; ///< cpu_vector only: lanes; 0: the compiler chooses
  WaveOrder Order = WaveOrder::Any; ///< of a wavefront
  /// Where `listsShared`: the arrays and variables that different iterations
  /// may write, in the order of their accesses; of those that are joined the
  /// arrays whose elements data choose, for which copies serve. Races are
  /// judged when the schedule is complete; the list is empty before.
  std::vector<std::string> Shared = {};
  /// Of a scan: those of them that are arrays whose elements advance.
  std::vector<std::string> Cursors = {};
  /// On threads and in lanes: the arrays in which several iterations may store
  /// to one element, all of them the same value.
  std::vector<std::string> Marked = {};
  friend bool operator==(const ParallelTag &, const ParallelTag &) = default;
};

} // namespace lacuna

#endif // LACUNA_IR_PARALLELTAG_H
