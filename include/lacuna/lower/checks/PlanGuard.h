//===- PlanGuard.h - the plan of a wavefront ------------------ -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_PLANGUARD_H
#define LACUNA_LOWER_CHECKS_PLANGUARD_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/checks/LowerOptions.h"

namespace lacuna {

/// The loop of \p N that is a wavefront, or null.
const LoopStmt *wavefrontOf(const Nest &N);

/// What must hold in front of \p N for the walk behind the plan of \p Loop to
/// find all accesses.
std::vector<Guard> planConditions(const Nest &N, const LoopStmt &Loop,
                                  const LowerOptions &Options);

/// The guard that makes or finds the plan of \p Loop, the wavefront of \p N, to
/// stand behind all others. An error where the accesses cannot be found in
/// front of the nest, or nobody knows how far the walk reads.
llvm::Expected<ProgramGuard> planGuard(const Nest &N, const LoopStmt &Loop,
                                       const LowerOptions &Options);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_PLANGUARD_H
