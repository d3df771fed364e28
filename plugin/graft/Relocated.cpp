//===- Relocated.cpp - the user's expressions elsewhere -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Relocated.h"
#include "clang/ClangCompat.h"

using namespace clang;
using namespace lacuna::plugin;

/// Variables of the function itself are not captured there, though they may be
/// where the nest names them.
clang::Expr *Relocation::copyName(const DeclRefExpr *E) const {
  const ValueDecl *D = E->getDecl();
  const auto *V = dyn_cast<VarDecl>(D);
  bool IsOwn = D->getDeclContext() == Function && !(V && V->isInitCapture());
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                             SourceLocation(), const_cast<ValueDecl *>(D),
                             E->refersToEnclosingVariableOrCapture() && !IsOwn,
                             Loc, E->getType(), E->getValueKind(),
                             /*FoundD=*/nullptr, /*TemplateArgs=*/nullptr,
                             E->isNonOdrUse());
}

clang::Expr *Relocation::copyMember(const MemberExpr *E) const {
  // Of a static member the object does not matter.
  if (isa<VarDecl>(E->getMemberDecl()))
    return DeclRefExpr::Create(
        Context, NestedNameSpecifierLoc(), SourceLocation(), E->getMemberDecl(),
        /*RefersToEnclosing=*/false, Loc, E->getType(), E->getValueKind(),
        /*FoundD=*/nullptr, /*TemplateArgs=*/nullptr, E->isNonOdrUse());
  auto *Copy = MemberExpr::CreateImplicit(
      Context, copy(E->getBase()), E->isArrow(), E->getMemberDecl(),
      E->getType(), E->getValueKind(), E->getObjectKind());
  Copy->setMemberLoc(Loc);
  return Copy;
}

clang::Expr *Relocation::copyCast(const clang::CastExpr *E) const {
  CXXCastPath Path;
  for (const CXXBaseSpecifier *Base : E->path())
    Path.push_back(const_cast<CXXBaseSpecifier *>(Base));
  return ImplicitCastExpr::Create(Context, E->getType(), E->getCastKind(),
                                  copy(E->getSubExpr()), &Path,
                                  E->getValueKind(), E->getFPFeatures());
}

/// Calls of member functions.
clang::Expr *Relocation::copyCall(const clang::CallExpr *E) const {
  llvm::SmallVector<clang::Expr *, 4> Args;
  for (const clang::Expr *Arg : E->arguments())
    Args.push_back(copy(Arg));
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return CXXOperatorCallExpr::Create(
        Context, Operator->getOperator(),
        const_cast<clang::Expr *>(E->getCallee()), Args, E->getType(),
        E->getValueKind(), Loc, E->getFPFeatures());
  return CXXMemberCallExpr::Create(Context, copy(E->getCallee()), Args,
                                   E->getType(), E->getValueKind(), Loc,
                                   E->getFPFeatures());
}

clang::Expr *Relocation::copy(const clang::Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return copy(Full->getSubExpr());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return copy(Subst->getReplacement());
  if (isa<CXXThisExpr>(E))
    return thisAt(Context, Loc, E->getType());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (isa<VarDecl, BindingDecl>(Ref->getDecl()))
      return copyName(Ref);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return copyMember(Member);
  if (const auto *Cast = dyn_cast<clang::CastExpr>(E))
    return copyCast(Cast);
  if (isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E))
    return copyCall(cast<clang::CallExpr>(E));
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(Context, copy(U->getSubExpr()), U->getOpcode(),
                                 U->getType(), U->getValueKind(),
                                 U->getObjectKind(), Loc, U->canOverflow(),
                                 FPOptionsOverride());
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return new (Context)
        ArraySubscriptExpr(copy(S->getLHS()), copy(S->getRHS()), S->getType(),
                           S->getValueKind(), S->getObjectKind(), Loc);
  return const_cast<clang::Expr *>(E);
}
