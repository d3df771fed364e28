//===- Reach.h - extents that are found in front of a nest ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing says how many elements a plain pointer leads to. How many of them a
// nest accesses, from the first on, a walk in front of it finds that stores
// nothing: an extent as good as the user's for copies of the array.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_COPIES_REACH_H
#define LACUNA_ANALYSIS_COPIES_REACH_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether it can be found which elements of \p Array are accessed: by the
/// ranges of loops over scalars or, where data choose them, by a walk through
/// \p N, which stores nothing.
bool canFindReach(const Nest &N, const Operand &Array);

/// Gives the array \p Name, which has no extent, that of what is accessed: an
/// operand which is to be found, where data choose.
void addReach(Nest &N, llvm::StringRef Name);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_COPIES_REACH_H
