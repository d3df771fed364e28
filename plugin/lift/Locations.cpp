//===- Locations.cpp - where lvalues and pointers lead -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

const clang::Expr *withoutWrappers(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *C = dyn_cast<clang::CastExpr>(E);
             C && C->getCastKind() == clang::CK_NoOp && !addsVolatile(C))
      E = C->getSubExpr();
    else if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else
      return E;
  }
}

std::nullptr_t Lifter::refuseCarried(clang::SourceLocation Loc,
                                     const clang::VarDecl *V) {
  std::string Name = V->getNameAsString();
  bool Counter = llvm::any_of(LoopNames, [&](const auto &Entry) {
    auto H = parseHeader(Entry.first);
    const auto *Header = std::get_if<LoopHeader>(&H);
    return Header && Header->Counter == V && Header->Init;
  });
  if (Counter)
    return refuse(Loc, "loop variable '" + Name +
                           "' is used outside of its loop; accepted are uses "
                           "inside");
  if (Inside.contains(V))
    return refuse(Loc, "'" + Name +
                           "' is used before it is assigned in the same "
                           "block; accepted is '" +
                           Name + " = …' in front of its uses");
  MustCarry = V;
  return refuse(Loc, "'" + Name + "' keeps its value between iterations");
}

/// Where \p E leads, which stands for \p P.
std::optional<Lifter::Location> Lifter::locateEntity(const Entity &P,
                                                     const clang::Expr *E) {
  Location L;
  L.Place = {P.Name, P.Ty, P.Index};
  switch (P.K) {
  case Entity::Kind::Index:
    L.K = Location::Kind::Index;
    return L;
  case Entity::Kind::Local:
    L.K = Location::Kind::Place;
    return L;
  case Entity::Kind::Forward:
    L.K = Location::Kind::Value;
    return L;
  case Entity::Kind::Alias: {
    if (P.Path.empty()) {
      L.K = Location::Kind::Place;
      L.Row = P.Row;
      return L;
    }
    auto Ty = scalarTypeAt(E->getType(), E->getExprLoc());
    if (!Ty)
      return std::nullopt;
    return memberAt({P.Name, P.Index, P.Path, P.Row}, *Ty);
  }
  case Entity::Kind::Object:
    L.K = Location::Kind::Value;
    L.Place.Index = scalarOperand(P.Object);
    if (!L.Place.Index)
      return std::nullopt;
    return L;
  case Entity::Kind::Array:
  case Entity::Kind::Pointer:
  case Entity::Kind::Record:
  case Entity::Kind::Span:
    refuse(E->getExprLoc(), "'" + spell(E) +
                                "' is used as a whole; accepted are its "
                                "elements");
    return std::nullopt;
  }
  llvm_unreachable("all kinds of entity are handled");
}

std::optional<Lifter::Location>
Lifter::locateVariable(const clang::DeclRefExpr *E) {
  const auto *V = dyn_cast<clang::VarDecl>(E->getDecl());
  Location L;
  if (const auto *B = dyn_cast<clang::BindingDecl>(E->getDecl())) {
    L.K = Location::Kind::Invariant;
    if (!varies(E))
      return L;
    auto P = boundPart(B);
    return P ? locateEntity(*P, E) : std::nullopt;
  }
  if (!V) {
    refuse(E->getExprLoc(), "'" + E->getDecl()->getNameAsString() +
                                "' is not a variable; accepted are variables "
                                "and array elements");
    return std::nullopt;
  }
  auto Known = Env.find(V);
  if (Known == Env.end()) {
    L.Var = V;
    L.K = Inside.contains(V) || Written.contains(V) ? Location::Kind::Unassigned
                                                    : Location::Kind::Invariant;
    return L;
  }
  return locateEntity(Known->second, E);
}

std::optional<Lifter::Location>
Lifter::locateElement(const clang::Expr *Base, const clang::Expr *Index,
                      clang::SourceLocation Loc) {
  auto P = pointer(Base);
  ExprRef I = P ? liftValue(Index) : nullptr;
  if (!I)
    return std::nullopt;
  if (!I->type().isInteger()) {
    refuse(Loc, "subscript has type '" + I->type().spelling().str() +
                    "'; accepted are integers");
    return std::nullopt;
  }
  if (P->Offset)
    I = binary(BinaryOp::Add, P->Offset, cast(Type::i64(), I));
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {P->Array, P->Elem, I};
  L.Row = P->Row;
  return L;
}

/// `*p`
std::optional<Lifter::Location>
Lifter::locatePointee(const clang::Expr *Pointer) {
  auto P = pointer(Pointer);
  if (!P)
    return std::nullopt;
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {P->Array, P->Elem, P->Offset ? P->Offset : i64(0)};
  L.Row = P->Row;
  return L;
}

/// `v[i]` of a standard container: as an element of `v.data()`.
std::optional<Lifter::Location>
Lifter::locateIndexed(const clang::CXXOperatorCallExpr *C) {
  const auto *M =
      llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
  llvm::StringRef Container = containerOf(M);
  bool Subscript = C->getOperator() == clang::OO_Subscript;
  if (!Subscript || Container.empty() ||
      !declaresSameEntity(C->getArg(0)->getType()->getAsCXXRecordDecl(),
                          M->getParent()))
    return inlineLocation(C);
  auto P = containerData(C->getArg(0), Container,
                         M->getReturnType().getNonReferenceType());
  // The conversion to size_type cannot change a subscript that is in range.
  const clang::Expr *Index = C->getArg(1)->IgnoreImpCasts();
  ExprRef I = P ? liftValue(Index) : nullptr;
  if (!I)
    return std::nullopt;
  if (!I->type().isInteger())
    I = liftValue(C->getArg(1));
  if (P->Offset)
    I = binary(BinaryOp::Add, P->Offset, cast(Type::i64(), I));
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {P->Array, P->Elem, I};
  L.Row = P->Row;
  return L;
}

/// The elements of \p Object, a \p Container of the standard library.
std::optional<Lifter::PointerValue>
Lifter::containerData(const clang::Expr *Object, llvm::StringRef Container,
                      clang::QualType Elem) {
  if (auto Span = spanAt(Object))
    return PointerValue{Span->Name, Span->Ty, Span->Index, Span->Row};
  if (Refusal)
    return std::nullopt;
  bool IsPointer = Container == "unique_ptr";
  if (varies(Object))
    return rowPointer(Object, IsPointer ? ".get()" : ".data()", Elem);
  return arrayOperand(
      Object, IsPointer ? Binding::Form::Get : Binding::Form::Data, Elem);
}

std::optional<Lifter::Location> Lifter::locate(const clang::Expr *E) {
  E = withoutWrappers(E);
  Location L;
  if (E->containsErrors()) {
    refuse(E->getExprLoc(), "expression has errors");
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
  if (!scalarTypeAt(E->getType(), E->getExprLoc()))
    return std::nullopt;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return locateVariable(D);
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    return locateElement(S->getBase(), S->getIdx(), S->getExprLoc());
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return locatePointee(U->getSubExpr());
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    if (auto P = partOf(M))
      return locateEntity(*P, M);
    if (Refusal)
      return std::nullopt;
    if (varies(M->getBase()))
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
        isStandard(C->getDirectCallee())) {
      L.K = Location::Kind::Invariant;
      return L;
    }
    return locateIndexed(C);
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E)) {
    const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C);
    const clang::FunctionDecl *F = C->getDirectCallee();
    if (Member && isCheckedSubscript(Member))
      return locateChecked(Member);
    if (F && !isStandard(F) && !(Depth == 0 && Member && noteAccessor(Member)))
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
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    liftUnary(U);
  else if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    liftBinary(B);
  refuse(E->getExprLoc(), "'" + spell(E) +
                              "' is not supported; accepted are variables and "
                              "array elements");
  return std::nullopt;
}

//===-- pointers ----------------------------------------------------------===//

std::optional<Lifter::PointerValue>
Lifter::pointerTo(const clang::Expr *LValue) {
  LValue = withoutWrappers(LValue);
  if (LValue->getType().isVolatileQualified()) {
    refuse(LValue->getExprLoc(),
           "'" + spell(LValue) +
               "' is volatile and may change in the nest; accepted is a copy "
               "in a local variable");
    return std::nullopt;
  }
  if (const clang::VarDecl *V = namedVariable(LValue)) {
    auto Known = Env.find(V);
    if (Known != Env.end())
      return PointerValue{Known->second.Name, Known->second.Ty,
                          Known->second.Index, Known->second.Row};
    if (Written.contains(V)) {
      refuse(LValue->getExprLoc(),
             "pointer '" + V->getNameAsString() +
                 "' is modified in the nest; accepted are subscripts of a "
                 "pointer that keeps its value");
      return std::nullopt;
    }
  }
  if (auto P = partOf(LValue)) {
    if (P->K == Entity::Kind::Pointer || P->K == Entity::Kind::Array)
      return PointerValue{P->Name, P->Ty, P->Index, P->Row};
    if (P->K == Entity::Kind::Object)
      LValue = P->Object;
  }
  if (Refusal)
    return std::nullopt;
  clang::QualType QT = LValue->getType();
  // A row of a small array of the nest's.
  const auto *Row = Context.getAsConstantArrayType(QT);
  const auto *Part = dyn_cast<clang::ArraySubscriptExpr>(LValue);
  const clang::VarDecl *Whole = Row && Part ? rootVariable(Part) : nullptr;
  if (Whole && Env.count(Whole)) {
    auto P = pointer(Part->getBase());
    ExprRef I = P ? liftValue(Part->getIdx()) : nullptr;
    if (!I)
      return std::nullopt;
    ExprRef At = binary(BinaryOp::Mul, cast(Type::i64(), I),
                        i64(Context.getConstantArrayElementCount(Row)));
    P->Offset = P->Offset ? binary(BinaryOp::Add, P->Offset, At) : At;
    return P;
  }
  const clang::ArrayType *Array = Context.getAsArrayType(QT);
  if (isIterator(QT)) {
    refuse(LValue->getExprLoc(),
           "'" + spell(LValue) +
               "' is an iterator that is not set in the nest; accepted are "
               "pointers, and iterators that the nest begins with");
    return std::nullopt;
  }
  if (!Array && !QT->isPointerType()) {
    refuseType(LValue->getExprLoc(), QT);
    return std::nullopt;
  }
  clang::QualType Elem = Array ? Array->getElementType() : QT->getPointeeType();
  if (varies(LValue))
    return rowPointer(LValue, "", Elem);
  return arrayOperand(LValue, Binding::Form::Pointer, Elem);
}

/// `p + n` or `p - n`
std::optional<Lifter::PointerValue>
Lifter::pointerPlus(const clang::Expr *Pointer, const clang::Expr *Distance,
                    bool IsMinus) {
  auto P = pointer(Pointer);
  ExprRef I = P ? liftValue(Distance) : nullptr;
  if (!I)
    return std::nullopt;
  I = cast(Type::i64(), I);
  ExprRef Base = P->Offset ? P->Offset : i64(0);
  P->Offset = binary(IsMinus ? BinaryOp::Sub : BinaryOp::Add, Base, I);
  return P;
}

std::optional<Lifter::PointerValue> Lifter::pointerSum(const clang::Expr *Left,
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
    return refuse(Loc, "difference of pointers into '" + End->Array +
                           "' and '" + Begin->Array +
                           "'; accepted are pointers into one array");
  if (!Begin->Offset)
    return Offset;
  return binary(BinaryOp::Sub, Offset, Begin->Offset);
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

std::optional<Lifter::PointerValue> Lifter::pointer(const clang::Expr *E) {
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
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && Stepped.contains(U))
    return pointerTo(U->getSubExpr());
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    if (U->getOpcode() == clang::UO_AddrOf) {
      if (isRecord(U->getSubExpr()->getType()))
        return addressOfRecord(U);
      auto L = locate(U->getSubExpr());
      if (!L)
        return std::nullopt;
      if (L->K == Location::Kind::Place && L->Place.Index &&
          !isMember(L->Place.Name))
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
    if (Depth == 0 && C->getType()->isPointerType() && !isRangeEnd(M) &&
        noteAccessor(C))
      return arrayOperand(C, Binding::Form::Pointer,
                          C->getType()->getPointeeType());
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E);
      C && !pointerWithin(C->getType()).isNull())
    return inlinePointer(C);
  refuse(E->getExprLoc(), "'" + spell(E) +
                              "' is not a pointer that keeps its value in the "
                              "nest; accepted are pointer variables, members, "
                              "arrays and standard containers");
  return std::nullopt;
}

} // namespace lacuna::plugin
