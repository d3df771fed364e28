//===- InCaller.cpp - expressions of a function in its caller -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records and `this` stay expressions in the body of a called function. Where
// an operand is bound to one it is put in the caller's terms.
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Callees.h"
#include "lift/ast/RecordQueries.h"
#include "lift/state/Environment.h"
#include "lift/state/Limits.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

const clang::Expr *Environment::inCaller(const clang::Expr *E) const {
  return inTermsOf(E, Here.Object, 0);
}

/// The same of \p E in as many \p Accessors, for an object which is \p This.
const clang::Expr *Environment::inTermsOf(const clang::Expr *E,
                                          const clang::Expr *This,
                                          unsigned Accessors) const {
  E = E->IgnoreParens();
  if (Accessors == 0 && !isInCall() && !namesObject(E))
    return E;
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    return inTermsOf(Full->getSubExpr(), This, Accessors);
  if (auto P = part(E)) {
    const auto *Object = std::get_if<OuterObject>(&*P);
    return Object ? Object->Outer : nullptr;
  }
  if (isa<clang::CXXThisExpr>(E))
    return This;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    auto Known = Objects.find(D->getDecl());
    return Known == Objects.end() ? E : Known->second;
  }
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    return memberInCaller(M, This, Accessors);
  if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    const clang::Expr *From = inTermsOf(C->getSubExpr(), This, Accessors);
    if (!From ||
        (isa<clang::ImplicitCastExpr>(C) && C->getCastKind() == clang::CK_NoOp))
      return From;
    // An object that stands for a pointer to it.
    if (C->getCastKind() == clang::CK_LValueToRValue &&
        (!From->isGLValue() || From->getType()->isRecordType()))
      return From;
    if (From == C->getSubExpr()->IgnoreParens())
      return E;
    return castInCaller(C, From);
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref) {
    // `*this`
    const clang::Expr *P = inTermsOf(U->getSubExpr(), This, Accessors);
    if (!P || (P->isGLValue() && P->getType()->isRecordType()))
      return P;
    if (P == U->getSubExpr()->IgnoreParens())
      return E;
    return P->isPRValue() && P->getType()->isPointerType()
               ? clang::UnaryOperator::Create(
                     Context, const_cast<clang::Expr *>(P), clang::UO_Deref,
                     P->getType()->getPointeeType(), clang::VK_LValue,
                     clang::OK_Ordinary, E->getExprLoc(),
                     /*CanOverflow=*/false, clang::FPOptionsOverride())
               : nullptr;
  }
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    // `data().pos`: what the accessor returns, in its own terms first.
    const clang::FunctionDecl *F = definitionOf(C);
    const clang::Expr *Returned = F && C->getNumArgs() == 0
                                      ? returnedAlone(F->getBody(), Context)
                                      : nullptr;
    if (!Returned || !C->isGLValue() || depth() + Accessors > MaxInlined)
      return nullptr;
    const clang::Expr *Inner =
        inTermsOf(C->getImplicitObjectArgument(), This, Accessors);
    return Inner ? inTermsOf(Returned, Inner, Accessors + 1) : nullptr;
  }
  return nullptr;
}

/// What \p From is as an object of class \p Derived, where it is that object as
/// one of a base class; or null.
static const clang::Expr *asDerived(const clang::ASTContext &Context,
                                    const clang::Expr *From,
                                    clang::QualType Derived) {
  while (const auto *C = dyn_cast<clang::ImplicitCastExpr>(From)) {
    if (!isToBase(C))
      return nullptr;
    From = C->getSubExpr();
    clang::QualType Ty = From->getType();
    Ty = Ty->isPointerType() ? Ty->getPointeeType() : Ty;
    if (Context.hasSameUnqualifiedType(Ty, Derived))
      return From;
  }
  return nullptr;
}

/// Conversion \p C of \p From, which stands for what \p C converts: a load, or
/// that of an object or pointer to another class or another constness.
const clang::Expr *Environment::castInCaller(const clang::CastExpr *C,
                                             const clang::Expr *From) const {
  bool IsPointer = From->getType()->isPointerType();
  clang::QualType To = C->getType(), Ty;
  clang::ExprValueKind Kind = clang::VK_PRValue;
  switch (C->getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_BaseToDerived:
    Ty = To->isPointerType() ? To->getPointeeType() : To;
    if (const clang::Expr *Whole = asDerived(Context, From, Ty))
      return Whole;
    if (IsPointer)
      Ty = Context.getPointerType(Ty);
    else
      Kind = clang::VK_LValue;
    break;
  case clang::CK_LValueToRValue:
    Ty = From->getType().getUnqualifiedType();
    break;
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: {
    // Sema leaves qualifiers to the member that is accessed.
    Ty = To->isPointerType() ? To->getPointeeType() : To;
    Ty = Ty.getUnqualifiedType();
    if (IsPointer)
      Ty = Context.getPointerType(Ty);
    else
      Kind = clang::VK_LValue;
    break;
  }
  default:
    return nullptr;
  }
  clang::CXXCastPath Path;
  for (const clang::CXXBaseSpecifier *Base : C->path())
    Path.push_back(const_cast<clang::CXXBaseSpecifier *>(Base));
  return clang::ImplicitCastExpr::Create(Context, Ty, C->getCastKind(),
                                         const_cast<clang::Expr *>(From), &Path,
                                         Kind, clang::FPOptionsOverride());
}

/// `this->data` as `A.data`: the member has the qualifiers of the object.
const clang::Expr *Environment::memberInCaller(const clang::MemberExpr *M,
                                               const clang::Expr *This,
                                               unsigned Accessors) const {
  if (const auto *Static = dyn_cast<clang::VarDecl>(M->getMemberDecl()))
    return clang::DeclRefExpr::Create(
        Context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
        const_cast<clang::VarDecl *>(Static), /*RefersToEnclosing=*/false,
        M->getExprLoc(), M->getType(), M->getValueKind(), nullptr, nullptr,
        M->isNonOdrUse());
  const clang::Expr *Base = inTermsOf(M->getBase(), This, Accessors);
  const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  if (!Base || Base == M->getBase()->IgnoreParens())
    return Base ? M : nullptr;
  return Field ? memberOf(Base, Field) : nullptr;
}

/// Member \p Field of \p Base, an object or a pointer to it.
const clang::Expr *Environment::memberOf(const clang::Expr *Base,
                                         const clang::FieldDecl *Field) const {
  bool Arrow = Base->getType()->isPointerType();
  const clang::Expr *Whole = Base;
  while (const auto *C = dyn_cast<clang::ImplicitCastExpr>(Whole)) {
    if (!isToBase(C))
      break;
    Whole = C->getSubExpr();
  }
  clang::QualType Owner =
      Arrow ? Whole->getType()->getPointeeType() : Whole->getType();
  clang::QualType Ty = Field->getType();
  clang::Qualifiers OfOwner = Owner.getQualifiers();
  if (Field->isMutable())
    OfOwner.removeConst();
  Ty = Ty->isReferenceType()
           ? Ty.getNonReferenceType()
           : Context.getQualifiedType(Ty, Ty.getQualifiers() + OfOwner);
  return clang::MemberExpr::CreateImplicit(
      Context, const_cast<clang::Expr *>(Base), Arrow,
      const_cast<clang::FieldDecl *>(Field), Ty, clang::VK_LValue,
      Field->isBitField() ? clang::OK_BitField : clang::OK_Ordinary);
}

const clang::Expr *Environment::asOperand(const clang::Expr *E) const {
  if (!isInCall() && !namesObject(E))
    return E;
  if (const clang::Expr *Outer = inCaller(E))
    return Outer;
  return Diags.refuseChanging(E);
}

} // namespace lacuna::plugin
