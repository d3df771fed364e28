//===- Lambdas.cpp - calls of lambdas -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a lambda names the variables of the function around it, so that
// it is lifted as if it stood there. What it captures by copy must then have
// the value that it was captured with.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/calls/Messages.def"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether objects of type \p Ty hold elements, which change one by one.
static bool holdsElements(clang::QualType Ty) {
  if (Ty->isArrayType())
    return true;
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R)
    return false;
  return llvm::any_of(R->fields(),
                      [](const clang::FieldDecl *F) {
                        return holdsElements(F->getType());
                      }) ||
         llvm::any_of(R->bases(), [](const clang::CXXBaseSpecifier &B) {
           return holdsElements(B.getType());
         });
}

/// The expression in \p S that \p L is a part of, and that is no part of
/// another one; null if it makes a variable.
static const clang::Expr *wholeExpression(const clang::Stmt *S,
                                          const clang::LambdaExpr *L) {
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return E;
  const clang::Expr *Found = nullptr;
  if (!isa<clang::DeclStmt>(S))
    forEachPart(S, [&](const clang::Stmt *Part) {
      if (contains(Part, L))
        Found = wholeExpression(Part, L);
    });
  return Found;
}

/// Whether \p L, in the nest, is gone before its \p V is set again.
bool Lifter::endsBeforeChange(const clang::LambdaExpr *L,
                              const clang::VarDecl *V) const {
  const clang::Expr *Whole = wholeExpression(Source.Root, L);
  const clang::Stmt *Body = ownerBody(V);
  return Whole && Body && !V->getType()->isReferenceType() &&
         V->hasLocalStorage() && !Bodies.of(Body).escapes(V) &&
         countWrites(Whole, V) == 0;
}

/// Whether \p V had the same value when a lambda captured it, be it in the
/// nest or in front of it.
bool Lifter::keepsValueSince(const clang::VarDecl *V,
                             bool IsCapturedInNest) const {
  // What is declared in an iteration lives no longer than that.
  if (IsCapturedInNest) {
    const Entity *Known = Env.find(V);
    bool IsIndex = Known && isKind<LoopIndex>(*Known);
    if (Known && isKind<OwnRecord>(*Known))
      return false;
    bool RefersInto =
        V->getType()->isReferenceType() && Source.Inside.contains(V);
    return IsIndex || !(Source.Written.contains(V) || RefersInto);
  }
  if (V->getType().isConstQualified())
    return true;
  const clang::Stmt *Body = ownerBody(V);
  return Body && !V->getType()->isReferenceType() && V->hasLocalStorage() &&
         !Bodies.of(Body).escapes(V) && countWrites(Body, V) == 0;
}

bool Lifter::checkCapture(const clang::LambdaExpr *L,
                          const clang::LambdaCapture &C,
                          bool IsCapturedInNest) {
  auto Refuse = [&](const std::string &What, llvm::StringRef Accepted) {
    Diags.refuse(C.getLocation(), What + "; accepted " + Accepted.str());
    return false;
  };
  if (C.getCaptureKind() == clang::LCK_StarThis)
    return Refuse(msg::CaptureOfThisByCopy(), "is 'this'");
  if (!C.capturesVariable() || C.getCaptureKind() == clang::LCK_ByRef)
    return true;
  const auto *V = dyn_cast<clang::VarDecl>(C.getCapturedVar());
  std::string Name = "'" + C.getCapturedVar()->getNameAsString() + "'";
  if (!V || V->isInitCapture())
    return Refuse(msg::CaptureOfExpression(Name),
                  msg::AcceptedCapturesOfVariables());
  clang::QualType Ty = V->getType().getNonReferenceType();
  if (!Ty.isTriviallyCopyableType(Context) || holdsElements(Ty))
    return Refuse(msg::CaptureOfElementsByCopy(Name),
                  msg::AcceptedCaptureByReference());
  if (!keepsValueSince(V, IsCapturedInNest) &&
      !(IsCapturedInNest && endsBeforeChange(L, V)))
    return Refuse(Name + (IsCapturedInNest ? msg::SuffixCapturedCopyChanges()
                                           : msg::SuffixCapturedCopyOutdated()),
                  msg::AcceptedCaptureByReference());
  return true;
}

bool Lifter::checkLambda(const clang::LambdaExpr *L) {
  auto Refuse = [&](std::string Why) {
    Diags.refuse(L->getBeginLoc(), std::move(Why));
    return false;
  };
  if (L->isMutable())
    return Refuse(msg::LambdaIsMutable());
  bool IsInNest = contains(Source.Root, L);
  return llvm::all_of(L->captures(), [&](const clang::LambdaCapture &C) {
    return checkCapture(L, C, IsInNest);
  });
}

/// What an object of the function that the nest is in captured, such as `f` of
/// `template <class F> void apply(F f)`, are members of it.
bool Lifter::bindClosure(const clang::Expr *Outer, const clang::FunctionDecl &F,
                         Arguments &Bound) {
  const auto *M = dyn_cast<clang::CXXMethodDecl>(&F);
  if (!M || !Outer->isGLValue())
    return false;
  if (!M->isConst())
    return Diags.refuse(M->getLocation(), msg::LambdaIsMutable()), false;
  VarSet Changed;
  collectWritten(M->getBody(), Changed);
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captured;
  clang::FieldDecl *This = nullptr;
  M->getParent()->getCaptureFields(Captured, This);
  if (This && !This->getType()->isPointerType())
    return Diags.refuse(M->getLocation(),
                        std::string(msg::CaptureOfThisByCopy()) +
                            "; accepted is 'this'"),
           false;
  if (This)
    Bound.Object = Env.memberOf(Outer, This);
  for (const clang::LambdaCapture &C : M->getParent()->captures()) {
    if (!C.capturesVariable())
      continue;
    const clang::ValueDecl *V = C.getCapturedVar();
    const auto *Variable = dyn_cast<clang::VarDecl>(V);
    if (!Variable || Changed.contains(Variable)) {
      Diags.refuse(M->getLocation(),
                   msg::LambdaSetsCaptured(V->getNameAsString()));
      return false;
    }
    Bound.Records[V] = Env.memberOf(Outer, Captured.lookup(V));
  }
  return true;
}

/// Whether \p C is of a name for an element, `const Vec3 v = p[i].speed`,
/// which goes by it in the lambda as well.
bool Lifter::standsForElement(const clang::LambdaCapture &C) const {
  const auto *V = dyn_cast<clang::VarDecl>(C.getCapturedVar());
  const Entity *Known = V ? Env.find(V) : nullptr;
  return Known && isKind<Alias>(*Known);
}

/// `this` and variables in the body of \p F are what the lambda captured.
bool Lifter::bindLambda(const clang::Expr *Object, const clang::FunctionDecl &F,
                        Arguments &Bound) {
  const clang::Expr *Closure = Env.closureOf(Object);
  const auto *L = llvm::dyn_cast_or_null<clang::LambdaExpr>(Closure);
  if (!L)
    return Closure && bindClosure(Closure, F, Bound);
  if (!checkLambda(L))
    return false;
  const clang::DeclContext *Maker =
      L->getLambdaClass()->getParentFunctionOrMethod();
  if (Env.isIn(Maker)) {
    // Variables of a function that is called stand for what they do there.
    const bool UsesObject =
        llvm::any_of(L->captures(), [](const clang::LambdaCapture &C) {
          return C.capturesThis();
        });
    const Receiver *There = Env.receiverIn(Maker);
    if (UsesObject && !There)
      return Diags.refuse(L->getBeginLoc(), msg::LambdaMadeInCallee()), false;
    if (There)
      static_cast<Receiver &>(Bound) = *There;
    return true;
  }
  for (auto [Capture, Init] : llvm::zip(L->captures(), L->capture_inits()))
    if (Capture.capturesThis()) {
      Bound.Object = Init;
      auto This = Env.part(Init);
      if (const auto *Own = This ? std::get_if<OwnRecord>(&*This) : nullptr)
        Bound.Self = Own->Parts;
    } else if (Capture.capturesVariable() && !standsForElement(Capture)) {
      Bound.Records[Capture.getCapturedVar()] = passedOn(Init);
    }
  return true;
}

} // namespace lacuna::plugin
