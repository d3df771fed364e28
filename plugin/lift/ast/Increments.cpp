//===- Increments.cpp - what steps a variable -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Increments.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/ExprCXX.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// The increment of \p V by \p By; none if that is no integer.
static std::optional<Increment> incrementBy(const clang::VarDecl *V,
                                            const clang::Expr *By, bool Down) {
  const clang::Expr *Value = By->IgnoreParenImpCasts();
  if (!V || !Value->getType()->isIntegralOrUnscopedEnumerationType())
    return std::nullopt;
  const auto *L = dyn_cast<clang::IntegerLiteral>(Value);
  return Increment{V, L && L->getValue() == 1 ? nullptr : Value, Down};
}

/// `V = V + n`, `V = n + V`, `V = V - n`, of which \p Value is the sum.
static std::optional<Increment> incrementInSum(const clang::VarDecl *V,
                                               const clang::Expr *Value) {
  Value = Value->IgnoreParenImpCasts();
  const clang::Expr *Left = nullptr, *Right = nullptr;
  bool IsMinus = false;
  if (const auto *B = dyn_cast<clang::BinaryOperator>(Value);
      B && B->isAdditiveOp()) {
    Left = B->getLHS(), Right = B->getRHS();
    IsMinus = B->getOpcode() == clang::BO_Sub;
  } else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(Value);
             C && C->getNumArgs() == 2 && isIterator(C->getType()) &&
             (C->getOperator() == clang::OO_Plus ||
              C->getOperator() == clang::OO_Minus)) {
    Left = C->getArg(0), Right = C->getArg(1);
    IsMinus = C->getOperator() == clang::OO_Minus;
  }
  if (Left && convertedVariable(Left) == V)
    return incrementBy(V, Right, IsMinus);
  if (Right && convertedVariable(Right) == V && !IsMinus)
    return incrementBy(V, Left, false);
  return std::nullopt;
}

std::optional<Increment> incrementOf(const clang::Expr *E) {
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    const clang::VarDecl *V = U->isIncrementDecrementOp()
                                  ? convertedVariable(U->getSubExpr())
                                  : nullptr;
    return V ? std::optional(Increment{V, nullptr, U->isDecrementOp()})
             : std::nullopt;
  }
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    clang::OverloadedOperatorKind Op = C->getOperator();
    const clang::VarDecl *V = convertedVariable(C->getArg(0));
    if (V && (Op == clang::OO_PlusPlus || Op == clang::OO_MinusMinus))
      return Increment{V, nullptr, Op == clang::OO_MinusMinus};
    if (!V || !isIterator(V->getType()))
      return std::nullopt;
    if (Op == clang::OO_PlusEqual || Op == clang::OO_MinusEqual)
      return incrementBy(V, C->getArg(1), Op == clang::OO_MinusEqual);
    return Op == clang::OO_Equal ? incrementInSum(V, C->getArg(1))
                                 : std::nullopt;
  }
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  const clang::VarDecl *V = B ? convertedVariable(B->getLHS()) : nullptr;
  if (!V)
    return std::nullopt;
  if (B->getOpcode() == clang::BO_AddAssign ||
      B->getOpcode() == clang::BO_SubAssign)
    return incrementBy(V, B->getRHS(), B->getOpcode() == clang::BO_SubAssign);
  return B->getOpcode() == clang::BO_Assign ? incrementInSum(V, B->getRHS())
                                            : std::nullopt;
}

bool staysSame(const clang::Expr *E, const VarSet &Changed) {
  E = E->IgnoreParenCasts();
  if (isa<clang::IntegerLiteral, clang::UnaryExprOrTypeTraitExpr,
          clang::SubstNonTypeTemplateParmExpr, clang::CXXThisExpr>(E))
    return true;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *V = dyn_cast<clang::VarDecl>(D->getDecl());
    return V ? !Changed.contains(V)
             : isa<clang::EnumConstantDecl>(D->getDecl());
  }
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    return staysSame(M->getBase(), Changed);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return (U->getOpcode() == clang::UO_Minus ||
            U->getOpcode() == clang::UO_Plus) &&
           staysSame(U->getSubExpr(), Changed);
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  if (!B)
    return false;
  // What is divided by may not be 0 where the loop does not step.
  const auto *By =
      dyn_cast<clang::IntegerLiteral>(B->getRHS()->IgnoreParenImpCasts());
  const bool IsKnown =
      B->isAdditiveOp() || B->getOpcode() == clang::BO_Mul ||
      (B->getOpcode() == clang::BO_Div && By && By->getValue() != 0);
  return IsKnown && staysSame(B->getLHS(), Changed) &&
         staysSame(B->getRHS(), Changed);
}

llvm::SmallVector<const clang::UnaryOperator *, 2>
postIncrements(const clang::Stmt *S) {
  llvm::SmallVector<const clang::UnaryOperator *, 2> Found;
  auto Visit = [&](auto &Self, const clang::Stmt *T) -> void {
    if (const auto *U = dyn_cast<clang::UnaryOperator>(T);
        U && U->getOpcode() == clang::UO_PostInc) {
      const clang::VarDecl *V = rootVariable(U->getSubExpr());
      if (V && countMentions(S, V) == 1)
        Found.push_back(U);
      return;
    }
    // What may not be evaluated, or more than once.
    const auto *B = dyn_cast<clang::BinaryOperator>(T);
    if (B && B->isLogicalOp())
      return Self(Self, B->getLHS());
    if (const auto *Choice = dyn_cast<clang::ConditionalOperator>(T))
      return Self(Self, Choice->getCond());
    if (isa<clang::AbstractConditionalOperator, clang::LambdaExpr,
            clang::UnaryExprOrTypeTraitExpr>(T))
      return;
    for (const clang::Stmt *C : T->children())
      if (C)
        Self(Self, C);
  };
  // `x++` whose value nothing uses is a statement.
  auto Discarded = [&](auto &Self, const clang::Expr *E) -> void {
    if (const auto *Full = dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr();
    E = withoutVoid(E);
    const auto *B = dyn_cast<clang::BinaryOperator>(E);
    if (B && B->getOpcode() == clang::BO_Comma) {
      Self(Self, B->getLHS());
      Self(Self, B->getRHS());
    } else if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
      Visit(Visit, U->getSubExpr());
    else
      Visit(Visit, E);
  };
  if (const auto *E = dyn_cast<clang::Expr>(S))
    Discarded(Discarded, E);
  else if (isa<clang::DeclStmt>(S))
    Visit(Visit, S);
  return Found;
}

} // namespace lacuna::plugin
