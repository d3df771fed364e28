//===- Records.cpp - arrays of records -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `row[p].val`: each member that the nest uses is an array operand of its own,
// whose elements lie in those of one array of records.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"
#include "clang/AST/Attr.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

//===-- what changes from iteration to iteration --------------------------===//

/// Whether \p E may denote something else in each iteration: it mentions what
/// the nest sets.
bool Lifter::varies(const clang::Stmt *E) const {
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    if (Objects.count(D->getDecl()))
      return false;
    const auto *V = dyn_cast<clang::VarDecl>(D->getDecl());
    if (const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl()))
      V = llvm::cast<clang::VarDecl>(B->getDecomposedDecl());
    return V && (Env.count(V) || Inside.contains(V) ||
                 (Written.contains(V) && !isRecord(V->getType())));
  }
  if (isa<clang::CXXThisExpr>(E))
    return Element.has_value() || Self;
  const auto *Whole = dyn_cast<clang::Expr>(E);
  if (auto P =
          Whole && isa<clang::MemberExpr>(Whole) ? part(Whole) : std::nullopt)
    return P->K != Entity::Kind::Object;
  if (Whole && isTemporary(Whole))
    return true;
  return llvm::any_of(E->children(), [&](const clang::Stmt *Part) {
    return Part && varies(Part);
  });
}

bool Lifter::isRecord(clang::QualType Ty) const {
  return Ty.getNonReferenceType()->isRecordType() && !scalarType(Ty) &&
         !isIterator(Ty);
}

/// Whether what the nest uses lies behind elements of type \p Ty or in them.
bool Lifter::leadsOn(clang::QualType Ty) const {
  return isRecord(Ty) || Ty->isPointerType() || Ty->isArrayType();
}

//===-- records -----------------------------------------------------------===//

/// The array of records that \p Base, an invariant with key \p Key, is.
Lifter::PointerValue Lifter::recordsOperand(const Invariant &I, Binding::Form F,
                                            const clang::Expr *Base) {
  std::string &Name = OperandByKey["records " + I.Key];
  if (Name.empty()) {
    Name = uniqueName(I.Hint);
    RecordExtents[Name] = extentOf(Base, F);
    Result.Bindings.push_back({Name, F, Base, objectBound(I, F, Base)});
  }
  return {Name, Type(), nullptr};
}

/// The element of type \p Ty that lies at \p P in a record: that of an operand
/// of its own.
Lifter::Location Lifter::memberAt(const RecordPlace &P, const Type &Ty) {
  auto InRow = Rows.find(P.Records);
  const RowsOfRecords *Row = InRow == Rows.end() ? nullptr : &InRow->second;
  const std::string &Base = Row ? Row->Base : P.Records;
  std::string &Name = OperandByKey["member " + P.Records + "." + P.Path];
  if (Name.empty()) {
    std::string Hint = Base + "_" + P.Path;
    llvm::erase_if(Hint, [](char C) { return C == '(' || C == ')'; });
    std::replace(Hint.begin(), Hint.end(), '.', '_');
    Name = uniqueName(Hint);
    Operand &O = Result.Graph.Operands.emplace_back();
    O.Name = Name;
    O.Kind = OperandKind::Array;
    O.Ty = Ty;
    O.Records = Base;
    O.Member = P.Path;
    if (Row)
      O.Row = Row->Text, O.RowsLie = Row->RowsLie;
    else
      O.Extent = RecordExtents.lookup(Base);
  }
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {Name, Ty, P.Index};
  L.Row = P.Row;
  return L;
}

/// Whether \p M is a member that has an address, and a name by which it is
/// found in the record that \p M is accessed in.
bool Lifter::checkMember(const clang::MemberExpr *M) {
  const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  std::string Why;
  if (!Field)
    Why = "is not a data member; accepted are data members";
  else if (Field->isBitField())
    Why = "is a bit-field; accepted is a copy in a local variable";
  else if (Field->getParent()->isUnion())
    Why = "is a member of a union, which others may lie over; accepted are "
          "members of structures";
  else if (Field->getType()->isReferenceType())
    Why = "is a reference; accepted are members that are values";
  bool IsInherited = false, IsHidden = M->hasQualifier();
  if (const auto *C =
          dyn_cast<clang::ImplicitCastExpr>(M->getBase()->IgnoreParens()))
    for (const clang::CXXBaseSpecifier *Base : C->path()) {
      IsInherited = true;
      IsHidden |= Base->isVirtual();
    }
  if (Why.empty() && IsInherited && IsHidden)
    Why = "is a member of a virtual or qualified base class; accepted are "
          "members found by their names alone";
  if (Why.empty())
    return true;
  refuse(M->getMemberLoc(),
         "'" + M->getMemberDecl()->getNameAsString() + "' " + Why);
  return false;
}

/// The element that \p M is a member of, with the path to it.
std::optional<Lifter::RecordPlace>
Lifter::memberPlace(const clang::MemberExpr *M) {
  if (!checkMember(M))
    return std::nullopt;
  const clang::Expr *Base = M->getBase()->IgnoreParens();
  // A base class of the record.
  if (const auto *C = dyn_cast<clang::ImplicitCastExpr>(Base);
      C && (C->getCastKind() == clang::CK_UncheckedDerivedToBase ||
            C->getCastKind() == clang::CK_DerivedToBase))
    Base = C->getSubExpr();
  auto P = M->isArrow() ? pointedRecord(Base) : locateRecord(Base);
  if (!P)
    return std::nullopt;
  std::string Name = M->getMemberDecl()->getNameAsString();
  // An anonymous structure has no part in the path.
  if (!Name.empty())
    P->Path += (P->Path.empty() ? "" : ".") + Name;
  Result.Members.push_back(llvm::cast<clang::FieldDecl>(M->getMemberDecl()));
  return P;
}

/// Where pointer \p E leads.
std::optional<Lifter::RecordPlace> Lifter::pointedRecord(const clang::Expr *E) {
  if (Element && isa<clang::CXXThisExpr>(withoutWrappers(E)))
    return Element;
  auto L = locatePointee(E);
  if (!L)
    return std::nullopt;
  return RecordPlace{L->Place.Name, L->Place.Index, "", L->Row};
}

/// Where \p E, an lvalue of record type, leads.
std::optional<Lifter::RecordPlace> Lifter::locateRecord(const clang::Expr *E) {
  E = withoutWrappers(E);
  if (auto P = partOf(E); P && P->K == Entity::Kind::Alias)
    return RecordPlace{P->Name, P->Index, P->Path, P->Row};
  if (Refusal)
    return std::nullopt;
  if (const clang::VarDecl *V = namedVariable(E)) {
    auto Known = Env.find(V);
    if (Known != Env.end() && Known->second.K == Entity::Kind::Alias)
      return RecordPlace{Known->second.Name, Known->second.Index,
                         Known->second.Path, Known->second.Row};
  }
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl());
        B && varies(E)) {
      auto P = boundPart(B);
      if (P && P->K == Entity::Kind::Alias)
        return RecordPlace{P->Name, P->Index, P->Path, P->Row};
      if (P)
        refuseType(E->getExprLoc(), E->getType());
      return std::nullopt;
    }
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    return memberPlace(M);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return pointedRecord(U->getSubExpr());
  std::optional<Location> L;
  const auto *Of = dyn_cast<clang::CXXOperatorCallExpr>(E);
  bool OfIterator = Of && isIterator(Of->getArg(0)->getType());
  if (OfIterator && Of->getOperator() == clang::OO_Star)
    return pointedRecord(Of->getArg(0));
  if (OfIterator && Of->getOperator() == clang::OO_Subscript)
    L = locateElement(Of->getArg(0), Of->getArg(1), Of->getExprLoc());
  else if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    L = locateElement(S->getBase(), S->getIdx(), S->getExprLoc());
  else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
           C && C->getOperator() == clang::OO_Subscript &&
           isStandard(C->getDirectCallee()))
    L = locateIndexed(C);
  else if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return inlineRecord(C);
  else
    refuseType(E->getExprLoc(), E->getType());
  if (!L)
    return std::nullopt;
  return RecordPlace{L->Place.Name, L->Place.Index, "", L->Row};
}

/// `&row[p]`
std::optional<Lifter::PointerValue>
Lifter::addressOfRecord(const clang::UnaryOperator *U) {
  auto P = locateRecord(U->getSubExpr());
  if (!P)
    return std::nullopt;
  if (P->Path.empty())
    return PointerValue{P->Records, Type(), lacuna::cast(Type::i64(), P->Index),
                        P->Row};
  refuse(U->getExprLoc(), "'" + spell(U) +
                              "' points into a record; accepted are pointers "
                              "to whole records, and references");
  return std::nullopt;
}

bool Lifter::isMember(llvm::StringRef Array) {
  const Operand *O = operand(Array);
  return O && !O->Records.empty();
}

/// `row[p].val` and what else is a member of an element.
std::optional<Lifter::Location>
Lifter::locateMember(const clang::MemberExpr *M) {
  auto P = memberPlace(M);
  auto Ty = P ? scalarTypeAt(M->getType(), M->getMemberLoc()) : std::nullopt;
  if (!Ty)
    return std::nullopt;
  Location L = memberAt(*P, *Ty);
  const auto *Field = llvm::cast<clang::FieldDecl>(M->getMemberDecl());
  const clang::RecordDecl *R = Field->getParent();
  if (R->hasAttr<clang::PackedAttr>() || Field->hasAttr<clang::PackedAttr>() ||
      R->hasAttr<clang::MaxFieldAlignmentAttr>())
    PackedMembers.push_back({L.Place.Name, M->getMemberLoc()});
  return L;
}

/// The name that messages give \p V, which may be a structured binding.
static std::string nameOf(const clang::VarDecl *V) {
  const auto *D = dyn_cast<clang::DecompositionDecl>(V);
  if (!D)
    return V->getNameAsString();
  std::string Names;
  for (const clang::BindingDecl *B : D->bindings())
    Names += (Names.empty() ? "" : ", ") + B->getNameAsString();
  return "[" + Names + "]";
}

/// `const Entry &e = row[p];`, or a copy, which is the element itself as long
/// as the nest does not write to the records.
bool Lifter::declareRecord(const clang::VarDecl *V,
                           llvm::ArrayRef<const clang::Stmt *> Rest,
                           std::vector<StmtRef> *Out) {
  const clang::Expr *Init = V->getInit();
  if (const auto *Full = llvm::dyn_cast_or_null<clang::FullExpr>(Init))
    Init = Full->getSubExpr();
  bool IsCopy = !V->getType()->isReferenceType();
  const clang::Expr *Copied = Init && IsCopy ? copiedFrom(Init) : nullptr;
  bool Changes = IsCopy && llvm::any_of(Rest, [&](const clang::Stmt *S) {
                   return mayChange(S, V);
                 });
  bool IsValue = Init && (isTemporary(Init) ? !Copied : part(Init).has_value());
  if (Copied && (Changes || llvm::is_contained(Loaded, V) || part(Copied) ||
                 isTemporary(Copied)))
    IsValue = true;
  if (IsValue) {
    // A reference is the object itself.
    if (auto P = IsCopy ? std::nullopt : part(Init)) {
      Env[V] = std::move(*P);
      return true;
    }
    return declareValue(V, Init, Rest, Out);
  }
  if (IsCopy)
    Init = Copied;
  if (!Init || !Init->isGLValue()) {
    refuseType(V->getLocation(), V->getType().getNonReferenceType());
    return false;
  }
  if (!varies(Init)) {
    const clang::Expr *Outer = unqualified(asOperand(Init));
    if (Outer)
      Objects[V] = Outer;
    return Outer != nullptr;
  }
  auto P = locateRecord(Init);
  if (!P)
    return false;
  if (IsCopy && Out)
    Copies.push_back({V, P->Records, V->getLocation()});
  ExprRef Index = P->Index, Row = P->Row;
  if (Out)
    Index = fixed(Index, V, *Out), Row = fixed(Row, V, *Out);
  Env[V] = {Entity::Kind::Alias, P->Records, Type(), Index, P->Path, Row};
  return true;
}

/// What \p E copies as it is, or null.
const clang::Expr *Lifter::copiedFrom(const clang::Expr *E) {
  const auto *Copy =
      dyn_cast<clang::CXXConstructExpr>(E->IgnoreParenImpCasts());
  return Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
                 Copy->getConstructor()->isTrivial() &&
                 Copy->getConstructor()->getParent()->hasTrivialDestructor()
             ? Copy->getArg(0)
             : nullptr;
}

//===-- checks at the end -------------------------------------------------===//

bool Lifter::checkRecords() {
  for (const auto &[Name, Loc] : PackedMembers)
    if (operand(Name)->Written) {
      refuse(Loc, "'" + Name +
                      "' is a member of a packed structure and "
                      "stored to; accepted are packed structures "
                      "that the nest only reads");
      return false;
    }
  for (const RecordCopy &C : Copies)
    for (const Operand &O : Result.Graph.Operands)
      if (O.Records == C.Records && O.Written) {
        MustLoad = C.Var;
        refuse(C.Loc, "'" + nameOf(C.Var) + "' is a copy of an element of '" +
                          C.Records +
                          "', which the nest changes; accepted are "
                          "references, and copies of its members");
        return false;
      }
  return true;
}

} // namespace lacuna::plugin
