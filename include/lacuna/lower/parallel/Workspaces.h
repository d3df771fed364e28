//===- Workspaces.h - arrays of run-time size inside loops ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory may be short, and then the user's loop has to run: by the time a loop
// runs all memory is there. So an array of run-time size stands at the top of
// the program, wherever its scope is, and is filled where its scope begins. On
// threads each chunk of the loop that is shared out has a copy.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_WORKSPACES_H
#define LACUNA_LOWER_PARALLEL_WORKSPACES_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// Whether an array of run-time size is declared in \p S.
bool holdsWorkspace(const StmtRef &S);

/// \p Extent, i64, as far as it matters: with more elements the allocation
/// fails. Copies of so many, one for each chunk, are counted in 64 bits.
ExprRef allocatable(const ExprRef &Extent);

/// Appends \p Array, a LocalArrayStmt, to \p Arrays. Where an array of its name
/// stands there, that one becomes as large as the larger of both.
void addAllocation(const StmtRef &Array, std::vector<StmtRef> &Arrays);

/// \p Body, loop IR, with the arrays of run-time size, over operands, moved to
/// \p Hoisted. A loop on threads around one is over chunks, from 0 and not more
/// than wantedChunks.
StmtRef hoistWorkspaces(const StmtRef &Body, MadeNames &Names,
                        std::vector<StmtRef> &Hoisted);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_WORKSPACES_H
