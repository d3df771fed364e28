//===- Invariants.h - what stays the same in the nest -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_INVARIANTS_H
#define LACUNA_PLUGIN_LIFT_STATE_INVARIANTS_H

#include "lift/ast/BodyIndex.h"
#include "lift/state/AccessorCalls.h"

namespace lacuna::plugin {

/// An invariant as the user wrote it.
struct Invariant {
  std::string Key;  ///< equal for expressions that denote one object
  std::string Hint; ///< for its name
  bool InMemory = false;
  /// Key of the last object on the way that a pointer leads to, or empty.
  std::string Object = {};
};

/// Finds which object an expression of the function that the nest is in
/// denotes, if the nest does not change that. Refuses others.
class Invariants {
public:
  Invariants(const clang::ASTContext &Context, BodyIndices &Bodies,
             const SourceNest &Source, const ScalarTypes &Types,
             AccessorCalls &Accessors, Refusals &Diags)
      : Context(Context), Bodies(Bodies), Source(Source), Types(Types),
        Accessors(Accessors), Diags(Diags) {}

  /// What \p E, an lvalue or pointer that the nest does not change, denotes.
  std::optional<Invariant> of(const clang::Expr *E);

  /// `A.rows()`, which has been noted as an accessor.
  std::optional<Invariant> ofCall(const clang::CXXMemberCallExpr *C);

  /// Whether the objects of keys \p A and \p B are known to be different parts
  /// of one object.
  static bool areApart(llvm::StringRef A, llvm::StringRef B);

  /// What has to be there for \p User, which is \p I, to be bound by form
  /// \p F.
  static std::string objectBound(const Invariant &I, Binding::Form F,
                                 const clang::Expr *User);

private:
  std::optional<Invariant> ofObject(const clang::Expr *E);
  std::optional<Invariant> ofVariable(const clang::Expr *E,
                                      const clang::ValueDecl *D);
  std::optional<Invariant> ofMember(const clang::MemberExpr *M);
  std::optional<Invariant> ofIndexed(const clang::Expr *Base,
                                     const clang::Expr *Index);
  std::optional<Invariant> ofNumber(const clang::Expr *E);

  const clang::ASTContext &Context;
  BodyIndices &Bodies;
  const SourceNest &Source;
  const ScalarTypes &Types;
  AccessorCalls &Accessors;
  Refusals &Diags;
};

/// \p E without casts that leave the object or pointer what it is.
const clang::Expr *withoutObjectCasts(const clang::Expr *E);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_INVARIANTS_H
