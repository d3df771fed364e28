//===- GrowingArrays.h - containers that a nest appends to ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_GROWINGARRAYS_H
#define LACUNA_LOWERING_SCHEDULE_GROWINGARRAYS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Why \p N, whose parallel loops list what they share, cannot append to a
/// container: there is room behind its elements once it is known how many there
/// will be, which `buffered_scan` finds out. Empty if it can, or does not.
std::string whyNotGrown(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_GROWINGARRAYS_H
