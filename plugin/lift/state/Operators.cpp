//===- Operators.cpp - operators and zeros of the user's ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Operators.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

std::optional<BinaryOp> builtinOperator(clang::BinaryOperatorKind Op) {
  switch (Op) {
  case clang::BO_Mul:
    return BinaryOp::Mul;
  case clang::BO_Div:
    return BinaryOp::Div;
  case clang::BO_Rem:
    return BinaryOp::Rem;
  case clang::BO_Add:
    return BinaryOp::Add;
  case clang::BO_Sub:
    return BinaryOp::Sub;
  case clang::BO_Shl:
    return BinaryOp::Shl;
  case clang::BO_Shr:
    return BinaryOp::Shr;
  case clang::BO_LT:
    return BinaryOp::Lt;
  case clang::BO_GT:
    return BinaryOp::Gt;
  case clang::BO_LE:
    return BinaryOp::Le;
  case clang::BO_GE:
    return BinaryOp::Ge;
  case clang::BO_EQ:
    return BinaryOp::Eq;
  case clang::BO_NE:
    return BinaryOp::Ne;
  case clang::BO_And:
    return BinaryOp::And;
  case clang::BO_Xor:
    return BinaryOp::Xor;
  case clang::BO_Or:
    return BinaryOp::Or;
  case clang::BO_LAnd:
    return BinaryOp::LogicalAnd;
  case clang::BO_LOr:
    return BinaryOp::LogicalOr;
  default:
    return std::nullopt;
  }
}

ExprRef zero(const Type &Ty) {
  if (Ty.isFloat())
    return std::make_shared<ConstantExpr>(Ty, "0.0");
  return constant(Ty, 0);
}

bool isZero(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<clang::ImplicitValueInitExpr>(E))
    return true;
  if (const auto *I = dyn_cast<clang::IntegerLiteral>(E))
    return I->getValue().isZero();
  const auto *F = dyn_cast<clang::FloatingLiteral>(E);
  return F && F->getValue().isPosZero();
}

} // namespace lacuna::plugin
