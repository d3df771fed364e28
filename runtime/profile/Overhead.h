//===- Overhead.h - what measuring takes ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_PROFILE_OVERHEAD_H
#define LACUNA_RUNTIME_PROFILE_OVERHEAD_H

#include <cstdint>

namespace lacuna::rt {

/// How many nanoseconds it takes to measure one run, at least: tried out with a
/// loop of none, in some 30 us.
uint64_t timeOfRun();

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_PROFILE_OVERHEAD_H
