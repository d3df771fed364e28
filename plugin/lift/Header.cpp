//===- Header.cpp - the header of a counted loop, as written -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Scan.h"
#include "clang/AST/ExprCXX.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace lacuna::plugin {

namespace {

std::string quoted(const clang::VarDecl *V) {
  return "'" + V->getNameAsString() + "'";
}

bool isOne(const clang::Expr *E) {
  const auto *L = dyn_cast<clang::IntegerLiteral>(E->IgnoreParenImpCasts());
  return L && L->getValue() == 1;
}

bool names(const clang::Expr *E, const clang::VarDecl *V) {
  return namedVariable(E->IgnoreParenImpCasts()) == V;
}

/// `++V`, `V++`, `V += 1`, `V = V + 1`.
bool isIncrement(const clang::Expr *E, const clang::VarDecl *V) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return U->isIncrementOp() && names(U->getSubExpr(), V);
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  if (!B || !names(B->getLHS(), V))
    return false;
  if (B->getOpcode() == clang::BO_AddAssign)
    return isOne(B->getRHS());
  if (B->getOpcode() != clang::BO_Assign)
    return false;
  const auto *Sum =
      dyn_cast<clang::BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  return Sum && Sum->getOpcode() == clang::BO_Add &&
         ((names(Sum->getLHS(), V) && isOne(Sum->getRHS())) ||
          (names(Sum->getRHS(), V) && isOne(Sum->getLHS())));
}

/// Casts that the user wrote around the counter are kept in CounterSide.
bool isCounterSide(const clang::Expr *E, const clang::VarDecl *V) {
  return namedVariable(E->IgnoreParenCasts()) == V;
}

std::optional<HeaderProblem> parseInit(LoopHeader &H) {
  const clang::Stmt *Init = H.Loop->getInit();
  if (const auto *D = dyn_cast_or_null<clang::DeclStmt>(Init)) {
    const clang::Expr *Cond = H.Loop->getCond();
    for (const clang::Decl *Decl : D->decls()) {
      const auto *V = dyn_cast<clang::VarDecl>(Decl);
      if (!V || !V->hasInit())
        return HeaderProblem{Decl->getLocation(),
                             "loop header declares something other than "
                             "initialised variables"};
      // The counter is the variable that the header steps.
      if (H.Loop->getInc() && isIncrement(H.Loop->getInc(), V))
        H.Counter = V;
      else
        H.Others.push_back(V);
    }
    if (!H.Counter && H.Others.size() == 1)
      H.Counter = H.Others.pop_back_val();
    if (!H.Counter)
      return HeaderProblem{
          (Cond ? Cond : H.Others.front()->getInit())->getExprLoc(),
          "cannot tell the loop variable; accepted is 'for "
          "(int i = begin; i < end; ++i)'"};
    H.OwnCounter = true;
    H.Init = H.Counter->getInit();
    return std::nullopt;
  }
  const auto *E = dyn_cast_or_null<clang::Expr>(Init);
  if (const auto *B =
          E ? dyn_cast<clang::BinaryOperator>(E->IgnoreParens()) : nullptr)
    if (B->getOpcode() == clang::BO_Assign)
      if (const clang::VarDecl *V = namedVariable(B->getLHS())) {
        H.Counter = V;
        H.Init = B->getRHS();
        return std::nullopt;
      }
  return HeaderProblem{Init ? Init->getBeginLoc() : H.Loop->getForLoc(),
                       "loop does not set its variable; accepted is 'for (int "
                       "i = begin; i < end; ++i)'"};
}

std::optional<HeaderProblem> parseCondition(LoopHeader &H) {
  std::string Accepted =
      "; accepted is '" + H.Counter->getNameAsString() + " < bound'";
  const clang::Expr *Cond = H.Loop->getCond();
  if (H.Loop->getConditionVariable())
    return HeaderProblem{H.Loop->getConditionVariable()->getLocation(),
                         "loop condition declares a variable" + Accepted};
  if (!Cond)
    return HeaderProblem{H.Loop->getForLoc(),
                         "loop has no condition" + Accepted};
  const auto *B = dyn_cast<clang::BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!B || !B->isComparisonOp() || B->getOpcode() == clang::BO_Cmp)
    return HeaderProblem{Cond->getExprLoc(),
                         "loop condition is not a comparison of " +
                             quoted(H.Counter) + Accepted};
  bool Left = isCounterSide(B->getLHS(), H.Counter);
  if (!Left && !isCounterSide(B->getRHS(), H.Counter))
    return HeaderProblem{Cond->getExprLoc(),
                         "loop condition does not compare " +
                             quoted(H.Counter) + Accepted};
  H.CounterSide = Left ? B->getLHS() : B->getRHS();
  H.Bound = Left ? B->getRHS() : B->getLHS();
  H.Cmp = Left ? B->getOpcode()
               : clang::BinaryOperator::reverseComparisonOp(B->getOpcode());
  if (H.Cmp != clang::BO_LT && H.Cmp != clang::BO_LE && H.Cmp != clang::BO_NE)
    return HeaderProblem{B->getOperatorLoc(),
                         "loop compares " + quoted(H.Counter) + " by '" +
                             clang::BinaryOperator::getOpcodeStr(H.Cmp).str() +
                             "'" + Accepted};
  if (mentions(H.Bound, H.Counter))
    return HeaderProblem{H.Bound->getExprLoc(), "loop bound depends on " +
                                                    quoted(H.Counter) +
                                                    " itself" + Accepted};
  return std::nullopt;
}

} // namespace

std::variant<LoopHeader, HeaderProblem>
parseHeader(const clang::ForStmt *Loop) {
  LoopHeader H;
  H.Loop = Loop;
  if (auto P = parseInit(H))
    return *P;
  if (auto P = parseCondition(H))
    return *P;
  const clang::Expr *Inc = Loop->getInc();
  if (!Inc || !isIncrement(Inc, H.Counter))
    return HeaderProblem{Inc ? Inc->getExprLoc() : Loop->getForLoc(),
                         "loop does not step " + quoted(H.Counter) +
                             " by one; accepted is '++" +
                             H.Counter->getNameAsString() + "'"};
  return H;
}

} // namespace lacuna::plugin
