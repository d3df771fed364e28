//===- SteadyNames.cpp - variables that results do not reach --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyNames.h"

using namespace lacuna;

SteadyNames::SteadyNames(const Nest &N) : N(N) {
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      Names.insert(Let->name());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Names.insert(Var->name());
    return true;
  });
  for (size_t Known = ~size_t(0); Known != Names.size();) {
    Known = Names.size();
    drop(N.Body, /*IsSteered=*/false);
  }
}

bool SteadyNames::covers(const ExprRef &E) const {
  bool Holds = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Part)) {
      const Operand *O = N.findOperand(Var->name());
      Holds &= O ? O->Kind == OperandKind::Scalar
                 : N.findIndexVar(Var->name()) || contains(Var->name());
    } else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part)) {
      const Operand *O = N.findOperand(Load->array());
      Holds &= O && !O->Written;
    }
  });
  return Holds;
}

/// Drops names that \p S, which something else steers if \p IsSteered, gives
/// other values.
void SteadyNames::drop(const StmtRef &S, bool IsSteered) {
  for (const ExprRef &E : expressions(*S))
    IsSteered |= !covers(E);
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get())) {
    const IndexVar *Var = N.findIndexVar(Loop->var());
    IsSteered |=
        Loop->merge() || !Var->Lo || !covers(Var->Lo) || !covers(Var->Hi);
  }
  if (IsSteered) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
      Names.erase(Let->name());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
      Names.erase(Var->name());
    else if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
      if (!Assign->target().Index)
        Names.erase(Assign->target().Name);
  }
  for (const StmtRef &Part : children(*S))
    drop(Part, IsSteered);
}
