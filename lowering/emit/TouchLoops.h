//===- TouchLoops.h - loops of touches that are one call --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of what a walk for a wavefront touches, it touches in loops over indices
// that lie next to each other: `x[crd[p]]`. A call for each would take several
// times as long as the user's loop.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_TOUCHLOOPS_H
#define LACUNA_LOWERING_EMIT_TOUCHLOOPS_H

#include "lacuna/emit/expr/CppNames.h"

namespace lacuna {

/// `for p { touch read x[crd[p]] … }`, or the same of writes, or of sources
/// alone.
struct TouchLoop {
  const TouchStmt *Touch;                 ///< null for sources alone
  const LoadExpr *Index;                  ///< `crd[p]`
  std::vector<const TouchStmt *> Sources; ///< rows, one element of each
  std::vector<StmtRef> Rest;              ///< what the loop is left with
};

/// \p S as such a loop, if it is one.
std::optional<TouchLoop> touchLoop(const ForStmt &S, const Names &Known);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_TOUCHLOOPS_H
