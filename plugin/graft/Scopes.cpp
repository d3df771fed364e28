//===- Scopes.cpp - back into the scope of a function ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Scopes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "clang/TokenStream.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

ReenteredScopes::ReenteredScopes(Parser &P, const Site &Place)
    : P(P), S(P.getActions()), Context(S, Place.function()), Locals(S),
      Evaluated(S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated) {
  pushFunctions(Place);
  pushScopes(Place);
}

ReenteredScopes::~ReenteredScopes() {
  S.DiscardCleanupsInEvaluationContext();
  while (Scopes-- != 0)
    P.ExitScope();
  while (Functions-- != 0)
    S.PopFunctionScopeInfo();
}

void ReenteredScopes::pushFunctions(const Site &Place) {
  for (FunctionDecl *F : Place.Functions) {
    ++Functions;
    auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!Method || !Method->getParent()->isLambda()) {
      S.PushFunctionScope();
      continue;
    }
    S.CurContext = Method;
    sema::LambdaScopeInfo *Lambda = rebuildLambdaScope(S, Method);
    Captures.push_back({Lambda, Lambda->Captures.size()});
  }
  S.CurContext = Place.function();
  if (Place.Region)
    pushRegion(Place);
}

namespace {

/// What a nest reaches through the region around it. The region's own list of
/// captures would miss variables that a clause makes private.
class CapturedUses : public RecursiveASTVisitor<CapturedUses> {
public:
  /// With the types that they have here: lambdas around add const.
  llvm::MapVector<ValueDecl *, QualType> Variables;
  const CXXThisExpr *This = nullptr;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (E->refersToEnclosingVariableOrCapture())
      Variables.insert({E->getDecl(), E->getType()});
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) {
    This = E;
    return true;
  }
  bool shouldVisitImplicitCode() const { return true; }
};

} // namespace

/// Every use is found in the innermost region, so that no other is needed. It
/// is entered as one that is not OpenMP's: the clauses of its directive are
/// known to the user's references, but no more to Sema.
void ReenteredScopes::pushRegion(const Site &Place) {
  CapturedUses Uses;
  Uses.TraverseStmt(Place.nest());
  ++Functions;
  S.PushCapturedRegionScope(
      nullptr, Place.Region->getCapturedDecl(),
      const_cast<RecordDecl *>(Place.Region->getCapturedRecordDecl()),
      CR_Default);
  auto *Region =
      llvm::cast<sema::CapturedRegionScopeInfo>(S.FunctionScopes.back());
  SourceLocation Loc = Place.Loop->getBeginLoc();
  for (auto [Variable, Type] : Uses.Variables)
    Region->addCapture(Variable, /*isBlock=*/false, /*isByref=*/true,
                       /*isNested=*/true, Loc, SourceLocation(),
                       S.Context.getLValueReferenceType(Type),
                       /*Invalid=*/false);
  if (Uses.This)
    Region->addThisCapture(/*isNested=*/true, Loc, Uses.This->getType(),
                           /*ByCopy=*/false);
  Captures.push_back({Region, Region->Captures.size()});
  S.CurContext = Place.Region->getCapturedDecl();
}

void ReenteredScopes::pushScopes(const Site &Place) {
  SmallVector<DeclContext *, 8> Contexts;
  for (DeclContext *C = Place.context(); C && !C->isTranslationUnit();
       C = C->getLookupParent())
    Contexts.push_back(C);
  for (DeclContext *C : llvm::reverse(Contexts)) {
    unsigned Flags = Scope::DeclScope;
    if (C->isRecord())
      Flags |= Scope::ClassScope;
    if (C->isFunctionOrMethod())
      Flags |= Scope::FnScope | Scope::CompoundStmtScope;
    P.EnterScope(Flags);
    ++Scopes;
    S.getCurScope()->setEntity(C);
  }
}

void ReenteredScopes::push(NamedDecl *D) {
  if (auto *Directive = dyn_cast<UsingDirectiveDecl>(D))
    return S.getCurScope()->PushUsingDirective(Directive);
  S.PushOnScopeChains(D, S.getCurScope(), /*AddToContext=*/false);
}

clang::Expr *ReenteredScopes::parseExpression(llvm::ArrayRef<Token> Tokens,
                                              bool IsConstant) {
  enterTokens(S.getPreprocessor(), Tokens, /*IsReinject=*/true);
  P.ConsumeAnyToken(); // the eof of what was parsed before
  ExprResult Result =
      IsConstant ? P.ParseConstantExpression() : P.ParseExpression();
  bool Complete = P.getCurToken().is(tok::eof);
  while (P.getCurToken().isNot(tok::eof))
    P.ConsumeAnyToken();
  return Result.isUsable() && Complete ? Result.get() : nullptr;
}

bool ReenteredScopes::hasNewCaptures() const {
  return llvm::any_of(Captures, [](const auto &Entry) {
    return Entry.first->Captures.size() != Entry.second;
  });
}
