//===- CarriedMembers.cpp - members that the nest sets --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `s.sum += x[i]; ++hits;` A number in an object of the function's that the
// nest sets is a variable of the nest's, which begins as the member is and is
// stored to it in the end. Who else looks at the object is kept apart by
// guards, as with every memory that the nest writes.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether a reference can be bound to \p Field.
static bool isBindable(const clang::FieldDecl *Field) {
  return isOrdinary(Field) && !isPacked(Field->getParent());
}

/// Whether \p M is reached by members alone, from `this` or from a variable
/// that is not one of \p Inside.
static bool isReachedByMembers(const clang::MemberExpr *M,
                               const VarSet &Inside) {
  for (;;) {
    const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    if (!Field || !isBindable(Field))
      return false;
    if (!leadsToOneBase(M->getBase()))
      return false;
    const clang::Expr *Base = wholeObject(M->getBase());
    if (const auto *Load = dyn_cast<clang::ImplicitCastExpr>(Base))
      Base = withoutWrappers(Load->getSubExpr());
    if (isa<clang::CXXThisExpr>(Base))
      return true;
    if (const clang::VarDecl *V = namedVariable(Base))
      return !Inside.contains(V);
    M = dyn_cast<clang::MemberExpr>(Base);
    if (!M)
      return false;
  }
}

/// \p E as a member of an object: what a structured binding names is one; null
/// if it is none.
static const clang::MemberExpr *memberNamed(const clang::Expr *E) {
  const auto *Named = dyn_cast<clang::DeclRefExpr>(E);
  if (const auto *B =
          Named ? dyn_cast<clang::BindingDecl>(Named->getDecl()) : nullptr)
    E = withoutWrappers(B->getBinding());
  return dyn_cast<clang::MemberExpr>(E);
}

/// Has \p E carried, if it is a member that can be; false, without refusal,
/// for all else.
bool Lifter::carryMember(const clang::Expr *E) {
  E = withoutWrappers(E);
  // A part of an object other members of which are carried already.
  const auto *Named = dyn_cast<clang::DeclRefExpr>(E);
  const auto *B =
      Named ? dyn_cast<clang::BindingDecl>(Named->getDecl()) : nullptr;
  const auto Part = !B              ? Env.part(E)
                    : Env.varies(E) ? boundPart(B)
                                    : std::nullopt;
  if (const auto *Object = Part ? std::get_if<OuterObject>(&*Part) : nullptr)
    return carryOuterMember(Object->Outer);
  const clang::Expr *Outer = Env.varies(E) ? nullptr : Env.inCaller(E);
  return Outer && carryOuterMember(Outer);
}

/// The same of \p Outer, written as the function that the nest is in does.
bool Lifter::carryOuterMember(const clang::Expr *Outer) {
  const auto *M = memberNamed(withoutWrappers(Outer));
  if (!M || M->getType().isConstQualified() || !Types.scalar(M->getType()) ||
      !isReachedByMembers(M, Source.Inside))
    return false;
  if (auto I = Ops.identify(M))
    LiveOuts.refuseCarried(M, std::move(*I));
  return true;
}

} // namespace lacuna::plugin
