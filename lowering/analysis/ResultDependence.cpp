//===- ResultDependence.cpp - what depends on stores ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/ResultDependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

ResultDependence::ResultDependence(const Nest &N) : N(N) {
  for (size_t Known = ~size_t(0); Known != Names.size();) {
    Known = Names.size();
    walk(N.Body, [&](const Stmt &S) {
      visit(S);
      return true;
    });
  }
}

bool ResultDependence::decides(const Stmt &S) const {
  if (auto *While = llvm::dyn_cast<WhileStmt>(&S))
    return depends(While->cond());
  auto *If = llvm::dyn_cast<IfStmt>(&S);
  return If && depends(If->cond());
}

bool ResultDependence::depends(const ExprRef &E) const {
  bool Result = false;
  walk(E, [&](const Expr &Node) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Node)) {
      const Operand *O = N.findOperand(Load->array());
      Result |= O && O->Written;
    }
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Node))
      Result |= Names.contains(Var->name());
  });
  return Result;
}

bool ResultDependence::subscriptDepends(const ExprRef &E) const {
  bool Result = false;
  walk(E, [&](const Expr &Node) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Node))
      for (const ExprRef &Subscript : Load->operands())
        Result |= depends(Subscript);
  });
  return Result;
}

void ResultDependence::visit(const Stmt &S) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S); Let && depends(Let->init()))
    Names.insert(Let->name());
  if (auto *Var = llvm::dyn_cast<VarStmt>(&S); Var && depends(Var->init()))
    Names.insert(Var->name());
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  if (Assign && !Assign->target().Index && depends(Assign->value()))
    Names.insert(Assign->target().Name);
  if (decides(S))
    for (const StmtRef &Child : children(S))
      walk(Child, [&](const Stmt &Part) {
        auto *Decided = llvm::dyn_cast<AssignStmt>(&Part);
        if (Decided && !Decided->target().Index)
          Names.insert(Decided->target().Name);
        return true;
      });
}

bool ResultDependence::steersNest() const {
  bool Steered = llvm::any_of(N.IndexVars, [&](const IndexVar &V) {
    return depends(V.Lo) || depends(V.Hi);
  });
  walk(N.Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      Steered |= subscriptDepends(E);
    return !decides(S);
  });
  return Steered;
}
