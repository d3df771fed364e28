//===- Summary.h - what the threads of a loop add up to ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_SUMMARY_H
#define LACUNA_RUNTIME_PROFILE_SUMMARY_H

#include "profile/Record.h"
#include <string>
#include <vector>

namespace lacuna::rt {

/// Times are nanoseconds.
struct Summary {
  struct Path {
    const char *Text;
    bool IsVersion;
    uint64_t Calls = 0, Time = 0, Bytes = 0, BytesTime = 0;
    uint64_t Starts = 0, StartTime = 0;
  };
  const Record *Of;
  uint64_t Calls = 0, Time = 0, Self = 0, Bytes = 0, BytesTime = 0;
  uint64_t Min = UINT64_MAX, Max = 0, Median = 0;
  uint64_t First = 0;   ///< the first run of each place, its own time
  unsigned Threads = 0; ///< places of threads that ran the loop
  uint64_t Buckets[BucketCount] = {};
  uint64_t Rows[RowBucketCount] = {};
  std::vector<Path> Paths;
};

/// All loops that ran, those with the most time first.
std::vector<Summary> summarize();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_SUMMARY_H
