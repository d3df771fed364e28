//===- RecordParts.cpp - members of records that are values -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `v.z`, `w.re` of a member: what a part of a record that is a value of the
// nest's stands for.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "clang/AST/Attr.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p Field has a name and an address.
static bool isOrdinary(const clang::FieldDecl *Field) {
  return Field->getIdentifier() && !Field->isBitField() &&
         !Field->getParent()->isUnion() && !Field->hasAttr<clang::PackedAttr>();
}

bool isPlainRecord(const clang::CXXRecordDecl *R) {
  return R && R->hasDefinition() && !R->isUnion() && !R->isPolymorphic() &&
         R->hasTrivialDestructor() && !R->hasAttr<clang::PackedAttr>() &&
         !R->hasAttr<clang::MaxFieldAlignmentAttr>() &&
         llvm::all_of(R->fields(), isOrdinary) &&
         llvm::all_of(R->bases(), [](const clang::CXXBaseSpecifier &B) {
           return B.getType()->getAsCXXRecordDecl()->isEmpty();
         });
}

/// A record of the nest's own.
Lifter::Entity Lifter::recordOf(std::shared_ptr<RecordValue> Own) {
  Entity E{Entity::Kind::Record, "", Type(), nullptr};
  E.Parts = std::move(Own);
  return E;
}

/// An object of the function that the nest is in.
Lifter::Entity Lifter::objectAt(const clang::Expr *Outer) {
  Entity E{Entity::Kind::Object, "", Type(), nullptr};
  E.Object = Outer;
  return E;
}

/// An element of an array of records.
Lifter::Entity Lifter::recordAt(const RecordPlace &P) {
  return {Entity::Kind::Alias, P.Records, Type(), P.Index, P.Path, P.Row};
}

/// Member \p Field of \p Whole, or nothing.
std::optional<Lifter::Entity>
Lifter::memberOf(const Entity &Whole, const clang::FieldDecl *Field) const {
  if (Whole.K == Entity::Kind::Record) {
    auto Found = Whole.Parts->Members.find(Field);
    return Found == Whole.Parts->Members.end() ? std::nullopt
                                               : std::optional(Found->second);
  }
  Entity Member = Whole;
  if (!isOrdinary(Field))
    return std::nullopt;
  if (Whole.K == Entity::Kind::Alias)
    Member.Path += (Member.Path.empty() ? "" : ".") + Field->getNameAsString();
  else if (Whole.K == Entity::Kind::Object)
    Member.Object = memberOf(Whole.Object, Field);
  else
    return std::nullopt;
  return Member;
}

/// What the lvalue \p E is in a record of the nest's own, or nothing.
std::optional<Lifter::Entity> Lifter::part(const clang::Expr *E) const {
  E = withoutWrappers(E);
  if (isa<clang::CXXThisExpr>(E) && Self)
    return recordOf(Self);
  if (const clang::VarDecl *V = namedVariable(E)) {
    auto Known = Env.find(V);
    bool IsOwn =
        Known != Env.end() && (Known->second.K == Entity::Kind::Record ||
                               Known->second.K == Entity::Kind::Span);
    return IsOwn ? std::optional(Known->second) : std::nullopt;
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return isa<clang::CXXThisExpr>(withoutWrappers(U->getSubExpr()))
               ? part(U->getSubExpr())
               : std::nullopt;
  if (const auto *C = dyn_cast<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_LValueToRValue &&
      C->getType()->isPointerType())
    return part(C->getSubExpr());
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  auto Whole = Field ? part(M->getBase()) : std::nullopt;
  return Whole ? memberOf(*Whole, Field) : std::nullopt;
}

/// The same, also of a record that is made where it is used: `f(x).val`.
std::optional<Lifter::Entity> Lifter::partOf(const clang::Expr *E) {
  E = withoutWrappers(E);
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field || M->isArrow() || !isTemporary(M->getBase()))
    return part(E);
  auto Whole = recordValue(M->getBase(), nullptr);
  return Whole ? memberOf(*Whole, Field) : std::nullopt;
}

} // namespace lacuna::plugin
