//===- LoopQueries.h - questions about loop IR -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_LOOPQUERIES_H
#define LACUNA_LOWERING_LOWER_LOOPQUERIES_H

#include "lacuna/graph/Stmt.h"

namespace lacuna {

/// Whether there is a loop in \p Body.
bool holdsLoop(llvm::ArrayRef<StmtRef> Body);

/// Trips of a loop from \p Lo up to \p Hi, both of one type, in i64. Zero or
/// less where the loop is empty.
ExprRef tripsBetween(const ExprRef &Lo, const ExprRef &Hi);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_LOOPQUERIES_H
