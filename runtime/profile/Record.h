//===- Record.h - what has been measured of a loop --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_RECORD_H
#define LACUNA_RUNTIME_PROFILE_RECORD_H

#include "lacuna/profile.h"
#include "profile/Histogram.h"
#include "profile/Threads.h"
#include <atomic>
#include <cstddef>
#include <string>

namespace lacuna::rt {

using Counter = std::atomic<uint64_t>;

/// Runs that took one path: a version, or the user's loop behind a guard.
struct PathCounts {
  Counter Calls, Time, Bytes, BytesTime;
  Counter Starts, StartTime; ///< of those in which threads of OpenMP started
};

/// What the threads of one place have counted, in nanoseconds and bytes. The
/// counters of the paths follow, versions first.
struct Shard {
  Counter Calls, Time, Self, Bytes, BytesTime, NegatedMin, Max;
  Counter First; ///< the first run, without measured loops inside
  Counter Buckets[BucketCount];

  PathCounts *paths() { return reinterpret_cast<PathCounts *>(this + 1); }
};

/// Rows without positions, with one, with 2 or 3, with 4 to 7, …
constexpr size_t RowBucketCount = 64;

/// What is found out about a loop is cut to this.
constexpr size_t FoundSize = 256;

/// A loop, with texts that outlive the library that it is from. Records are
/// never freed: a thread may be in their loop at any time.
struct Record {
  const char *Where, *Function;
  uint32_t On, VersionCount, ReasonCount;
  const char **Texts; ///< of versions, then of reasons
  bool SharesOut;     ///< whether versions run on threads
  Record *Next;
  std::atomic<Shard *> Shards[OwnPlaces + 1];
  Counter Rows[RowBucketCount]; ///< those that were looked at
  char Found[FoundSize];        ///< what was found out; behind the lock

  size_t pathCount() const { return VersionCount + ReasonCount; }
};

/// One run that has ended.
struct Measured {
  uint64_t Time, Self;
  int64_t Bytes;
  size_t Path;
  bool StartedThreads;
};

/// The latest record; null if there is none.
Record *firstRecord();

/// That of \p Loop; null where there is no memory for it.
Record *recordOf(lacuna_profile_loop &Loop);

/// One of no loop, which is none of the above; null where there is no memory.
Record *makeRecordApart();

/// What was found out about the loop of \p R; empty where nothing was, or
/// others are just finding out.
std::string foundOf(const Record &R);

/// Adds \p M to \p R, in the place of the thread of \p T.
void count(Record &R, const Measured &M, const ThreadState &T);

/// How many runs of \p R the thread of \p T has ended.
uint64_t callsOf(const Record &R, const ThreadState &T);

/// All counters of all records are zero from now on.
void resetRecords();

/// For who forks: nobody is looking a record up meanwhile.
void lockRecords();
void unlockRecords();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_RECORD_H
