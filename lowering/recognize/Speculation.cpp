//===- Speculation.cpp - what loops may evaluate early --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/Speculation.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna {

Skipped::Skipped(const Nest &N) : N(N) {
  walk(N.Body, [&](const Stmt &S) {
    if (const auto *V = dyn_cast<VarStmt>(&S))
      (V->init() ? Mutable : Unset).insert(V->name());
    return true;
  });
  walk(N.Body, [&](const Stmt &S) {
    if (const auto *Loop = dyn_cast<LoopStmt>(&S))
      addLoads(*Loop);
    return true;
  });
}

/// Whether \p Subscript has one value in an iteration of the loops whose
/// variables it uses.
bool Skipped::isSteady(const ExprRef &Subscript) const {
  bool IsSteady = true;
  walk(Subscript, [&](const Expr &E) {
    if (const auto *V = dyn_cast<VarExpr>(&E))
      IsSteady &= !Mutable.contains(V->name()) && !Unset.contains(V->name());
    if (const auto *L = dyn_cast<LoadExpr>(&E)) {
      const Operand *O = N.findOperand(L->array());
      IsSteady &= O && !O->Written;
    }
  });
  return IsSteady;
}

void Skipped::addLoads(const LoopStmt &Loop) {
  llvm::StringSet<> Own;
  Own.insert(Loop.var());
  for (const StmtRef &S : statementsOf(Loop.body())) {
    if (isa<LetStmt, VarStmt, AssignStmt, IfStmt>(S.get()))
      for (const ExprRef &E : expressions(*S))
        addLoads(E, Own);
    if (const auto *Let = dyn_cast<LetStmt>(S.get()))
      Own.insert(Let->name());
  }
}

/// Adds the elements that \p E, which each iteration evaluates, always reads
/// and that are found by what is the iteration's \p Own.
void Skipped::addLoads(const ExprRef &E, const llvm::StringSet<> &Own) {
  if (isConditional(*E))
    return addLoads(E->operands().front(), Own);
  const auto *L = dyn_cast<LoadExpr>(E.get());
  bool IsOwn = L && llvm::any_of(freeVars(L->index()), [&](const auto &Name) {
                 return Own.contains(Name.first());
               });
  if (IsOwn && isSteady(L->index()))
    Read.push_back(E);
  for (const ExprRef &Part : E->operands())
    addLoads(Part, Own);
}

bool Skipped::isFree(const ExprRef &E) const {
  bool IsKnown = llvm::any_of(
      Read, [&](const ExprRef &Known) { return structurallyEqual(Known, E); });
  if (IsKnown)
    return true;
  bool IsExact = !E->type().isOpaque() && !E->type().isSigned();
  bool Fits = true;
  if (const auto *V = dyn_cast<VarExpr>(E.get()))
    Fits = !Unset.contains(V->name());
  else if (const auto *C = dyn_cast<CastExpr>(E.get()))
    Fits = C->type().isFloat() || !C->operand()->type().isFloat();
  else if (const auto *U = dyn_cast<UnaryExpr>(E.get()))
    Fits = U->op() != UnaryOp::Neg || IsExact;
  else if (const auto *B = dyn_cast<BinaryExpr>(E.get()))
    switch (B->op()) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      Fits = IsExact;
      break;
    case BinaryOp::Div:
      Fits = E->type().isFloat();
      break;
    case BinaryOp::Rem:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      Fits = false;
      break;
    default:
      break;
    }
  else
    Fits = isa<ConstantExpr, SelectExpr>(E.get());
  return Fits && llvm::all_of(E->operands(), [&](const ExprRef &Part) {
           return isFree(Part);
         });
}

} // namespace lacuna
