//===- Sites.cpp - where annotated loops stand ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Sites.h"
#include "pragma/DirectiveText.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <utility>

using namespace clang;
using namespace lacuna::plugin;

namespace {

class SiteFinder : public RecursiveASTVisitor<SiteFinder> {
  using Base = RecursiveASTVisitor<SiteFinder>;

public:
  FoundSites Found;

  /// The functions around \p D, which is not reached through them where it is
  /// an instantiation.
  void enterContextsOf(const Decl *D) {
    for (DeclContext *C = const_cast<DeclContext *>(D->getDeclContext()); C;
         C = C->getParent())
      if (auto *F = dyn_cast<FunctionDecl>(C))
        Functions.insert(Functions.begin(), F);
  }

  bool shouldVisitTemplateInstantiations() const { return false; }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    if (!D->isImplicit())
      if (const SuppressAttr *A = directiveOn(D))
        Found.OnDeclarations.push_back(A->getLocation());
    auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function)
      return Base::TraverseDecl(D);
    if (!Function->doesThisDeclarationHaveABody())
      return true;
    Functions.push_back(Function);
    bool Continue = Base::TraverseDecl(D);
    Functions.pop_back();
    return Continue;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (Expr *Init : E->capture_inits())
      if (Init && !TraverseStmt(Init))
        return false;
    Functions.push_back(E->getCallOperator());
    const SuppressAttr *Outer = std::exchange(Around, nullptr);
    bool Continue = TraverseStmt(E->getBody());
    Around = Outer;
    Functions.pop_back();
    return Continue;
  }

  bool TraverseCapturedStmt(CapturedStmt *S) {
    ++Captured;
    bool Continue = Base::TraverseCapturedStmt(S);
    --Captured;
    return Continue;
  }

  bool TraverseAttributedStmt(AttributedStmt *S) {
    const SuppressAttr *A = findDirective(S->getAttrs());
    if (A && Around)
      Found.Nested.push_back({A->getLocation(), Around->getLocation()});
    else if (A)
      addSite(S);
    const SuppressAttr *Outer = Around;
    if (A)
      Around = A;
    bool Continue = Base::TraverseAttributedStmt(S);
    Around = Outer;
    return Continue;
  }

private:
  void addSite(AttributedStmt *S) {
    if (Functions.empty())
      return;
    for (const FunctionDecl *F : Functions)
      if (F->isDependentContext())
        return;
    Found.Sites.push_back({S, Functions, Captured != 0});
  }

  static const SuppressAttr *directiveOn(const Decl *D) {
    return D->hasAttrs() ? findDirective(D->getAttrs()) : nullptr;
  }

  std::vector<FunctionDecl *> Functions;
  unsigned Captured = 0;
  const SuppressAttr *Around = nullptr; ///< directive of the nest around
};

} // namespace

FoundSites lacuna::plugin::findSites(Decl *D) {
  SiteFinder Finder;
  Finder.enterContextsOf(D);
  Finder.TraverseDecl(D);
  return std::move(Finder.Found);
}
