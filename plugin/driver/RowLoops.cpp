//===- RowLoops.cpp - loops over the entries of one row -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RowLoops.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/LoopHeader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace lacuna::plugin;

/// \p E, or what the local variable that it names begins with, without
/// constants that are added.
static const Expr *origin(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return origin(Full->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->isLocalVarDecl() && V->getInit() ? origin(V->getInit()) : E;
  }
  const auto *Sum = dyn_cast<clang::BinaryOperator>(E);
  if (Sum && Sum->isAdditiveOp() &&
      isa<IntegerLiteral>(Sum->getRHS()->IgnoreParenImpCasts()))
    return origin(Sum->getLHS());
  return E;
}

/// The array or container that \p E is an element of, or null.
static const ValueDecl *arrayOf(const Expr *E) {
  const Expr *Base = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    Base = Element->getBase();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (Call && Call->getNumArgs() > 1 &&
      (Call->getOperator() == OO_Subscript || Call->getOperator() == OO_Call))
    Base = Call->getArg(0);
  if (!Base)
    return nullptr;
  Base = Base->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Base))
    return Ref->getDecl();
  const auto *Member = dyn_cast<MemberExpr>(Base);
  return Member ? Member->getMemberDecl() : nullptr;
}

std::string lacuna::plugin::rowLoop(const clang::Stmt *S) {
  return holdsLoop(S) ? "" : rangeOfRow(S);
}

std::string lacuna::plugin::rangeOfRow(const clang::Stmt *S) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    const Expr *Row = origin(Range->getRangeInit());
    const auto *Call = dyn_cast<CXXMemberCallExpr>(Row);
    return arrayOf(Row) || (Call && Call->getNumArgs() != 0)
               ? nameOfElement(Range->getLoopVariable())
               : "";
  }
  if (!isa<clang::ForStmt, clang::WhileStmt>(S))
    return "";
  auto Parsed = parseHeader(S);
  const auto *Header = std::get_if<LoopHeader>(&Parsed);
  if (!Header || !Header->Counter || !Header->Bound)
    return "";
  const Expr *From = Header->Init ? Header->Init : Header->Counter->getInit();
  const ValueDecl *Array = From ? arrayOf(origin(From)) : nullptr;
  return Array && Array == arrayOf(origin(Header->Bound))
             ? Header->Counter->getNameAsString()
             : "";
}
