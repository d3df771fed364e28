//===- WalkGuard.h - arrays whose ends a walk finds -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far `x[crd[p]]` reaches behind a plain pointer only the coordinates say.
// A walk through the nest that stores nothing finds out. That takes nearly as
// long as the nest, so that the runtime keeps what it found, until something
// changes that it has read.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_WALKGUARD_H
#define LACUNA_LOWER_CHECKS_WALKGUARD_H

#include "lacuna/lower/checks/Guards.h"

namespace lacuna {

/// Of the arrays that must lie apart those that may be one object and of which
/// it is not known where one ends, where a walk can tell.
std::vector<ArrayPair> arraysForWalk(const Nest &N,
                                     const LowerOptions &Options);

/// The guard that compares \p Pairs, and gives operands of \p N that are
/// ReachOf arrays their values, by one walk; then those that need these. None
/// where there is nothing to be found. Errors are internal.
llvm::Expected<std::vector<ProgramGuard>>
walkGuards(const Nest &N, const LowerOptions &Options,
           llvm::ArrayRef<ArrayPair> Pairs);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_WALKGUARD_H
