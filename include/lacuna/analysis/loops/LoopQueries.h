//===- LoopQueries.h - questions about loop IR ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_LOOPS_LOOPQUERIES_H
#define LACUNA_ANALYSIS_LOOPS_LOOPQUERIES_H

#include "lacuna/ir/Stmt.h"
#include "lacuna/ir/bounds/Trips.h"

namespace lacuna {

/// Whether there is a loop in \p Body.
bool holdsLoop(llvm::ArrayRef<StmtRef> Body);

/// \p S with \p Fn applied to each of its parts.
StmtRef withParts(const StmtRef &S,
                  llvm::function_ref<StmtRef(const StmtRef &)> Fn);

/// \p S with what the threads of each kernel do replaced by what \p Fn makes
/// of it, given the loop over the threads.
StmtRef withThreadBodies(const StmtRef &S,
                         llvm::function_ref<StmtRef(const ForStmt &)> Fn);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_LOOPS_LOOPQUERIES_H
