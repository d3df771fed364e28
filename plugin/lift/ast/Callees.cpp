//===- Callees.cpp - what calls call --------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/LanguageOptions.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

static const clang::FunctionDecl *visibleBody(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Definition = nullptr;
  const auto *M = dyn_cast_or_null<clang::CXXMethodDecl>(F);
  if (!F || F->isVariadic() || F->hasAttr<clang::WeakAttr>() ||
      (M && M->isVirtual()) || codeAttribute(*F) || !F->hasBody(Definition) ||
      !isa<clang::CompoundStmt>(Definition->getBody()))
    return nullptr;
  return Definition;
}

const clang::FunctionDecl *definitionOf(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  return isStandard(F) ? nullptr : visibleBody(F);
}

const clang::FunctionDecl *liftedBody(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  const auto *M = dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return isStandard(F) && M && M->isInstance() ? nullptr : visibleBody(F);
}

const clang::Expr *objectOf(const clang::CallExpr *C) {
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C))
    return Member->getImplicitObjectArgument();
  const auto *M = dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
  return isa<clang::CXXOperatorCallExpr>(C) && M && M->isInstance()
             ? C->getArg(0)
             : nullptr;
}

llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *C) {
  llvm::ArrayRef<const clang::Expr *> All(C->getArgs(), C->getNumArgs());
  return isa<clang::CXXOperatorCallExpr>(C) && objectOf(C) ? All.drop_front()
                                                           : All;
}

} // namespace lacuna::plugin
