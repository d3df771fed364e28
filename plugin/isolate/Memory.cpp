//===- Memory.cpp - where things lie, for an iteration --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolator.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

static const Place Own{Place::Own}, Anywhere{Place::Anywhere};

bool Isolator::isInside(const VarDecl *V) const {
  return Inside.contains(V->getCanonicalDecl());
}

void Isolator::setTarget(const VarDecl *V, const PlaceSet &To) {
  Grows |= Targets[V->getCanonicalDecl()].add(To);
}

/// Whether \p E is the number of the iteration, perhaps as a wider integer.
bool Isolator::isIndex(const clang::Expr *E) const {
  while (true) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<clang::CastExpr>(E);
    if (!C)
      break;
    const bool Keeps = C->getCastKind() == CK_LValueToRValue ||
                       C->getCastKind() == CK_NoOp ||
                       C->getCastKind() == CK_IntegralCast;
    if (!Keeps || (C->getCastKind() == CK_IntegralCast &&
                   Context.getTypeSize(C->getType()) <
                       Context.getTypeSize(C->getSubExpr()->getType())))
      return false;
    E = C->getSubExpr();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getType()->isIntegerType())
    return false;
  V = V->getCanonicalDecl();
  return !NoIndex.contains(V) &&
         (V == Variable ? !H.Range : Numbered.contains(V));
}

/// Elements of what lies at \p Of, and what is in them.
PlaceSet Isolator::partsOf(const PlaceSet &Of) {
  PlaceSet Parts;
  for (Place P : Of) {
    if (P.At == Place::Object)
      P.At = Place::AnyPart;
    Parts.add(std::move(P));
  }
  return Parts;
}

/// What pointers to a \p Ty that lead to \p To may lead to once they have
/// moved; \p Ty is null if it is not known.
PlaceSet Isolator::stepped(const PlaceSet &To, QualType Ty) {
  PlaceSet Moved;
  for (Place P : To) {
    // From an element to its neighbours; what is in an element stays in it.
    const bool IsElement =
        P.At == Place::OwnPart && !Ty.isNull() && hasElements(P.Of.type(), Ty);
    if (P.At == Place::Object || IsElement)
      P.At = Place::AnyPart;
    Moved.add(std::move(P));
  }
  return Moved;
}

/// The element of type \p Ty with number \p Index of what lies at \p Of.
PlaceSet Isolator::elementOf(const PlaceSet &Of, const clang::Expr *Index,
                             QualType Ty) {
  PlaceSet Parts;
  for (Place P : Of) {
    if (P.At == Place::OwnPart && hasElements(P.Of.type(), Ty))
      P.At = Place::AnyPart;
    if (P.At == Place::Object)
      P.At = isIndex(Index) && hasElements(P.Of.type(), Ty) ? Place::OwnPart
                                                            : Place::AnyPart;
    Parts.add(std::move(P));
  }
  return Parts;
}

/// The same of the container at \p Of.
PlaceSet Isolator::elementOfContainer(const PlaceSet &Of,
                                      const clang::Expr *Index, QualType Ty) {
  PlaceSet Parts;
  for (const Place &P : Of)
    Parts.add(P.At == Place::Object ? elementOf(P, Index, Ty) : PlaceSet(P));
  return Parts;
}

/// What a pointer to a \p Ty that leads to \p To leads to: the whole of an
/// object or, where that has another type, one of its elements.
static PlaceSet behind(const PlaceSet &To, QualType Ty) {
  PlaceSet Behind;
  Ty = Ty.getCanonicalType().getUnqualifiedType();
  for (Place P : To) {
    const QualType Of = P.At == Place::Object ? P.Of.type() : QualType();
    const bool IsWhole = Of.isNull() ||
                         Of.getCanonicalType().getUnqualifiedType() == Ty ||
                         (standardClass(Of->getAsCXXRecordDecl()).empty() &&
                          Of->isRecordType() && Ty->isRecordType());
    if (P.At == Place::Object && !IsWhole)
      P.At = Place::AnyPart;
    Behind.add(std::move(P));
  }
  return Behind;
}

/// The element of the range that the iteration is of.
PlaceSet Isolator::ownElements() {
  PlaceSet Elements;
  for (Place P : placeOf(H.Range->getInit())) {
    if (P.At == Place::Object)
      P.At = Place::OwnPart;
    Elements.add(std::move(P));
  }
  return Elements;
}

PlaceSet Isolator::placeOfVariable(const VarDecl *V) {
  V = V->getCanonicalDecl();
  const bool Refers = V->getType()->isReferenceType();
  if (V == Variable && H.Range && Refers)
    return ownElements();
  if (V == Variable)
    return Own;
  if (isInside(V) && !V->isStaticLocal())
    return Refers ? Targets.lookup(V) : PlaceSet(Own);
  return Place{Place::Object, {V, {}}};
}

/// The method whose object `this` leads to in \p F, for lambdas the one around
/// them.
const FunctionDecl *Isolator::methodAround(const FunctionDecl *F) {
  while (const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(F)) {
    if (!M->getParent()->isLambda())
      return M->getCanonicalDecl();
    F = dyn_cast<FunctionDecl>(M->getParent()->getDeclContext());
  }
  return nullptr;
}

PlaceSet Isolator::placeOfThis() const {
  if (IsMaking)
    return Own;
  const FunctionDecl *M = methodAround(Current ? Current : Around);
  if (!M)
    return Anywhere;
  if (M == methodAround(Around) && !Called.contains(Around))
    return Place{Place::Object, {}};
  // A closure may hold what is of nobody that is called here.
  const auto Found = Objects.find(M);
  return Found == Objects.end() ? PlaceSet(Anywhere) : Found->second;
}

PlaceSet Isolator::memberOf(const PlaceSet &Of, const ValueDecl *Member) const {
  const auto *Field = dyn_cast<FieldDecl>(Member);
  if (!Field)
    return Anywhere;
  const bool Refers = Field->getType()->isReferenceType();
  const bool IsNamed = !Field->isBitField() && Field->getIdentifier() &&
                       !Field->getParent()->isUnion();
  PlaceSet Members;
  for (Place P : Of) {
    const bool IsObject = P.At == Place::Object;
    if (IsObject && IsNamed)
      P.Of.Members.push_back(Field->getCanonicalDecl());
    else if (IsObject || Refers)
      // Of an object that is made here, whatever it was given.
      P = Anywhere;
    Members.add(std::move(P));
  }
  return Members;
}

PlaceSet Isolator::placeOf(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return placeOf(Full->getSubExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return placeOf(D->getExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return placeOfVariable(V);
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()))
      return B->getHoldingVar() ? placeOfVariable(B->getHoldingVar())
             : B->getBinding()  ? placeOf(B->getBinding())
                                : PlaceSet(Anywhere);
    return Anywhere;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
      return placeOfVariable(V);
    return memberOf(M->isArrow()
                        ? behind(targetOf(M->getBase()),
                                 M->getBase()->getType()->getPointeeType())
                        : placeOf(M->getBase()),
                    M->getMemberDecl());
  }
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return elementOf(targetOf(S->getBase()), S->getIdx(), S->getType());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return behind(targetOf(U->getSubExpr()), U->getType());
    return placeOf(U->getSubExpr()); // ++x
  }
  if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_ConstructorConversion:
      return placeOf(C->getSubExpr());
    default:
      return Anywhere;
    }
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Comma ? placeOf(B->getRHS())
           : B->isAssignmentOp()      ? placeOf(B->getLHS())
                                      : PlaceSet(Anywhere);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    PlaceSet Both = placeOf(C->getTrueExpr());
    Both.add(placeOf(C->getFalseExpr()));
    return Both;
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return C->isGLValue() ? fromCall(C) : PlaceSet(Own);
  // Temporary objects, and what nothing changes.
  if (E->isPRValue() || isa<clang::StringLiteral>(E) ||
      isa<MaterializeTemporaryExpr>(E))
    return Own;
  return Anywhere;
}

/// Whether \p C is `++it` or `it += n`, which returns the iterator.
static bool isStepOfIterator(const clang::CallExpr *C) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(C);
  return O && !pointerWithin(O->getType()).isNull() &&
         (O->getOperator() == OO_PlusPlus ||
          O->getOperator() == OO_MinusMinus ||
          O->getOperator() == OO_PlusEqual ||
          O->getOperator() == OO_MinusEqual);
}

/// Where what the variable or memory \p LValue holds leads: what a memory holds
/// that is no variable of the iteration's is not looked at.
PlaceSet Isolator::targetOfHeld(const clang::Expr *LValue) {
  const QualType Ty = LValue->getType();
  const bool IsFlat = Ty->isPointerType() && !ownsMemory(Ty->getPointeeType());
  if (isa<MemberExpr>(LValue->IgnoreParens()) && IsFlat) {
    PlaceSet Of = placeOf(LValue);
    if (Of.size() == 1 && Of.begin()->At == Place::Object)
      return Place{Place::Pointee, Of.begin()->Of};
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(LValue->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || V->isStaticLocal() || V->getType()->isReferenceType())
    return Anywhere;
  V = V->getCanonicalDecl();
  if (isInside(V))
    return Targets.lookup(V);
  // What is in one object is not reached by a pointer to another one.
  return V->hasLocalStorage() && IsFlat && isOnlyRead(V)
             ? Place{Place::Pointee, {V, {}}}
             : Anywhere;
}

PlaceSet Isolator::targetOf(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return targetOf(Full->getSubExpr());
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return targetOf(T->getSubExpr());
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return targetOf(T->getSubExpr());
  if (isa<CXXThisExpr>(E))
    return placeOfThis();
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return targetOf(D->getExpr());
  if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
      return targetOf(C->getSubExpr());
    case CK_ArrayToPointerDecay:
      return placeOf(C->getSubExpr());
    case CK_BitCast:
      // What it counts by is something else from here on.
      return stepped(targetOf(C->getSubExpr()),
                     pointeeOf(C->getSubExpr()->getType()));
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
      return targetOf(C->getSubExpr());
    case CK_NullToPointer:
      return {};
    default:
      return Anywhere;
    }
  }
  // What an object holds: a pointer, or a class that has one.
  if (E->isGLValue() && !isa<clang::CallExpr>(E))
    return targetOfHeld(E);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_AddrOf
               ? placeOf(U->getSubExpr())
               : stepped(targetOf(U->getSubExpr()),
                         E->getType()->getPointeeType()); // p++
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Comma)
      return targetOf(B->getRHS());
    if (!B->isAdditiveOp())
      return Anywhere;
    const bool IsLeft = B->getLHS()->getType()->isPointerType();
    return stepped(targetOf(IsLeft ? B->getLHS() : B->getRHS()),
                   E->getType()->getPointeeType());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    PlaceSet Both = targetOf(C->getTrueExpr());
    Both.add(targetOf(C->getFalseExpr()));
    return Both;
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return E->isGLValue() && !movedFrom(C) && !isStepOfIterator(C)
               ? PlaceSet(Anywhere)
               : fromCall(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return fromAny({C->getArgs(), C->getNumArgs()});
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return {};
  // What nothing changes, and what the iteration makes.
  if (isa<clang::StringLiteral, CXXStdInitializerListExpr, CXXNewExpr>(E))
    return Own;
  return Anywhere;
}

QualType Isolator::pointeeOf(QualType Ty) {
  if (Ty->isPointerType())
    return Ty->getPointeeType();
  const QualType Within = pointerWithin(Ty);
  return Within.isNull() ? QualType() : Within->getPointeeType();
}

/// Where \p Args lie, and where they lead, or parts of it.
PlaceSet Isolator::fromAny(llvm::ArrayRef<const clang::Expr *> Args) {
  PlaceSet All;
  for (const clang::Expr *Arg : Args) {
    if (Arg->isGLValue())
      All.add(partsOf(placeOf(Arg)));
    const QualType Ty = Arg->getType().getNonReferenceType();
    if (leadsElsewhere(Ty) && !isLambda(Ty))
      All.add(stepped(targetOf(Arg), pointeeOf(Ty)));
  }
  return All;
}

QualType Isolator::objectType(const clang::Expr *Object) {
  const QualType Ty = Object->getType();
  return Ty->isPointerType() ? Ty->getPointeeType() : Ty;
}

/// Where the object of a call is, which \p Object names or leads to.
PlaceSet Isolator::placeOfObject(const clang::Expr *Object) {
  return Object->getType()->isPointerType()
             ? behind(targetOf(Object), objectType(Object))
             : placeOf(Object);
}

/// The element, or the first one, that a function of the library finds in its
/// object; nothing if \p C is no such call.
PlaceSet Isolator::partOfLibraryObject(const clang::CallExpr *C) {
  const auto *M = dyn_cast<CXXMethodDecl>(C->getDirectCallee());
  const clang::Expr *Object = M ? objectOf(C) : nullptr;
  if (!Object)
    return {};
  if (!isArrayLike(objectType(Object)))
    return {};
  const PlaceSet Of = placeOfObject(Object);
  const bool IsSubscript = M->getOverloadedOperator() == OO_Subscript;
  const llvm::StringRef Name =
      M->getIdentifier() ? M->getName() : llvm::StringRef();
  if (IsSubscript)
    return elementOfContainer(Of, argumentsOf(C).front(), C->getType());
  return Name == "data" || Name == "begin" || Name == "cbegin" ? Of
                                                               : PlaceSet();
}

/// Whether \p F is a builtin function or one of a library, and no user's, who
/// may specialise templates of the library.
bool Isolator::isLibraryFunction(const FunctionDecl *F) const {
  return F->getBuiltinID() != 0 ||
         Context.getSourceManager().isInSystemHeader(F->getLocation());
}

PlaceSet Isolator::fromCall(const clang::CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return Anywhere;
  const bool IsLibrary =
      isStandard(F) ||
      F->getASTContext().getSourceManager().isInSystemHeader(F->getLocation());
  if (!IsLibrary) {
    const FunctionDecl *Definition = F->getDefinition();
    return Definition ? Returned.lookup(Definition) : PlaceSet(Anywhere);
  }
  if (PlaceSet Part = partOfLibraryObject(C); !Part.empty())
    return Part;
  // move, forward
  if (const clang::Expr *From = movedFrom(C))
    return C->isGLValue() ? placeOf(From) : targetOf(From);
  // What members of containers and iterators find is in these.
  const clang::Expr *Object = objectOf(C);
  PlaceSet Found =
      fromAny(Object ? llvm::ArrayRef(Object)
                     : llvm::ArrayRef(C->getArgs(), C->getNumArgs()));
  // make_unique
  Found.add(Own);
  return Found;
}

} // namespace lacuna::plugin
