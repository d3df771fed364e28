//===- RangeBlocks.h - loops over blocks of an outer one --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_RANGEBLOCKS_H
#define LACUNA_LOWERING_ANALYSIS_RANGEBLOCKS_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// What \p End is at most: both of a minimum.
std::vector<ExprRef> upperBounds(const ExprRef &End);

/// The variable of which each value has a block of \p V's values for itself, as
/// of `for (b = 0; b < n; b += 64) for (v = b; v < min(b + 64, n); ++v)`; adds
/// to \p Conditions what that needs. Null if there is none.
const IndexVar *blockVar(const Nest &N, const IndexVar &V,
                         const Invariants &Fixed,
                         std::vector<ExprRef> &Conditions);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_RANGEBLOCKS_H
