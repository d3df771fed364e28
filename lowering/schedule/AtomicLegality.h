//===- AtomicLegality.h - loops with atomic operations ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_ATOMICLEGALITY_H
#define LACUNA_LOWERING_SCHEDULE_ATOMICLEGALITY_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Fails where \p D does with atomic operations of the user's in \p N what
/// would not leave them as they are.
llvm::Error checkAtomicSteps(const Nest &N, const Directive &D);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_ATOMICLEGALITY_H
