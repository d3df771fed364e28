//===- Wrappers.cpp - what only wraps an expression -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Wrappers.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/StandardLibrary.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

const clang::Expr *withoutWrappers(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *C = dyn_cast<clang::CastExpr>(E);
             C && C->getCastKind() == clang::CK_NoOp && !addsVolatile(C))
      E = C->getSubExpr();
    else if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *C = dyn_cast<clang::CallExpr>(E); C && movedFrom(C))
      E = movedFrom(C);
    else
      return E;
  }
}

const clang::Expr *withoutTemporaries(const clang::Expr *E) {
  for (;;) {
    E = withoutWrappers(E);
    if (const auto *M = dyn_cast<clang::MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<clang::CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<clang::CastExpr>(E);
             C && (C->getCastKind() == clang::CK_ConstructorConversion ||
                   C->getCastKind() == clang::CK_UserDefinedConversion))
      E = C->getSubExpr();
    else if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(E))
      E = D->getExpr();
    else if (const auto *L = dyn_cast<clang::CompoundLiteralExpr>(E);
             L && L->isPRValue())
      E = L->getInitializer();
    else
      return E;
  }
}

const clang::Expr *unqualified(const clang::Expr *E) {
  while (E) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<clang::ImplicitCastExpr>(E);
    if (!C || C->getCastKind() != clang::CK_NoOp)
      return E;
    E = C->getSubExpr();
  }
  return nullptr;
}

const clang::Expr *passedOn(const clang::Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 &&
      C->getConstructor()->isCopyOrMoveConstructor())
    return passedOn(C->getArg(0));
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::Expr *From = C ? movedFrom(C) : nullptr;
  return From ? passedOn(From) : E;
}

const clang::CXXStdInitializerListExpr *initializerList(const clang::Expr *E) {
  return dyn_cast<clang::CXXStdInitializerListExpr>(withoutTemporaries(E));
}

} // namespace lacuna::plugin
