//===- Clock.h - the time of measurements -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_CLOCK_H
#define LACUNA_RUNTIME_PROFILE_CLOCK_H

#include <cstdint>
#include <ctime>

namespace lacuna::rt {

/// Nanoseconds since some time. Asks no system: errno stays.
inline uint64_t clockNow() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return uint64_t(T.tv_sec) * 1000000000 + uint64_t(T.tv_nsec);
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_CLOCK_H
