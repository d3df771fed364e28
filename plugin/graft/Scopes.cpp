//===- Scopes.cpp - back into the scope of a function ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Scopes.h"
#include "TokenStream.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

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
    Lambdas.push_back({Lambda, Lambda->Captures.size()});
  }
  S.CurContext = Place.function();
}

void ReenteredScopes::pushScopes(const Site &Place) {
  SmallVector<DeclContext *, 8> Contexts;
  for (DeclContext *C = Place.function(); C && !C->isTranslationUnit();
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
  return llvm::any_of(Lambdas, [](const auto &Entry) {
    return Entry.first->Captures.size() != Entry.second;
  });
}
