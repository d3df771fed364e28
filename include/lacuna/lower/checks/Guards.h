//===- Guards.h - run-time checks in front of a program ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_GUARDS_H
#define LACUNA_LOWER_CHECKS_GUARDS_H

#include "lacuna/analysis/Aliasing.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/checks/LowerOptions.h"

namespace lacuna {

/// The guards of \p N, then those that keep written arrays apart from all
/// others but for the pairs \p OfWalk, as far as \p Options ask for checks.
/// Where the user's outermost loop runs no trip, no memory is read. Errors are
/// internal, or of arrays that no guard can compare.
llvm::Expected<std::vector<ProgramGuard>>
guardsOf(const Nest &N, const LowerOptions &Options,
         llvm::ArrayRef<ArrayPair> OfWalk);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_GUARDS_H
