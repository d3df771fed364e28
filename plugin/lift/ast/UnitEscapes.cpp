//===- UnitEscapes.cpp - variables that pointers may lead to --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/UnitEscapes.h"
#include "lift/ast/AstQueries.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Every statement of the user's, in templates as they are and as they are
/// made. System headers know none of the user's variables by name.
class Finder : public clang::RecursiveASTVisitor<Finder> {
public:
  Finder(const clang::SourceManager &SM,
         llvm::function_ref<void(const clang::VarDecl *)> Found)
      : SM(SM), Found(Found) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(clang::Decl *D) {
    const bool IsOfSystem = D && !isa<clang::TranslationUnitDecl>(D) &&
                            SM.isInSystemHeader(D->getLocation());
    return IsOfSystem || RecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitStmt(clang::Stmt *S) {
    forEachEscape(S, Found);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) {
    if (U->getOpcode() == clang::UO_AddrOf)
      addAll(U->getSubExpr());
    return true;
  }
  bool VisitCapturedStmt(clang::CapturedStmt *S) {
    for (const clang::CapturedStmt::Capture &C : S->captures())
      if (C.capturesVariable() || C.capturesVariableByCopy())
        Found(C.getCapturedVar());
    return true;
  }
  // What stands in no statement.
  bool VisitVarDecl(clang::VarDecl *V) {
    if (!V->isLocalVarDecl() && V->hasInit())
      addAll(V->getInit());
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl *F) {
    if (F->hasInClassInitializer())
      addAll(F->getInClassInitializer());
    return true;
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *Init) {
    addAll(Init->getInit());
    return RecursiveASTVisitor::TraverseConstructorInitializer(Init);
  }

private:
  void addAll(const clang::Stmt *S) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<clang::DeclRefExpr>(S))
      if (const auto *V = dyn_cast<clang::VarDecl>(D->getDecl()))
        Found(V);
    for (const clang::Stmt *Part : S->children())
      addAll(Part);
  }

  const clang::SourceManager &SM;
  llvm::function_ref<void(const clang::VarDecl *)> Found;
};

} // namespace

bool UnitEscapes::isNeverPointedTo(const clang::ASTContext &Context,
                                   const clang::VarDecl *V) {
  if (!V->isFileVarDecl() || V->isExternallyVisible() ||
      !V->getType()->isScalarType() || V->getType().isVolatileQualified() ||
      V->getTLSKind() != clang::VarDecl::TLS_None || V->hasAttrs())
    return false;
  if (!IsKnown) {
    auto Add = [&](const clang::VarDecl *Found) {
      Escaping.insert(Found->getCanonicalDecl());
    };
    Finder(Context.getSourceManager(), Add)
        .TraverseDecl(Context.getTranslationUnitDecl());
    IsKnown = true;
  }
  return !Escaping.contains(V->getCanonicalDecl());
}

} // namespace lacuna::plugin
