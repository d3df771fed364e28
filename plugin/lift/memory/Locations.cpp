//===- Locations.cpp - where lvalues and pointers lead --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Trips.h"
#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/calls/Messages.def"
#include "lift/memory/Messages.def"
#include "lift/state/Messages.def"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Where \p E leads, which stands for \p P.
std::optional<Location> Lifter::locateEntity(const Entity &P,
                                             const clang::Expr *E) {
  using Kind = Location::Kind;
  if (const auto *Index = std::get_if<LoopIndex>(&P))
    return Location{Kind::Index, {Index->Name, Index->Ty, nullptr}};
  if (const auto *Variable = std::get_if<Local>(&P))
    return Location{Kind::Place, {Variable->Name, Variable->Ty, nullptr}};
  if (const auto *Forwarded = std::get_if<Forward>(&P))
    return Location{Kind::Value, {"", Forwarded->Ty, Forwarded->Value}};
  if (const auto *Element = std::get_if<Alias>(&P)) {
    auto Ty = Element->At.Path.empty()
                  ? Element->Ty
                  : Types.scalarAt(E->getType(), E->getExprLoc());
    return Ty ? std::optional(elementOf(*Element, *Ty)) : std::nullopt;
  }
  if (const auto *Object = std::get_if<OuterObject>(&P)) {
    ExprRef Value = Ops.scalar(Object->Outer);
    if (!Value)
      return std::nullopt;
    return Location{Kind::Value, {"", Value->type(), Value}};
  }
  Diags.refuse(E->getExprLoc(), msg::UsedAsWhole(Diags.spell(E)));
  return std::nullopt;
}

/// The number of type \p Ty that \p E is.
Location Lifter::elementOf(const Alias &E, const Type &Ty) {
  if (!E.At.Path.empty())
    return Records.memberAt(E.At, Ty);
  return {Location::Kind::Place,
          {E.At.Records, E.Ty, E.At.Index},
          nullptr,
          E.At.Row};
}

std::optional<Location> Lifter::locateVariable(const clang::DeclRefExpr *E) {
  const auto *V = dyn_cast<clang::VarDecl>(E->getDecl());
  Location L;
  if (const auto *B = dyn_cast<clang::BindingDecl>(E->getDecl())) {
    L.K = Location::Kind::Invariant;
    if (!Env.varies(E))
      return L;
    auto P = boundPart(B);
    return P ? locateEntity(*P, E) : std::nullopt;
  }
  if (!V) {
    Diags.refuse(E->getExprLoc(),
                 msg::PlaceNotVariable(E->getDecl()->getNameAsString()));
    return std::nullopt;
  }
  const Entity *Known = Env.find(V);
  if (!Known) {
    L.Var = V;
    L.K = Source.Inside.contains(V) || Source.Written.contains(V)
              ? Location::Kind::Unassigned
              : Location::Kind::Invariant;
    return L;
  }
  return locateEntity(*Known, E);
}

/// The variable that \p Pointer leads to, or nothing.
std::optional<Entity> Lifter::variableBehind(const clang::Expr *Pointer) const {
  const clang::Expr *E = withoutWrappers(Pointer);
  const auto *Load = dyn_cast<clang::ImplicitCastExpr>(E);
  const clang::VarDecl *V =
      Load ? namedVariable(withoutWrappers(Load->getSubExpr())) : nullptr;
  const Entity *Known = V ? Env.find(V) : nullptr;
  const auto *To = Known ? std::get_if<VariableAddress>(Known) : nullptr;
  return To ? std::optional<Entity>(To->Variable) : std::nullopt;
}

std::optional<Location> Lifter::locateElement(const clang::Expr *Base,
                                              const clang::Expr *Index,
                                              clang::SourceLocation Loc) {
  clang::Expr::EvalResult At;
  if (auto Variable = variableBehind(Base);
      Variable && Index->EvaluateAsInt(At, Context) && At.Val.getInt().isZero())
    return locateEntity(*Variable, Base);
  auto P = pointer(Base);
  ExprRef I = P ? liftValue(Index) : nullptr;
  if (!I)
    return std::nullopt;
  if (I->type().isBool())
    I = lacuna::cast(Type::i32(), I);
  if (!I->type().isInteger()) {
    Diags.refuse(Loc, msg::SubscriptNotInteger(I->type().spelling()));
    return std::nullopt;
  }
  I = inElements(I, Base->getType(), Loc);
  if (!I)
    return std::nullopt;
  return elementBehind(*P, I);
}

/// `a[i]`. In a loop header, `bounds[2]` is as good as a variable if the array
/// certainly has that element.
std::optional<Location>
Lifter::locateSubscript(const clang::ArraySubscriptExpr *E) {
  const auto *A = Context.getAsConstantArrayType(
      E->getBase()->IgnoreParenImpCasts()->getType());
  clang::Expr::EvalResult At;
  if (InHeader && A && E->getIdx()->EvaluateAsInt(At, Context) &&
      At.Val.getInt().isNonNegative() &&
      At.Val.getInt().getExtValue() <
          static_cast<int64_t>(A->getSize().getZExtValue()) &&
      !Env.varies(E))
    return Location{Location::Kind::Invariant, {}};
  return locateElement(E->getBase(), E->getIdx(), E->getExprLoc());
}

/// `*p`
std::optional<Location> Lifter::locatePointee(const clang::Expr *Pointer) {
  if (auto Variable = variableBehind(Pointer))
    return locateEntity(*Variable, Pointer);
  Location L;
  if (const auto *C = dyn_cast<clang::CallExpr>(withoutTemporaries(Pointer));
      C && selectsNumber(C)) {
    L.K = Location::Kind::Value;
    return selected(C, &L.Place.Index) ? std::optional(L) : std::nullopt;
  }
  auto P = pointer(Pointer);
  if (!P)
    return std::nullopt;
  L.K = Location::Kind::Place;
  L.Place = {P->Array, P->Elem, P->Offset ? P->Offset : i64(0)};
  L.Row = P->Row;
  return L;
}

/// `v[i]` of a standard container: as an element of `v.data()`.
std::optional<Location>
Lifter::locateIndexed(const clang::CXXOperatorCallExpr *C) {
  const auto *M =
      llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
  llvm::StringRef Container = containerOf(M);
  bool Subscript = C->getOperator() == clang::OO_Subscript;
  if (!Subscript || Container.empty() ||
      !declaresSameEntity(C->getArg(0)->getType()->getAsCXXRecordDecl(),
                          M->getParent()))
    return inlineLocation(C);
  const clang::QualType Elem = M->getReturnType().getNonReferenceType();
  auto P = containerData(C->getArg(0), Container, Elem);
  // The conversion to size_type cannot change a subscript that is in range.
  const clang::Expr *Index = C->getArg(1)->IgnoreImpCasts();
  ExprRef I = P ? liftValue(Index) : nullptr;
  if (!I)
    return std::nullopt;
  if (!I->type().isInteger())
    I = liftValue(C->getArg(1));
  I = inElements(I, Context.getPointerType(Elem), C->getExprLoc());
  if (!I)
    return std::nullopt;
  return elementBehind(*P, I);
}

/// The elements of \p Object, a \p Container of the standard library.
std::optional<PointerValue> Lifter::containerData(const clang::Expr *Object,
                                                  llvm::StringRef Container,
                                                  clang::QualType Elem) {
  if (auto Span = spanAt(Object))
    return Span->Data;
  if (Diags.any())
    return std::nullopt;
  bool IsPointer = Container == "unique_ptr";
  if (Env.varies(Object) || isInArray(Object))
    return rowPointer(Object, IsPointer ? ".get()" : ".data()", Elem);
  return Ops.array(Object, IsPointer ? Binding::Form::Get : Binding::Form::Data,
                   Elem);
}

std::optional<Location> Lifter::locate(const clang::Expr *E) {
  E = withoutWrappers(E);
  Location L;
  if (E->containsErrors()) {
    Diags.refuse(E->getExprLoc(), msg::ExpressionHasErrors());
    return std::nullopt;
  }
  if (const auto *M = dyn_cast<clang::MaterializeTemporaryExpr>(E))
    E = M->getSubExpr();
  if (!E->isGLValue()) {
    L.K = Location::Kind::Value;
    L.Place.Index = liftExpr(E);
    if (!L.Place.Index)
      return std::nullopt;
    return L;
  }
  if (!Types.scalarAt(E->getType(), E->getExprLoc()))
    return std::nullopt;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return locateVariable(D);
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    return locateSubscript(S);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return locatePointee(U->getSubExpr());
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    if (auto P = partOf(M))
      return locateEntity(*P, M);
    if (Diags.any())
      return std::nullopt;
    if (Env.varies(M->getBase()))
      return locateMember(M);
    L.K = Location::Kind::Invariant;
    return L;
  }
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    if (C->getOperator() == clang::OO_Star &&
        isIterator(C->getArg(0)->getType()))
      return locatePointee(C->getArg(0));
    if (C->getOperator() == clang::OO_Subscript &&
        isIterator(C->getArg(0)->getType()))
      return locateElement(C->getArg(0), C->getArg(1), C->getExprLoc());
    if (C->getNumArgs() == 1 && C->getOperator() == clang::OO_Star &&
        isStandard(C->getDirectCallee()))
      return Location{Location::Kind::Invariant, {}};
    return locateIndexed(C);
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E)) {
    const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C);
    const clang::FunctionDecl *F = C->getDirectCallee();
    if (Member && returnsElement(Member))
      return locateReturned(Member);
    if (F && !isStandard(F) &&
        !(!Env.isInCall() && Member && Accessors.note(Member)))
      return inlineLocation(C);
    L.K = Location::Kind::Value;
    L.Place.Index = read(E);
    if (!L.Place.Index)
      return std::nullopt;
    return L;
  }
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    if (auto Known = Assigned.find(B); Known != Assigned.end()) {
      auto To = locate(B->getLHS());
      if (!To || !Known->second || !Known->second->type().isArithmetic())
        return To;
      L.K = Location::Kind::Value;
      L.Place.Index = lacuna::cast(To->Place.Ty, Known->second);
      return L;
    }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    if (Stepped.contains(U))
      return locate(U->getSubExpr());
    liftUnary(U);
  } else if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    liftBinary(B);
  Diags.refuse(E->getExprLoc(), msg::PlaceNotSupported(Diags.spell(E)));
  return std::nullopt;
}

//===-- pointers ----------------------------------------------------------===//

/// The pointer that \p E, which stands for \p P, is or decays to.
std::optional<PointerValue> Lifter::pointerIn(const Entity &P,
                                              const clang::Expr *E) {
  if (const auto *Pointer = std::get_if<PointerValue>(&P))
    return *Pointer;
  if (const auto *Array = std::get_if<LocalArray>(&P))
    return PointerValue{Array->Name, Array->Elem, nullptr};
  if (const auto *Element = std::get_if<Alias>(&P))
    return PointerValue{Element->At.Records, Element->Ty, Element->At.Index,
                        Element->At.Row};
  Diags.refuseType(E->getExprLoc(), E->getType());
  return std::nullopt;
}

std::optional<PointerValue> Lifter::pointerTo(const clang::Expr *LValue) {
  LValue = withoutWrappers(LValue);
  if (LValue->getType().isVolatileQualified()) {
    Diags.refuse(LValue->getExprLoc(),
                 msg::VolatileMayChange(Diags.spell(LValue)));
    return std::nullopt;
  }
  if (const clang::VarDecl *V = namedVariable(LValue)) {
    if (const Entity *Known = Env.find(V))
      return pointerIn(*Known, LValue);
    if (Source.Written.contains(V)) {
      Diags.refuse(LValue->getExprLoc(),
                   msg::PointerParameterModified(V->getNameAsString()));
      return std::nullopt;
    }
  }
  if (auto P = partOf(LValue)) {
    if (isKind<PointerValue>(*P) || isKind<LocalArray>(*P))
      return pointerIn(*P, LValue);
    if (const auto *Object = std::get_if<OuterObject>(&*P))
      LValue = Object->Outer;
  }
  if (Diags.any())
    return std::nullopt;
  clang::QualType QT = LValue->getType();
  const clang::ArrayType *Array = Context.getAsArrayType(QT);
  if (isIterator(QT)) {
    Diags.refuse(LValue->getExprLoc(),
                 msg::IteratorNotSetInNest(Diags.spell(LValue)));
    return std::nullopt;
  }
  if (!Array && !QT->isPointerType()) {
    Diags.refuseType(LValue->getExprLoc(), QT);
    return std::nullopt;
  }
  clang::QualType Elem = Array ? Array->getElementType() : QT->getPointeeType();
  if (Env.varies(LValue) || isInArray(LValue))
    return rowPointer(LValue, "", Elem);
  return Ops.array(LValue, Binding::Form::Pointer, Elem);
}

/// `p + n` or `p - n`
std::optional<PointerValue> Lifter::pointerPlus(const clang::Expr *Pointer,
                                                const clang::Expr *Distance,
                                                bool IsMinus) {
  auto P = pointer(Pointer);
  ExprRef I = P ? liftValue(Distance) : nullptr;
  if (!I)
    return std::nullopt;
  I = inElements(I, Pointer->getType(), Distance->getExprLoc());
  if (!I)
    return std::nullopt;
  I = cast(Type::i64(), I);
  ExprRef Base = P->Offset ? P->Offset : i64(0);
  P->Offset = binary(IsMinus ? BinaryOp::Sub : BinaryOp::Add, Base, I);
  return P;
}

std::optional<PointerValue> Lifter::pointerSum(const clang::Expr *Left,
                                               const clang::Expr *Right,
                                               bool IsMinus) {
  bool IsLeft = !pointerWithin(Left->getType()).isNull();
  return pointerPlus(IsLeft ? Left : Right, IsLeft ? Right : Left, IsMinus);
}

/// `To - From`, of pointers into one array.
ExprRef Lifter::pointerDistance(const clang::Expr *From, const clang::Expr *To,
                                clang::SourceLocation Loc) {
  auto End = pointer(To);
  auto Begin = End ? pointer(From) : std::nullopt;
  if (!Begin)
    return nullptr;
  clang::QualType Elem = pointerWithin(To->getType())->getPointeeType();
  ExprRef Offset = offsetIn(*Begin, *End, Elem);
  if (!Offset)
    return Diags.refuse(
        Loc, msg::DifferenceOfPointersIntoTwo(End->Array, Begin->Array));
  if (Begin->Offset)
    Offset = distance(Begin->Offset, Offset, Language.SignedWraps);
  return inArrays(Offset, Elem, Loc);
}

/// What \p E, of the type of an iterator, is a copy or conversion of, or null.
static const clang::Expr *copiedIterator(const clang::Expr *E) {
  if (const auto *M = dyn_cast<clang::MaterializeTemporaryExpr>(E))
    return M->getSubExpr();
  if (const auto *C = dyn_cast<clang::CastExpr>(E);
      C && (C->getCastKind() == clang::CK_ConstructorConversion ||
            C->getCastKind() == clang::CK_UserDefinedConversion))
    return C->getSubExpr();
  const auto *C = dyn_cast<clang::CXXConstructExpr>(E);
  return C && C->getNumArgs() == 1 &&
                 !pointerWithin(C->getArg(0)->getType()).isNull()
             ? C->getArg(0)
             : nullptr;
}

/// Whether \p E is memory that nothing else leads to: `new T[n]`, `malloc(n)`.
static bool isAllocated(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return isa<clang::CXXNewExpr>(E) || (F && F->hasAttr<clang::RestrictAttr>());
}

std::optional<PointerValue> Lifter::pointer(const clang::Expr *E) {
  E = withoutWrappers(E);
  if (isIterator(E->getType()))
    if (const clang::Expr *From = copiedIterator(E))
      return pointer(From);
  bool LeadsToOne =
      E->getType()->isArrayType() || !pointerWithin(E->getType()).isNull();
  if (E->isGLValue() && LeadsToOne)
    return pointerTo(E);
  if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() == clang::CK_ArrayToPointerDecay ||
        C->getCastKind() == clang::CK_LValueToRValue)
      return pointerTo(C->getSubExpr());
    if (C->getCastKind() == clang::CK_UserDefinedConversion)
      return pointer(C->getSubExpr());
  }
  if (const clang::Expr *Same = pointerHinted(E))
    return pointer(Same);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && Stepped.contains(U))
    return pointerTo(U->getSubExpr());
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    if (U->getOpcode() == clang::UO_AddrOf) {
      if (auto Level = arrayLevel(Context, U->getSubExpr()->getType()))
        return endOfRange(U->getSubExpr(), /*IsEnd=*/false, Level->Elem);
      if (Types.isRecord(U->getSubExpr()->getType()))
        return addressOfRecord(U);
      llvm::SaveAndRestore OfPointer(InHeader, false);
      auto L = locate(U->getSubExpr());
      if (!L)
        return std::nullopt;
      if (L->K == Location::Kind::Place && L->Place.Index &&
          !Records.isMember(L->Place.Name))
        return PointerValue{L->Place.Name, L->Place.Ty,
                            cast(Type::i64(), L->Place.Index), L->Row};
    }
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    if (B->isAdditiveOp() && B->getType()->isPointerType())
      return pointerSum(B->getLHS(), B->getRHS(),
                        B->getOpcode() == clang::BO_Sub);
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
      C && isIterator(C->getArg(0)->getType())) {
    if (C->getOperator() == clang::OO_Arrow)
      return pointer(C->getArg(0));
    bool IsMinus = C->getOperator() == clang::OO_Minus;
    if (C->getNumArgs() == 2 && (IsMinus || C->getOperator() == clang::OO_Plus))
      return pointerSum(C->getArg(0), C->getArg(1), IsMinus);
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    if (auto R = rangeCall(C))
      return endOfRange(R->Range, R->IsEnd,
                        pointerWithin(C->getType())->getPointeeType());
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    const clang::CXXMethodDecl *M = C->getMethodDecl();
    llvm::StringRef Container = containerOf(M);
    const clang::Expr *Object = C->getImplicitObjectArgument();
    if (Container == "unique_ptr" && M->getIdentifier() &&
        M->getName() == "get" && !Object->getType()->isPointerType())
      return containerData(Object, Container,
                           M->getReturnType()->getPointeeType());
    if (!Env.isInCall() && C->getType()->isPointerType() && !isRangeEnd(M) &&
        Accessors.note(C))
      return Ops.array(C, Binding::Form::Pointer,
                       C->getType()->getPointeeType());
  }
  const bool Allocates = isAllocated(E);
  if (const auto *C = dyn_cast<clang::CallExpr>(E);
      C && !Allocates && !pointerWithin(C->getType()).isNull())
    return searchesNumbers(C) ? searched(C)
           : selectsNumber(C) ? selected(C)
                              : inlinePointer(C);
  const std::string Text = Diags.spell(E);
  Diags.refuse(E->getExprLoc(), Allocates ? msg::AllocatesInNest(Text)
                                : isNull(E)
                                    ? msg::LeadsNowhere(Text)
                                    : msg::PointerDoesNotKeepValue(Text));
  return std::nullopt;
}

} // namespace lacuna::plugin
