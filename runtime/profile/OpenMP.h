//===- OpenMP.h - what starting OpenMP takes --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_OPENMP_H
#define LACUNA_RUNTIME_PROFILE_OPENMP_H

#include <atomic>
#include <cstdint>

namespace lacuna::rt {

namespace detail {
extern std::atomic<bool> HasBegunOpenMP;
uint64_t beginOpenMP();
} // namespace detail

/// In front of a run that shares iterations out: has OpenMP look at the machine
/// as the run would have it do, once a process. No threads start, which would
/// wait for ever in some children of a fork without handlers. The nanoseconds
/// that this took now.
inline uint64_t begunOpenMP() {
  if (__builtin_expect(!detail::HasBegunOpenMP.load(std::memory_order_relaxed),
                       0))
    return detail::beginOpenMP();
  return 0;
}

/// What that took in this process, in nanoseconds.
uint64_t timeOfOpenMP();

/// In a child of fork OpenMP begins anew.
void forgetOpenMP();

/// How many threads OpenMP has started, all that are there at first included;
/// 0 where that is not known.
int64_t threadsOfOpenMP();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_OPENMP_H
