//===- Parameters.cpp - what parameters stand for -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/LastingReferences.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/calls/Messages.def"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Values stand wherever a parameter is named; larger ones would grow without
/// bounds from call to call.
bool isSmall(const ExprRef &E) {
  constexpr unsigned Limit = 256;
  unsigned Size = 0;
  walk(E, [&](const lacuna::Expr &) { ++Size; });
  return Size <= Limit;
}

} // namespace

/// What a parameter stands for in a call.
bool Lifter::bind(const Parameter &P, Arguments &Bound) {
  clang::QualType Ty = P.Decl->getType();
  if (isLambda(Ty)) {
    const clang::Expr *Closure = Env.closureOf(P.Arg);
    Bound.Records[P.Decl] = Closure;
    return Closure != nullptr;
  }
  if (Types.isRecord(Ty))
    return bindRecord(P, Bound);
  if (!pointerWithin(Ty).isNull() || Ty.getNonReferenceType()->isArrayType())
    return bindPointer(P, Bound);
  if (!Types.scalarAt(Ty, P.Arg->getExprLoc()))
    return false;
  if (Ty->isReferenceType())
    if (std::optional<bool> IsBound = bindPlace(P, Bound))
      return *IsBound;
  return bindNumber(P, Bound);
}

bool Lifter::bindRecord(const Parameter &P, Arguments &Bound) {
  clang::QualType Ty = P.Decl->getType();
  std::string Name = P.Decl->getNameAsString();
  const clang::Expr *Arg = P.Arg;
  if (const clang::Expr *Copied = copiedFrom(Arg))
    Arg = Copied;
  if (isStdArray(Ty) && !Ty->isReferenceType() && P.Out && Arg->isGLValue()) {
    const auto Level = arrayLevel(Context, Ty);
    auto Data = containerData(Arg, "array", Level->Elem);
    auto Copy = Data ? copyOf({*Data, i64(Level->Count)}, Name, Ty,
                              Arg->getExprLoc(), *P.Out)
                     : std::nullopt;
    if (Copy)
      Bound.Numbers[P.Decl] = *Copy;
    return Copy.has_value();
  }
  if (Types.isTemporary(Arg) || Env.part(Arg)) {
    auto Value = recordValue(Arg, P.Out);
    bool IsOwn = !Ty->isReferenceType() || Types.isTemporary(Arg);
    if (Value && IsOwn && P.IsWritten && !P.Out)
      return Diags.refuseType(Arg->getExprLoc(), Ty), false;
    if (Value && IsOwn && P.Out)
      Value = held(*Value, Name, Ty.getNonReferenceType(), P.IsWritten,
                   Arg->getExprLoc(), *P.Out);
    if (const auto *Object =
            Value ? std::get_if<OuterObject>(&*Value) : nullptr)
      Bound.Records[P.Decl] = Object->Outer;
    else if (Value)
      Bound.Numbers[P.Decl] = std::move(*Value);
    return Value.has_value();
  }
  bool IsLoaded = !Ty->isReferenceType() && P.Out &&
                  (P.IsWritten || llvm::is_contained(Plan.Loaded, P.Decl));
  if (IsLoaded) {
    auto Value = recordValue(Arg, P.Out);
    if (Value)
      Value = held(*Value, Name, Ty, P.IsWritten, Arg->getExprLoc(), *P.Out);
    if (Value)
      Bound.Numbers[P.Decl] = std::move(*Value);
    return Value.has_value();
  }
  if (Env.varies(Arg) && (!P.IsWritten || Ty->isReferenceType()))
    return bindElement({P.Decl, Arg, P.IsWritten, P.Out}, Bound);
  const clang::Expr *Outer = P.IsWritten && !Ty->isReferenceType()
                                 ? nullptr
                                 : unqualified(Env.asOperand(Arg));
  if (!Outer || !Outer->isGLValue()) {
    Diags.refuseType(Arg->getExprLoc(), Ty.getNonReferenceType());
    return false;
  }
  Bound.Records[P.Decl] = Outer;
  return true;
}

/// A parameter that is an element of an array of records.
bool Lifter::bindElement(const Parameter &P, Arguments &Bound) {
  auto At = locateRecord(P.Arg);
  if (!At)
    return false;
  if (!P.Decl->getType()->isReferenceType() && P.Out)
    Records.noteCopy(P.Decl, At->Records, P.Arg->getExprLoc());
  if (P.Out) {
    At->Index = Lets.fixed(At->Index, P.Decl, *P.Out);
    At->Row = Lets.fixed(At->Row, P.Decl, *P.Out);
  }
  Bound.Numbers[P.Decl] = Alias{*At};
  return true;
}

/// What \p Object, or what it points to, is in all iterations: a record of the
/// nest's own, or an object of the function that the nest is in; or nothing.
std::optional<Entity> Lifter::objectThatStays(const clang::Expr *Object) {
  auto Part = Env.part(Object);
  if (Part && isKind<OwnRecord>(*Part))
    return Part;
  const clang::Expr *Outer =
      Env.varies(Object) ? nullptr : Env.inCaller(Object);
  return Outer ? std::optional<Entity>(OuterObject{unqualified(Outer)})
               : std::nullopt;
}

/// `&s`, or a parameter that is that: of an object that is no element of an
/// array, which the parameter stands for.
std::optional<bool> Lifter::bindObjectAddress(const Parameter &P,
                                              Arguments &Bound) {
  const clang::Expr *Arg = withoutWrappers(P.Arg);
  const auto *U = dyn_cast<clang::UnaryOperator>(Arg);
  if (U && U->getOpcode() == clang::UO_AddrOf)
    Arg = withoutWrappers(U->getSubExpr());
  else if (!dyn_cast<clang::ImplicitCastExpr>(Arg))
    return std::nullopt;
  if (!Types.isRecord(P.Decl->getType()->getPointeeType()))
    return std::nullopt;
  const auto Object = objectThatStays(Arg);
  if (Object && isKind<OwnRecord>(*Object)) {
    Bound.Numbers[P.Decl] = *Object;
    return true;
  }
  const bool IsObject =
      U ? Types.isRecord(Arg->getType())
        : Env.namesObject(Arg) || isOnlyDereferenced(ownerBody(P.Decl), P.Decl);
  if (!Object || !IsObject)
    return std::nullopt;
  const clang::Expr *Outer = std::get<OuterObject>(*Object).Outer;
  if (U && !Outer->isGLValue())
    return std::nullopt;
  Bound.Records[P.Decl] = Outer;
  return true;
}

/// `&sum`, or a parameter that is that.
std::optional<bool> Lifter::bindVariableAddress(const Parameter &P,
                                                Arguments &Bound) {
  if (auto Variable = variableBehind(P.Arg)) {
    Bound.Numbers[P.Decl] = VariableAddress{std::get<Local>(*Variable)};
    return true;
  }
  const auto *U = dyn_cast<clang::UnaryOperator>(withoutWrappers(P.Arg));
  const clang::QualType To = P.Decl->getType()->getPointeeType();
  const clang::Expr *E = U && U->getOpcode() == clang::UO_AddrOf
                             ? withoutWrappers(U->getSubExpr())
                             : nullptr;
  if (!E || !isa<clang::DeclRefExpr, clang::MemberExpr>(E) ||
      !Types.scalar(E->getType()) ||
      !Context.hasSameUnqualifiedType(To, E->getType()))
    return std::nullopt;
  auto L = locate(E);
  if (!L)
    return false;
  if (L->K == Location::Kind::Place && !L->Place.Index) {
    Bound.Numbers[P.Decl] = VariableAddress{{L->Place.Name, L->Place.Ty}};
    return true;
  }
  if (L->K == Location::Kind::Place || L->K == Location::Kind::Index)
    return std::nullopt;
  if (To.isConstQualified() && P.Out) {
    ExprRef Value = valueAt(*L, E);
    if (!Value)
      return false;
    std::string Name = Builder.uniqueName(P.Decl->getNameAsString());
    P.Out->push_back(
        std::make_shared<LetStmt>(Name, Value, Builder.tag(E->getExprLoc())));
    Lets.note(Name, Value);
    Bound.Numbers[P.Decl] = VariableAddress{{Name, Value->type()}};
    return true;
  }
  if (L->Var)
    return LiveOuts.refuseCarried(E->getExprLoc(), L->Var), false;
  return carryMember(E) ? std::optional(false) : std::nullopt;
}

bool Lifter::bindPointer(const Parameter &P, Arguments &Bound) {
  if (P.Decl->getType()->isPointerType() && !P.IsWritten) {
    std::optional<bool> IsBound = bindObjectAddress(P, Bound);
    if (!IsBound)
      IsBound = bindVariableAddress(P, Bound);
    if (IsBound || Diags.any())
      return IsBound.value_or(false);
  }
  std::string Name = P.Decl->getNameAsString();
  bool IsMoved = P.IsWritten && P.Out && !P.Decl->getType()->isReferenceType();
  auto Into = P.IsWritten && !IsMoved ? std::nullopt : pointer(P.Arg);
  if (IsMoved && Into) {
    Bound.Numbers[P.Decl] =
        moving(P.Decl, Name, *Into, P.Arg->getExprLoc(), *P.Out);
    return true;
  }
  if (P.IsWritten && !IsMoved)
    Diags.refuse(P.Decl->getLocation(), msg::PointerParameterModified(Name));
  if (!Into)
    return false;
  if (P.Out) {
    Into->Offset = Lets.fixed(Into->Offset, P.Decl, *P.Out);
    Into->Row = Lets.fixed(Into->Row, P.Decl, *P.Out);
  }
  Bound.Numbers[P.Decl] = *Into;
  return true;
}

/// A reference to a place of the nest, or whether there is none because the
/// argument cannot be lifted; nothing if it denotes a value.
std::optional<bool> Lifter::bindPlace(const Parameter &P, Arguments &Bound) {
  auto L = locate(P.Arg);
  if (!L)
    return false;
  if (L->K != Location::Kind::Place) {
    const bool IsCarried = P.IsWritten && carryMember(P.Arg);
    return IsCarried ? std::optional(false) : std::nullopt;
  }
  ExprRef Index = L->Place.Index, Row = L->Row;
  if (P.Out) {
    Index = Lets.fixed(Index, P.Decl, *P.Out);
    Row = Lets.fixed(Row, P.Decl, *P.Out);
  }
  if (Index)
    Bound.Numbers[P.Decl] = Alias{{L->Place.Name, Index, "", Row}, L->Place.Ty};
  else
    Bound.Numbers[P.Decl] = Local{L->Place.Name, L->Place.Ty};
  return true;
}

/// \p Value, as the number \p Name that is computed once, in front: nothing
/// calls a function again for each use of what it has returned.
ExprRef Lifter::calledOnce(const ExprRef &Value, llvm::StringRef Name,
                           clang::SourceLocation Loc) {
  bool Calls = false;
  walk(Value, [&](const lacuna::Expr &E) { Calls |= isa<CallExpr>(E); });
  if (!Calls || !Front)
    return Value;
  const std::string Let = Builder.uniqueName(Name);
  Front->push_back(std::make_shared<LetStmt>(Let, Value, Builder.tag(Loc)));
  Lets.note(Let, Value);
  return var(Value->type(), Let);
}

bool Lifter::bindNumber(const Parameter &P, Arguments &Bound) {
  clang::QualType Ty = P.Decl->getType();
  clang::SourceLocation Loc = P.Arg->getExprLoc();
  std::string Name = P.Decl->getNameAsString();
  const Type Scalar = *Types.scalarAt(Ty, Loc);
  ExprRef Value = liftValue(P.Arg);
  if (!Value)
    return false;
  Value = lacuna::cast(Scalar, Value);
  if (!P.IsWritten || Ty->isReferenceType()) {
    if (P.Out && !Lets.keepsValue(Value)) {
      std::string Let = Builder.uniqueName(Name);
      P.Out->push_back(std::make_shared<LetStmt>(Let, Value, Builder.tag(Loc)));
      Lets.note(Let, Value);
      if (Ty->isReferenceType() && outlivesReference(P.Arg))
        Lets.noteLasting(Let, Loc);
      Value = var(Scalar, Let);
    }
    Value = calledOnce(Value, Name, Loc);
    if (!isSmall(Value)) {
      Diags.refuse(Loc, msg::ArgumentTooLong(Name));
      return false;
    }
    Bound.Numbers[P.Decl] = Forward{Scalar, Value};
    return true;
  }
  if (!P.Out) {
    Diags.refuse(P.Decl->getLocation(), msg::ParameterModified(Name));
    return false;
  }
  std::string Var = Builder.uniqueName(Name);
  P.Out->push_back(
      std::make_shared<VarStmt>(Var, Scalar, Value, Builder.tag(Loc)));
  Bound.Numbers[P.Decl] = Local{Var, Scalar};
  return true;
}

/// What `this` stands for in a call with \p This: an expression of the caller,
/// or an element of an array of records.
bool Lifter::bindObject(const clang::Expr *This, std::vector<StmtRef> *Out,
                        Arguments &Bound) {
  if (Types.isTemporary(This) || Env.part(This)) {
    auto Value = Env.part(This);
    if (!Value)
      Value = recordValue(This, Out);
    if (Value && Out && Types.isTemporary(This))
      Value = held(*Value, "object", This->getType(), /*Changes=*/true,
                   This->getExprLoc(), *Out);
    if (!Value)
      return false;
    if (const auto *Own = std::get_if<OwnRecord>(&*Value))
      Bound.Self = Own->Parts;
    else if (const auto *Element = std::get_if<Alias>(&*Value))
      Bound.Element = Element->At;
    else if (const auto *Object = std::get_if<OuterObject>(&*Value))
      Bound.Object = Object->Outer;
    return true;
  }
  if (Env.varies(This)) {
    Bound.Element = This->getType()->isPointerType() ? pointedRecord(This)
                                                     : locateRecord(This);
    return Bound.Element.has_value();
  }
  Bound.Object = unqualified(Env.inCaller(This));
  return Bound.Object && (Bound.Object->isGLValue() ||
                          Bound.Object->getType()->isPointerType());
}

} // namespace lacuna::plugin
