//===- KnownReads.cpp - what may be read again ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownReads.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

llvm::StringSet<> lacuna::changedIn(const StmtRef &S) {
  llvm::StringSet<> Names = declaredIn(S);
  walk(S, [&](const Stmt &Part) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
      Names.insert(Assign->target().Name);
    return true;
  });
  return Names;
}

bool KnownReads::canEvaluate(const ExprRef &E) const {
  if (llvm::isa<CallExpr, OpaqueExpr>(E.get()))
    return false;
  if (llvm::isa<LoadExpr>(E.get()))
    return llvm::any_of(Loads, [&](const ExprRef &Known) {
      return structurallyEqual(Known, E);
    });
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (Binary &&
      (Binary->op() == BinaryOp::Div || Binary->op() == BinaryOp::Rem)) {
    const std::optional<int64_t> By = constantValue(Binary->rhs());
    if (!By || *By <= 0)
      return false;
  }
  return llvm::all_of(E->operands(),
                      [&](const ExprRef &Part) { return canEvaluate(Part); });
}

void KnownReads::forget(const llvm::StringSet<> &Changed) {
  llvm::erase_if(Loads, [&](const ExprRef &Known) {
    bool IsOld = false;
    walk(Known, [&](const Expr &Part) {
      if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
        IsOld |= Changed.contains(Var->name());
      else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
        IsOld |= Changed.contains(Load->array());
    });
    return IsOld;
  });
}

void KnownReads::keep(const KnownReads &Others) {
  llvm::erase_if(Loads, [&](const ExprRef &Known) {
    return !llvm::is_contained(Others.Loads, Known);
  });
}
