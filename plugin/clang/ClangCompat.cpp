//===- ClangCompat.cpp - what differs between versions of Clang -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang/ClangCompat.h"
#include "clang/AST/LambdaCapture.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Template.h"

using namespace clang;

bool lacuna::plugin::expandsMacros(
    [[maybe_unused]] const CompilerInstance &CI) {
#if CLANG_VERSION_MAJOR >= 21
  return llvm::none_of(
      CI.getFrontendOpts().Inputs,
      [](const FrontendInputFile &Input) { return Input.isPreprocessed(); });
#else
  return true;
#endif
}

void lacuna::plugin::setFPOptions(Sema &S, FPOptions Options) {
#if CLANG_VERSION_MAJOR >= 17
  S.resetFPOptions(Options);
#else
  S.CurFPFeatures = Options;
  S.FpPragmaStack.CurrentValue =
      Options.getChangesFrom(FPOptions(S.getLangOpts()));
#endif
}

#if CLANG_VERSION_MAJOR >= 17

sema::LambdaScopeInfo *
lacuna::plugin::rebuildLambdaScope(Sema &S, CXXMethodDecl *CallOperator) {
  sema::LambdaScopeInfo *Scope = S.RebuildLambdaScopeInfo(CallOperator);
  // Else the call operator's own parameters count as foreign.
  Scope->AfterParameterList = true;
  return Scope;
}

#else

static sema::CapturingScopeInfo::ImplicitCaptureStyle
captureStyle(LambdaCaptureDefault Default) {
  switch (Default) {
  case LCD_None:
    return sema::CapturingScopeInfo::ImpCap_None;
  case LCD_ByCopy:
    return sema::CapturingScopeInfo::ImpCap_LambdaByval;
  case LCD_ByRef:
    return sema::CapturingScopeInfo::ImpCap_LambdaByref;
  }
  llvm_unreachable("unknown capture default");
}

static void addCapture(Sema &S, sema::LambdaScopeInfo &Scope,
                       const LambdaCapture &C, QualType Type) {
  if (C.capturesThis()) {
    Scope.addThisCapture(/*isNested=*/true, C.getLocation(), Type,
                         C.getCaptureKind() == LCK_StarThis);
    return;
  }
  if (!C.capturesVariable())
    return Scope.addVLATypeCapture(C.getLocation(), nullptr, Type);
  ValueDecl *Variable = C.getCapturedVar();
  if (Variable->isInitCapture())
    S.CurrentInstantiationScope->InstantiatedLocal(Variable, Variable);
  Scope.addCapture(Variable, /*isBlock=*/false, C.getCaptureKind() == LCK_ByRef,
                   /*isNested=*/true, C.getLocation(),
                   C.isPackExpansion() ? C.getEllipsisLoc() : SourceLocation(),
                   Type, /*Invalid=*/false);
}

sema::LambdaScopeInfo *
lacuna::plugin::rebuildLambdaScope(Sema &S, CXXMethodDecl *CallOperator) {
  CXXRecordDecl *Closure = CallOperator->getParent();
  sema::LambdaScopeInfo *Scope = S.PushLambdaScope();
  Scope->CallOperator = CallOperator;
  Scope->Lambda = Closure;
  Scope->ReturnType = CallOperator->getReturnType();
  Scope->Mutable = !CallOperator->isConst();
  Scope->ImpCaptureStyle = captureStyle(Closure->getLambdaCaptureDefault());
  auto Field = Closure->field_begin();
  for (const LambdaCapture &C : Closure->captures())
    addCapture(S, *Scope, C, (Field++)->getType());
  return Scope;
}

#endif
