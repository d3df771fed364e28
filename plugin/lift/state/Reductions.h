//===- Reductions.h - stores that combine values ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_REDUCTIONS_H
#define LACUNA_PLUGIN_LIFT_STATE_REDUCTIONS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna::plugin {

/// Whether `x = x Op e` is a reduction.
bool isReduction(BinaryOp Op);

/// `if (x > m) m = x;` for a variable m, as a reduction; or null.
StmtRef asExtremum(const ExprRef &Cond, const StmtRef &Then, SourceTag Tag);

/// `P = (type of P)((type of Value)P Op Value)`. Pre: isReduction(Op).
StmtRef update(const Place &P, BinaryOp Op, ExprRef Value, SourceTag Tag);

/// \p Value with those of its lets that are copies of what \p P still holds
/// behind \p Before, where they are declared, as loads of it, or of where that
/// is: `t + 1` behind `t = x[i]` as `x[i] + 1`, `x[n] + 1` behind `n = k[i]` as
/// `x[k[i]] + 1`.
ExprRef withoutCopies(const ExprRef &Value, const Place &P,
                      llvm::ArrayRef<StmtRef> Before);

/// `P = Value`, which may be a reduction spelled out: `s = s + e`.
StmtRef assignment(const Place &P, const ExprRef &Value, SourceTag Tag);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_REDUCTIONS_H
