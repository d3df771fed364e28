//===- WalkKey.h - what a walk through a nest depends on --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_WALKKEY_H
#define LACUNA_LOWERING_LOWER_CHECKS_WALKKEY_H

#include "lacuna/lower/loops/Bounds.h"

namespace lacuna {

/// A number (u64) that differs, but for a chance of 2^-64, where one of the
/// scalars or the address of an array that \p Walk reads differs, an element
/// that is the same in all iterations, or what it would note in \p Results in a
/// sample of its iterations: some of the outermost loop, and of the loops
/// inside the first and the last, or all of a few that are the same each time,
/// or all where one hands something on to the next.
/// It is 0 where the sample does not come to each note and each such element.
/// The sample reads what the walk reads in these iterations. Iterations of
/// an outermost loop must not depend on each other.
///
/// Appends to \p Out what computes it. Null where there is no such number: see
/// WalkInputs.
ExprRef walkKey(const Nest &N, const StmtRef &Walk,
                llvm::ArrayRef<std::string> Results, MadeNames &Names,
                std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_WALKKEY_H
