//===- Callees.cpp - what calls call --------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Callees.h"
#include "lift/ast/AstQueries.h"
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

bool holdsCall(const clang::Stmt *S) {
  bool Found = isa<clang::CallExpr>(S);
  forEachPart(
      S, [&](const clang::Stmt *Part) { Found = Found || holdsCall(Part); });
  return Found;
}

/// How far down calls are looked at; further down nothing is inlined.
static constexpr unsigned MostCalls = 8;

bool hasStatements(const clang::FunctionDecl *F, unsigned Depth) {
  if (hasEffect(F->getBody()))
    return true;
  VarSet Own, Changed;
  collectDeclared(F->getBody(), Own);
  collectWritten(F->getBody(), Changed);
  Own.insert(F->param_begin(), F->param_end());
  if (llvm::any_of(
          Own, [&](const clang::VarDecl *V) { return Changed.contains(V); }))
    return true;
  bool Found = false;
  auto Visit = [&](auto &Self, const clang::Stmt *S) -> void {
    const auto *C = dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *Callee = C ? liftedBody(C) : nullptr;
    Found |= isa<clang::SwitchStmt>(S) ||
             (Callee && Depth < MostCalls && hasStatements(Callee, Depth + 1));
    if (!Found)
      forEachPart(S, [&](const clang::Stmt *Part) { Self(Self, Part); });
  };
  Visit(Visit, F->getBody());
  return Found;
}

} // namespace lacuna::plugin
