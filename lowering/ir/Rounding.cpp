//===- Rounding.cpp - what compilers round once or twice ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Rounding.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool lacuna::isFoldable(const ExprRef &E, const llvm::StringSet<> &Constants) {
  switch (E->kind()) {
  case Expr::Kind::Constant:
    return true;
  case Expr::Kind::Var:
    return Constants.contains(llvm::cast<VarExpr>(*E).name());
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Cast:
  case Expr::Kind::Select:
  case Expr::Kind::Call:
    return llvm::all_of(E->operands(), [&](const ExprRef &Operand) {
      return isFoldable(Operand, Constants);
    });
  default:
    return false;
  }
}

/// Whether \p E is a product, perhaps with what is no operation around it.
static bool isProduct(const ExprRef &E) {
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get()))
    return Binary->op() == BinaryOp::Mul;
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return Cast->operand()->type().isFloat() &&
           Cast->operand()->type().bits() == E->type().bits() &&
           isProduct(Cast->operand());
  return false;
}

/// Whether \p E is contractible and no negation itself.
static bool isPlainlyContractible(const ExprRef &E) {
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get()))
    return isFoldable(Select->cond()) && (isContractible(Select->thenArm()) ||
                                          isContractible(Select->elseArm()));
  return isProduct(E);
}

ExprRef lacuna::negatedContractible(const ExprRef &E) {
  auto *Unary = llvm::dyn_cast<UnaryExpr>(E.get());
  return Unary && Unary->op() == UnaryOp::Neg && E->type().isFloat() &&
                 isPlainlyContractible(E->operands()[0])
             ? E->operands()[0]
             : nullptr;
}

bool lacuna::isContractible(const ExprRef &E) {
  return E->type().isFloat() &&
         (isPlainlyContractible(E) || negatedContractible(E));
}

ExprRef lacuna::rounded(const ExprRef &E) {
  if (!E->type().isFloat() || !(isContractible(E) || isFoldable(E)))
    return E;
  return std::make_shared<OpaqueExpr>(E->type(),
                                      "({ " + E->type().spelling().str() +
                                          " lacuna_value = $0; lacuna_value; "
                                          "})",
                                      std::vector<ExprRef>{E});
}

ExprRef lacuna::roundedInSum(const ExprRef &E) {
  return isContractible(E) ? rounded(E) : E;
}
