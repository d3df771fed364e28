//===- Threads.h - a place for what each thread counts ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_THREADS_H
#define LACUNA_RUNTIME_PROFILE_THREADS_H

#include <cstddef>
#include <cstdint>

namespace lacuna::rt {

/// Each thread has a place of its own, while it runs, up to this many; all
/// others share the last one.
constexpr size_t OwnPlaces = 128;

struct Record;

/// Of a thread. Trivial, so that it is there up to the thread's end.
struct ThreadState {
  size_t Place;    ///< from 1 on; 0: none yet
  uint64_t Inner;  ///< time in runs that ended in the one that goes on now
  Record *Now;     ///< of that run; of the last one where longjmp has ended it
  int64_t Threads; ///< of OpenMP, up to which their start is accounted for
};

ThreadState &threadState();

/// Of the run that goes on in this thread, or that longjmp has ended; null if
/// there is none.
Record *recordOfThread();

/// In a child of fork: the places of threads that are not there are free.
void freeOtherPlaces();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_THREADS_H
