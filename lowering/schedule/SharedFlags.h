//===- SharedFlags.h - flags that threads set -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_SHAREDFLAGS_H
#define LACUNA_LOWERING_SCHEDULE_SHAREDFLAGS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p N with variables in memory that loops with `atomics` set where something
/// is so.
Nest withSharedFlags(Nest N);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_SHAREDFLAGS_H
