//===- Trials.h - what trials of schedules have shown -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_TRIALS_H
#define LACUNA_PLUGIN_SUPPORT_TRIALS_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace lacuna::plugin {

/// What a loop was run as.
struct TriedSchedule {
  std::string Clauses;
  uint64_t Runs = 0, Median = 0; ///< times in nanoseconds
};

/// Trials of a loop over data of one class: about as many iterations of the
/// outermost loop and of the innermost ones, whose logarithms to base 2, plus
/// one, these are, on as many threads.
struct Trials {
  std::string Where, Function;
  uint64_t Trips = 0, Work = 0, Threads = 0, Calls = 0;
  /// What a run moves at least, on average; 0 if that is not known.
  uint64_t Bytes = 0;
  std::string Best; ///< the clauses of the winner
  /// What a bare directive runs as comes first.
  std::vector<TriedSchedule> All;

  /// Threads have none there.
  bool isOnGpu() const { return Threads == 0; }
  /// The winner; null if the file does not say.
  const TriedSchedule *best() const;
  /// About how long the program was in the loop, in nanoseconds.
  double time() const;
};

/// Whether \p Clauses are those of a bare directive.
bool isBare(llvm::StringRef Clauses);

/// All that a file of LACUNA_TUNE holds.
llvm::Expected<std::vector<Trials>> readTrials(llvm::StringRef Json);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_TRIALS_H
