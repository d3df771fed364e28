//===- Report.h - when measurements are written -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_REPORT_H
#define LACUNA_RUNTIME_PROFILE_REPORT_H

#include "profile/Record.h"

namespace lacuna::rt {

namespace detail {
extern std::atomic<uint64_t> Since, Next;
void beginReports();
} // namespace detail

/// Nothing that began earlier is to be counted; 0 before reports have begun.
inline uint64_t reportsSince() {
  return detail::Since.load(std::memory_order_relaxed);
}

/// When it is time to write in between.
inline uint64_t nextReport() {
  return detail::Next.load(std::memory_order_relaxed);
}

/// In front of the first run: the environment is read, and what has been
/// measured will be written at exit.
inline void begunReports() {
  if (__builtin_expect(reportsSince() == 0, 0))
    detail::beginReports();
}

/// Writes what has been measured if no other thread does.
void reportInBetween(uint64_t Now);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_REPORT_H
