//===- Texts.h - measurements as text ---------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_TEXTS_H
#define LACUNA_RUNTIME_PROFILE_TEXTS_H

#include "profile/Summary.h"
#include <string>

namespace lacuna::rt {

/// What the process is known by.
struct ProcessInfo {
  long Pid;
  std::string Host, Program, Rank; ///< no rank: empty
  uint64_t Elapsed;   ///< nanoseconds since the first measured loop began
  uint64_t Busy;      ///< nanoseconds that processors worked for it, since then
  uint64_t Preempted; ///< how often others took a processor from it, since then
  uint64_t Overhead;  ///< nanoseconds that measuring a run takes; 0: not known
  uint64_t OpenMP;    ///< nanoseconds in which OpenMP began, without threads
  bool IsFinished;
};

/// As JSON (docs/measure.md).
std::string profileAsJson(const ProcessInfo &Of,
                          const std::vector<Summary> &All);

/// As a table for people.
std::string profileAsTable(const ProcessInfo &Of,
                           const std::vector<Summary> &All);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_TEXTS_H
