//===- Records.cpp - arrays of records ------------------------------------===//
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

#include "lift/Lifter.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "clang/AST/Attr.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

//===-- what changes from iteration to iteration --------------------------===//

//===-- records -----------------------------------------------------------===//

/// Whether \p M is a member that has an address, and a name by which it is
/// found in the record that \p M is accessed in.
static bool checkMember(Refusals &Diags, const clang::MemberExpr *M) {
  const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  std::string Why;
  if (!Field)
    Why = msg::SuffixNotDataMember();
  else if (Field->isBitField())
    Why = msg::SuffixBitField();
  else if (Field->getParent()->isUnion())
    Why = msg::SuffixUnionMember();
  else if (Field->getType()->isReferenceType())
    Why = msg::SuffixReferenceMember();
  bool IsInherited = false, IsHidden = M->hasQualifier();
  if (const auto *C =
          dyn_cast<clang::ImplicitCastExpr>(M->getBase()->IgnoreParens()))
    for (const clang::CXXBaseSpecifier *Base : C->path()) {
      IsInherited = true;
      IsHidden |= Base->isVirtual();
    }
  if (Why.empty() && IsInherited && IsHidden)
    Why = msg::SuffixBaseClassMember();
  if (Why.empty())
    return true;
  Diags.refuse(M->getMemberLoc(),
               "'" + M->getMemberDecl()->getNameAsString() + "' " + Why);
  return false;
}

/// The element that \p M is a member of, with the path to it.
std::optional<RecordPlace> Lifter::memberPlace(const clang::MemberExpr *M) {
  if (!checkMember(Diags, M))
    return std::nullopt;
  const clang::Expr *Base = M->getBase()->IgnoreParens();
  // A base class of the record.
  if (const auto *C = dyn_cast<clang::ImplicitCastExpr>(Base); C && isToBase(C))
    Base = C->getSubExpr();
  auto P = M->isArrow() ? pointedRecord(Base) : locateRecord(Base);
  if (!P)
    return std::nullopt;
  std::string Name = M->getMemberDecl()->getNameAsString();
  // An anonymous structure has no part in the path.
  if (!Name.empty())
    P->Path += (P->Path.empty() ? "" : ".") + Name;
  Builder.result().Members.push_back(
      llvm::cast<clang::FieldDecl>(M->getMemberDecl()));
  return P;
}

/// Where pointer \p E leads.
std::optional<RecordPlace> Lifter::pointedRecord(const clang::Expr *E) {
  if (Env.element() && isa<clang::CXXThisExpr>(withoutWrappers(E)))
    return Env.element();
  auto L = locatePointee(E);
  if (!L)
    return std::nullopt;
  return RecordPlace{L->Place.Name, L->Place.Index, "", L->Row};
}

/// Where \p E, an lvalue of record type, leads.
std::optional<RecordPlace> Lifter::locateRecord(const clang::Expr *E) {
  E = withoutWrappers(E);
  auto Whole = partOf(E);
  if (const auto *Part = Whole ? std::get_if<Alias>(&*Whole) : nullptr)
    return Part->At;
  if (Diags.any())
    return std::nullopt;
  if (const clang::VarDecl *V = namedVariable(E)) {
    if (const auto *Known = std::get_if<Alias>(Env.find(V)))
      return Known->At;
  }
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl());
        B && Env.varies(E)) {
      auto P = boundPart(B);
      if (const auto *Part = P ? std::get_if<Alias>(&*P) : nullptr)
        return Part->At;
      if (P)
        Diags.refuseType(E->getExprLoc(), E->getType());
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
  else if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E);
           C && returnsElement(C))
    L = locateReturned(C);
  else if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return inlineRecord(C);
  else
    Diags.refuseType(E->getExprLoc(), E->getType());
  if (!L)
    return std::nullopt;
  return RecordPlace{L->Place.Name, L->Place.Index, "", L->Row};
}

/// `&row[p]`
std::optional<PointerValue>
Lifter::addressOfRecord(const clang::UnaryOperator *U) {
  auto P = locateRecord(U->getSubExpr());
  if (!P)
    return std::nullopt;
  if (P->Path.empty())
    return PointerValue{P->Records, Type(), lacuna::cast(Type::i64(), P->Index),
                        P->Row};
  Diags.refuse(U->getExprLoc(), msg::PointsIntoRecord(Diags.spell(U)));
  return std::nullopt;
}

/// `row[p].val` and what else is a member of an element.
std::optional<Location> Lifter::locateMember(const clang::MemberExpr *M) {
  auto P = memberPlace(M);
  auto Ty = P ? Types.scalarAt(M->getType(), M->getMemberLoc()) : std::nullopt;
  if (!Ty)
    return std::nullopt;
  Location L = Records.memberAt(*P, *Ty);
  const auto *Field = llvm::cast<clang::FieldDecl>(M->getMemberDecl());
  if (isPacked(Field->getParent()) || Field->hasAttr<clang::PackedAttr>())
    Records.notePacked(L.Place.Name, M->getMemberLoc());
  return L;
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
  bool IsValue =
      Init && (Types.isTemporary(Init) ? !Copied : Env.part(Init).has_value());
  if (Copied && (Changes || llvm::is_contained(Plan.Loaded, V) ||
                 Env.part(Copied) || Types.isTemporary(Copied) ||
                 isa<clang::ConditionalOperator>(Copied->IgnoreParens())))
    IsValue = true;
  if (IsValue) {
    // A reference is the object itself.
    if (auto P = IsCopy ? std::nullopt : Env.part(Init)) {
      Env.set(V, std::move(*P));
      return true;
    }
    return declareValue(V, Init, Rest, Out);
  }
  if (IsCopy)
    Init = Copied;
  if (!Init || !Init->isGLValue()) {
    Diags.refuseType(V->getLocation(), V->getType().getNonReferenceType());
    return false;
  }
  if (!Env.varies(Init)) {
    const clang::Expr *Outer = unqualified(Env.asOperand(Init));
    if (Outer)
      Env.setObject(V, Outer);
    return Outer != nullptr;
  }
  auto P = locateRecord(Init);
  if (!P)
    return false;
  if (IsCopy && Out)
    Records.noteCopy(V, P->Records, V->getLocation());
  if (Out) {
    P->Index = Lets.fixed(P->Index, V, *Out);
    P->Row = Lets.fixed(P->Row, V, *Out);
  }
  Env.set(V, Alias{*P});
  return true;
}

//===-- checks at the end -------------------------------------------------===//

} // namespace lacuna::plugin
