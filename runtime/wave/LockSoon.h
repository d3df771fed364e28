//===- LockSoon.h - locks that nobody waits for --------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_LOCKSOON_H
#define LACUNA_RUNTIME_WAVE_LOCKSOON_H

#include <mutex>

namespace lacuna::rt {

/// \p Lock, if it is free soon, as it is where others look something up. In a
/// child of `fork` who has it may be gone, and what a signal's handler
/// interrupts does not go on before the handler ends.
inline std::unique_lock<std::mutex> lockedSoon(std::mutex &Lock) {
  constexpr int Tries = 1000;
  std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  for (int Try = 0; !Own && Try < Tries; ++Try)
    Own.try_lock();
  return Own;
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_LOCKSOON_H
