//===- Comparisons.h - comparisons the other way round ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_REDUCTIONS_COMPARISONS_H
#define LACUNA_ANALYSIS_REDUCTIONS_COMPARISONS_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// The comparison that holds where \p Op, of integers, does not: `>=` of `<`.
BinaryOp negated(BinaryOp Op);

/// The same comparison with its sides exchanged: `>` of `<`.
BinaryOp mirrored(BinaryOp Op);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_REDUCTIONS_COMPARISONS_H
