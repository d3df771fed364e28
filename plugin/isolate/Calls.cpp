//===- Calls.cpp - functions that iterations call ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolator.h"
#include "isolate/Messages.def"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/LanguageOptions.h"
#include <functional>

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

void Isolator::bindParameter(const ParmVarDecl *P, const clang::Expr *Arg) {
  const VarDecl *V = P->getCanonicalDecl();
  Inside.insert(V);
  const QualType Ty = P->getType();
  if (isLambda(Ty) && !isMadeHere(Arg))
    Grows |= Foreign.insert(V).second;
  if (Ty->isReferenceType())
    return setTarget(V, Arg->isGLValue() ? placeOf(Arg)
                                         : PlaceSet(Place{Place::Own}));
  if (leadsElsewhere(Ty))
    return setTarget(V, targetOf(Arg));
  if (!Ty->isIntegerType())
    return;
  if (isIndex(Arg))
    Grows |= Numbered.insert(V).second;
  else
    Grows |= NoIndex.insert(V).second;
}

/// \p F is called with \p Args, and \p Object, if it has one.
bool Isolator::bind(const FunctionDecl *F,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const PlaceSet *Object) {
  if (F->getCanonicalDecl() == Around->getCanonicalDecl())
    return refuse(F->getLocation(),
                  msg::IsolatedCallsItself(F->getNameAsString()));
  if (F->isVariadic() || codeAttribute(*F) || Args.size() < F->getNumParams())
    return refuse(F->getLocation(),
                  msg::IsolatedFunction(F->getNameAsString()));
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    bindParameter(F->getParamDecl(I), Args[I]);
  if (Object)
    Grows |= Objects[F->getCanonicalDecl()].add(*Object);
  addCall(F);
  return true;
}

void Isolator::addCall(const FunctionDecl *F) {
  Calls[Current].insert(F);
  Grows |= Called.insert(F);
}

bool Isolator::visitConstruct(const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  if (llvm::StringRef Class = standardClass(D->getParent()); !Class.empty())
    return visitLibraryConstructor(C, Class);
  const bool Copies = D->isCopyOrMoveConstructor() && !D->isUserProvided();
  if (Copies) {
    note(MemoryAccess::Read,
         Args[0]->isGLValue() ? placeOf(Args[0]) : PlaceSet(), C->getType(), C);
    // A closure holds what it captured.
    const bool IsPlain =
        D->getParent()->isLambda() || ownsAll(C->getType()) || D->isTrivial();
    return (IsPlain ||
            refuse(C->getExprLoc(),
                   msg::IsolatedType(D->getParent()->getNameAsString()))) &&
           visit(Args[0]);
  }
  for (const clang::Expr *Arg : Args)
    if (!visit(Arg))
      return false;
  if (D->isTrivial())
    return true;
  const FunctionDecl *Definition = D->getDefinition();
  if (!Definition || !Definition->hasBody())
    return refuse(C->getExprLoc(), msg::IsolatedFunction(D->getNameAsString()));
  const PlaceSet Own = Place{Place::Own};
  return bind(Definition, Args, &Own);
}

/// Whether the closure \p E is made where it is named, or the one that a
/// variable of the iteration's is.
bool Isolator::isMadeHere(const clang::Expr *E) const {
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 && isLambda(C->getType()))
    return isMadeHere(C->getArg(0));
  if (isa<LambdaExpr>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  V = V ? V->getCanonicalDecl() : nullptr;
  if (!V || !isInside(V))
    return false;
  return isa<ParmVarDecl>(V) ? !Foreign.contains(V)
                             : V->getInit() && isMadeHere(V->getInit());
}

/// Whether all that \p E, a closure, holds is known: it is made here, or holds
/// variables of the function around, which are still there, and values.
bool Isolator::knowsClosure(const clang::Expr *E) {
  const CXXRecordDecl *Class =
      E ? E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  if (!Class || !Class->isLambda())
    return false;
  if (isMadeHere(E))
    return true;
  const CXXRecordDecl &R = *Class;
  // What it holds is what it was there, not a copy of the iteration's.
  for (const LambdaCapture &C : R.captures())
    if (C.capturesVariable())
      if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
        Captured.insert(V->getCanonicalDecl());
  return llvm::all_of(R.captures(), [&](const LambdaCapture &C) {
    if (C.capturesThis())
      return methodAround(Around) == methodAround(R.getLambdaCallOperator());
    if (!C.capturesVariable())
      return false;
    const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
    if (!V || V->isInitCapture() || isInside(V))
      return false;
    return C.getCaptureKind() == LCK_ByRef
               ? V->getDeclContext() == Around && V != Variable
               : ownsAll(V->getType()) && !V->getType()->isReferenceType();
  });
}

bool Isolator::visitCall(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return refuse(C->getExprLoc(), msg::IsolatedPointerCall());
  if (isLibraryFunction(F))
    return visitLibraryCall(C, F);
  const clang::Expr *Object = objectOf(C);
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isVirtual()) {
    const auto *Callee = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens());
    if (!Callee || Callee->performsVirtualDispatch(Context.getLangOpts()))
      return refuse(C->getExprLoc(),
                    msg::IsolatedVirtual(F->getNameAsString()));
  }
  if (const auto *M = dyn_cast<CXXMethodDecl>(F);
      M && M->getParent()->isLambda() && !knowsClosure(Object))
    return refuse(C->getExprLoc(), msg::IsolatedClosure());
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || F->hasAttr<WeakAttr>()) {
    // Assigning all members.
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    if (M && M->isTrivial() && M->isCopyAssignmentOperator() && Object) {
      note(MemoryAccess::Write, placeOfObject(Object), objectType(Object), C);
      accessArgument(MemoryAccess::Read, argumentsOf(C).front());
      return visitChildren(C);
    }
    return refuse(C->getExprLoc(), msg::IsolatedFunction(F->getNameAsString()));
  }
  for (const clang::Expr *Arg : C->arguments())
    if (!visit(Arg))
      return false;
  if (isa<CXXMemberCallExpr>(C) && !visit(Object))
    return false;
  std::optional<PlaceSet> At;
  if (Object)
    At = placeOfObject(Object);
  // Of lambdas the variables that they captured are known by their names.
  return bind(Definition, argumentsOf(C), At ? &*At : nullptr);
}

bool Isolator::visitFunction(const FunctionDecl *F) {
  Current = F;
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      if (!visit(I->getInit()))
        return false;
  return visit(F->getBody());
}

/// Whether any function calls itself, perhaps by others.
bool Isolator::callsThemselves() const {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Done, Open;
  std::function<bool(const FunctionDecl *)> Look = [&](const FunctionDecl *F) {
    if (!Open.insert(F).second)
      return true;
    const auto Of = Calls.find(F);
    bool Again = false;
    if (Of != Calls.end() && !Done.contains(F))
      for (const FunctionDecl *Callee : Of->second)
        Again = Again || Look(Callee);
    Open.erase(F);
    Done.insert(F);
    return Again;
  };
  return llvm::any_of(Called, Look);
}

} // namespace lacuna::plugin
