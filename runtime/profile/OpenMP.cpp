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
extern "C" {
__attribute__((weak)) int omp_get_max_threads();
__attribute__((weak)) int32_t __kmpc_global_num_threads(void *);
}

std::atomic<bool> detail::HasBegunOpenMP;
static std::atomic<uint64_t> Took;

__attribute__((noinline, cold)) uint64_t detail::beginOpenMP() {
  if (HasBegunOpenMP.exchange(true) || !omp_get_max_threads)
    return 0;
  KeptErrno Kept;
  const uint64_t Begin = clockNow();
  omp_get_max_threads();
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
  return __kmpc_global_num_threads ? __kmpc_global_num_threads(nullptr) : 0;
}
