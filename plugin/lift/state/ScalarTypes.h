//===- ScalarTypes.h - types of numbers and of pointers ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_SCALARTYPES_H
#define LACUNA_PLUGIN_LIFT_STATE_SCALARTYPES_H

#include "lacuna/ir/Type.h"
#include "lift/state/Refusals.h"

namespace lacuna::plugin {

/// What types of the user's are in the nest.
class ScalarTypes {
public:
  ScalarTypes(const clang::ASTContext &Context, Refusals &Diags)
      : Context(Context), Diags(Diags) {}

  /// The arithmetic or complex type that \p QT stands for, or nothing, without
  /// refusal.
  std::optional<Type> scalar(clang::QualType QT) const;

  /// The same for an object that is accessed at \p Loc; refuses others, and
  /// those whose accesses are more than loads and stores.
  std::optional<Type> scalarAt(clang::QualType Ty,
                               clang::SourceLocation Loc) const;

  /// Whether \p Ty is a class whose members are accessed one by one.
  bool isRecord(clang::QualType Ty) const;

  /// Whether what the nest uses lies behind elements of type \p Ty or in them.
  bool leadsOn(clang::QualType Ty) const;

  /// Whether \p E makes a record that no variable holds.
  bool isTemporary(const clang::Expr *E) const;

private:
  const clang::ASTContext &Context;
  Refusals &Diags;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_SCALARTYPES_H
