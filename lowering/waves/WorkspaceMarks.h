//===- WorkspaceMarks.h - positions that a workspace holds ---- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `iw[crd[p]] = p` notes for a row which of its positions has a column, and
// `iw[crd[p]] = -1` forgets it again. Where `z = iw[j]` is not -1, z is then
// one of the row's positions.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_WAVES_WORKSPACEMARKS_H
#define LACUNA_LOWERING_WAVES_WORKSPACEMARKS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Values from `Lo` up to `End`, i64, over operands and the variable of the
/// outermost loop.
struct WorkspaceMarks {
  ExprRef Lo, End;
  /// Holds of nothing that the workspace has in front of the nest.
  Guard InFront;
};

/// Among which values one is that an iteration finds in \p Workspace, of which
/// threads have copies, if \p Holds, a condition on variable \p Value, holds
/// for it. Nothing where that is not seen.
std::optional<WorkspaceMarks> marksOf(const Nest &N, const Operand &Workspace,
                                      const VarExpr &Value,
                                      const ExprRef &Holds);

} // namespace lacuna

#endif // LACUNA_LOWERING_WAVES_WORKSPACEMARKS_H
