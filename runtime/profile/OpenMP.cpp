//===- OpenMP.cpp - what starting OpenMP takes ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/OpenMP.h"
#include "gpu/KeptErrno.h"
#include "profile/Clock.h"
#include "profile/Threads.h"

using namespace lacuna::rt;

// There if the program is linked with Clang's OpenMP.
static __attribute__((weakref("omp_get_max_threads"))) int maxThreads();
static __attribute__((weakref("__kmpc_global_num_threads"))) int32_t
allThreads(void *Place);

std::atomic<bool> detail::HasBegunOpenMP;
static std::atomic<uint64_t> Took;

__attribute__((noinline, cold)) uint64_t detail::beginOpenMP() {
  if (HasBegunOpenMP.exchange(true) || !maxThreads)
    return 0;
  KeptErrno Kept;
  const uint64_t Begin = clockNow();
  maxThreads();
  const uint64_t Time = clockNow() - Begin;
  Took.store(Time, std::memory_order_relaxed);
  return Time;
}

uint64_t lacuna::rt::timeOfOpenMP() {
  return Took.load(std::memory_order_relaxed);
}

void lacuna::rt::forgetOpenMP() {
  detail::HasBegunOpenMP.store(false, std::memory_order_relaxed);
  Took.store(0, std::memory_order_relaxed);
  threadState().Threads = 0;
}

int64_t lacuna::rt::threadsOfOpenMP() {
  return allThreads ? allThreads(nullptr) : 0;
}
