//===- Store.h - what is kept of races --------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TUNE_STORE_H
#define LACUNA_RUNTIME_TUNE_STORE_H

#include "tune/Learnt.h"

namespace lacuna::rt {

/// Has \p Found be what the file had of that, when it was read, if anything.
/// False where another thread is at it.
bool findKept(const std::string &Where, const std::string &Function,
              const DataClass &Of, std::optional<Learnt> &Found);

/// A race has ended at \p Now: writes the file, unless another thread or
/// process does, or that has been done shortly before.
void keepSoon(uint64_t Now);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TUNE_STORE_H
