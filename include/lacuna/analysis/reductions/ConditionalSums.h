//===- ConditionalSums.h - sums under conditions ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     if (x[i] > t) s += x[i];   →   s += x[i] > t ? x[i] : -0.0;
//
// Compilers make vectors of the sum of what is chosen, and of few sums under
// conditions. Adding -0.0 changes no number.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_REDUCTIONS_CONDITIONALSUMS_H
#define LACUNA_ANALYSIS_REDUCTIONS_CONDITIONALSUMS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// The sums that \p If makes in variables, without its condition; empty if it
/// does more, or if what it adds may not be there to be computed, or trap,
/// where the condition does not hold.
std::vector<StmtRef> withoutCondition(const IfStmt &If);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_REDUCTIONS_CONDITIONALSUMS_H
