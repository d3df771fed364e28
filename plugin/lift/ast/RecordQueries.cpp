//===- RecordQueries.cpp - questions about classes and their objects ------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/RecordQueries.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/ExprCXX.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

bool isOrdinary(const clang::FieldDecl *Field) {
  return Field->getIdentifier() && !Field->isBitField() &&
         !Field->getParent()->isUnion() && !Field->hasAttr<clang::PackedAttr>();
}

bool isPair(const clang::CXXRecordDecl *R) {
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "pair";
}

bool isPacked(const clang::RecordDecl *R) {
  return R->hasAttr<clang::PackedAttr>() ||
         R->hasAttr<clang::MaxFieldAlignmentAttr>();
}

bool isPlainRecord(const clang::CXXRecordDecl *R) {
  return R && R->hasDefinition() && !R->isUnion() && !R->isPolymorphic() &&
         R->hasTrivialDestructor() && !isPacked(R) &&
         llvm::all_of(R->fields(), isOrdinary) &&
         llvm::all_of(R->bases(), [](const clang::CXXBaseSpecifier &B) {
           return B.getType()->getAsCXXRecordDecl()->isEmpty();
         });
}

bool isToBase(const clang::CastExpr *C) {
  return C->getCastKind() == clang::CK_UncheckedDerivedToBase ||
         C->getCastKind() == clang::CK_DerivedToBase;
}

const clang::Expr *wholeObject(const clang::Expr *E) {
  for (;;) {
    E = withoutWrappers(E);
    const auto *C = dyn_cast<clang::ImplicitCastExpr>(E);
    const auto *U = dyn_cast<clang::UnaryOperator>(E);
    if (C && isToBase(C))
      E = C->getSubExpr();
    else if (U && U->getOpcode() == clang::UO_Deref)
      E = U->getSubExpr();
    else
      return E;
  }
}

/// The class of \p E, an object or a pointer to it.
static const clang::CXXRecordDecl *classOf(const clang::Expr *E) {
  clang::QualType Ty = E->getType();
  return (Ty->isPointerType() ? Ty->getPointeeType() : Ty)
      ->getAsCXXRecordDecl();
}

bool leadsToOneBase(const clang::Expr *E) {
  const clang::CXXRecordDecl *Whole = classOf(wholeObject(E)),
                             *Base = classOf(E);
  if (Whole == Base)
    return true;
  clang::CXXBasePaths Paths;
  return Whole && Base && Whole->isDerivedFrom(Base, Paths) &&
         std::distance(Paths.begin(), Paths.end()) == 1 &&
         llvm::none_of(Paths.front(), [](const clang::CXXBasePathElement &On) {
           return On.Base->isVirtual();
         });
}

const clang::FieldDecl *fieldOf(const clang::BindingDecl *B) {
  if (const auto *M =
          dyn_cast<clang::MemberExpr>(withoutWrappers(B->getBinding())))
    return dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  const auto *Whole = cast<clang::DecompositionDecl>(B->getDecomposedDecl());
  const clang::CXXRecordDecl *R =
      Whole->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!isPair(R))
    return nullptr;
  llvm::StringRef Name = B == Whole->bindings().front() ? "first" : "second";
  auto Field = llvm::find_if(R->fields(), [&](const clang::FieldDecl *F) {
    return F->getName() == Name;
  });
  return Field == R->field_end() ? nullptr : *Field;
}

bool copiesMembers(const clang::CXXMethodDecl *M) {
  const bool IsCopy =
      M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
  return IsCopy && (M->isTrivial() || isPair(M->getParent()));
}

const clang::Expr *copiedFrom(const clang::Expr *E) {
  const auto *Copy =
      dyn_cast<clang::CXXConstructExpr>(E->IgnoreParenImpCasts());
  return Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
                 Copy->getConstructor()->isTrivial() &&
                 Copy->getConstructor()->getParent()->hasTrivialDestructor()
             ? Copy->getArg(0)
             : nullptr;
}

/// Whether \p C hands pointer \p V, as argument \p N, to a function that uses
/// it like that.
static bool isHandedOn(const clang::CallExpr *C, unsigned N,
                       const clang::VarDecl *V, unsigned Depth) {
  constexpr unsigned MostCalls = 8;
  const clang::FunctionDecl *F = definitionOf(C);
  return F && Depth < MostCalls && N < F->getNumParams() &&
         !isa<clang::CXXOperatorCallExpr>(C) &&
         namedVariable(C->getArg(N)->IgnoreParenImpCasts()) == V &&
         isOnlyDereferenced(F->getBody(), F->getParamDecl(N), Depth + 1);
}

bool isOnlyDereferenced(const clang::Stmt *S, const clang::VarDecl *V,
                        unsigned Depth) {
  const clang::Expr *Pointer = nullptr;
  if (const auto *M = dyn_cast<clang::MemberExpr>(S); M && M->isArrow())
    Pointer = M->getBase();
  else if (const auto *U = dyn_cast<clang::UnaryOperator>(S);
           U && U->getOpcode() == clang::UO_Deref)
    Pointer = U->getSubExpr();
  if (Pointer && namedVariable(Pointer->IgnoreParenImpCasts()) == V)
    return true;
  if (const auto *E = dyn_cast<clang::DeclRefExpr>(S); E && E->getDecl() == V)
    return false;
  bool Only = true;
  auto Visit = [&](const clang::Stmt *Part) {
    Only = Only && isOnlyDereferenced(Part, V, Depth);
  };
  const auto *C = dyn_cast<clang::CallExpr>(S);
  if (!C) {
    forEachPart(S, Visit);
    return Only;
  }
  Visit(C->getCallee());
  for (unsigned N = 0; N < C->getNumArgs(); ++N)
    if (!isHandedOn(C, N, V, Depth))
      Visit(C->getArg(N));
  return Only;
}

bool isOfBase(const clang::BindingDecl *B, const clang::FieldDecl *Field) {
  const clang::QualType Ty =
      cast<clang::VarDecl>(B->getDecomposedDecl())->getType();
  return !declaresSameEntity(Ty.getNonReferenceType()->getAsCXXRecordDecl(),
                             Field->getParent());
}

bool isElement(const clang::Expr *E) {
  const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
  const auto *M = dyn_cast<clang::CXXMemberCallExpr>(E);
  return isa<clang::ArraySubscriptExpr>(E) || (M && returnsElement(M)) ||
         (C && C->getOperator() == clang::OO_Subscript &&
          isStandard(C->getDirectCallee()));
}

bool isInElement(const clang::Expr *E) {
  E = wholeObject(E);
  for (const auto *M = dyn_cast<clang::MemberExpr>(E); M && !M->isArrow();
       M = dyn_cast<clang::MemberExpr>(E))
    E = wholeObject(M->getBase());
  return isElement(E);
}

bool mayChange(const clang::Stmt *S, const clang::VarDecl *V) {
  if (findWrite(S, V) || takesAddress(S, V))
    return true;
  if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const clang::Expr *Object = M && M->isInstance() ? objectOf(C) : nullptr;
    if (Object && !M->isConst() && rootVariable(Object) == V)
      return true;
  }
  bool Changes = false;
  // A reference by which it may be changed.
  if (const auto *D = dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Decl : D->decls())
      if (const auto *To = dyn_cast<clang::VarDecl>(Decl))
        Changes |= To->getType()->isReferenceType() &&
                   !To->getType()->getPointeeType().isConstQualified() &&
                   To->hasInit() && rootVariable(To->getInit()) == V;
  forEachPart(S,
              [&](const clang::Stmt *Part) { Changes |= mayChange(Part, V); });
  return Changes;
}

} // namespace lacuna::plugin
