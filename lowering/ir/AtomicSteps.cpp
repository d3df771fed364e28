//===- AtomicSteps.cpp - atomic operations of the user's ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/AtomicSteps.h"

using namespace lacuna;

/// Whether \p E is what the element of \p S was.
static bool isOld(const AssignStmt &S, const ExprRef &E) {
  auto *Var = llvm::dyn_cast<VarExpr>(E.get());
  return Var && Var->name() == S.old();
}

std::optional<ComparedAndSet> lacuna::comparedAndSet(const AssignStmt &S) {
  auto *Select = llvm::dyn_cast<SelectExpr>(S.value().get());
  auto *Equal =
      Select ? llvm::dyn_cast<BinaryExpr>(Select->cond().get()) : nullptr;
  if (S.op() != ReduceOp::None || !Equal || Equal->op() != BinaryOp::Eq ||
      !isOld(S, Equal->lhs()) || !isOld(S, Select->elseArm()) ||
      usesVar(Equal->rhs(), S.old()) || usesVar(Select->thenArm(), S.old()))
    return std::nullopt;
  return ComparedAndSet{Equal->rhs(), Select->thenArm()};
}

bool lacuna::onlyReads(const AssignStmt &S) {
  return S.op() == ReduceOp::None && isOld(S, S.value());
}

std::vector<std::string> lacuna::atomicallySet(const StmtRef &Body) {
  std::vector<std::string> Arrays;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->isAtomic() &&
        !llvm::is_contained(Arrays, Assign->target().Name))
      Arrays.push_back(Assign->target().Name);
    return true;
  });
  return Arrays;
}
