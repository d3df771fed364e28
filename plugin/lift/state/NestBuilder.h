//===- NestBuilder.h - the nest as far as it is lifted ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_NESTBUILDER_H
#define LACUNA_PLUGIN_LIFT_STATE_NESTBUILDER_H

#include "lift/state/Refusals.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna::plugin {

/// Makes names, tags and operands of a nest.
class NestBuilder {
public:
  NestBuilder(const clang::ASTContext &Context, Refusals &Diags,
              llvm::StringRef Name)
      : Context(Context), Diags(Diags) {
    Result.Graph.Name = Name.str();
  }

  Nest &graph() { return Result.Graph; }
  const Nest &graph() const { return Result.Graph; }
  Lifted &result() { return Result; }
  const Lifted &result() const { return Result; }

  /// A name after \p Base that is still free.
  std::string uniqueName(llvm::StringRef Base);

  /// Makes \p Name one that is no longer free, if it is.
  void take(llvm::StringRef Name);
  bool isTaken(llvm::StringRef Name) const;

  /// The tag of what is lifted from \p Loc.
  SourceTag tag(clang::SourceLocation Loc);

  /// An operand that \p User, by form \p F, is the binding of; its name.
  std::string addOperand(llvm::StringRef Hint, OperandKind Kind, Type Ty,
                         Binding::Form F, const clang::Expr *User,
                         ExprRef Extent = nullptr);

  /// The nest does without operand \p Name after all.
  void dropOperand(llvm::StringRef Name);

  /// The operand called \p Name, or null.
  Operand *operand(llvm::StringRef Name);

  /// Whether \p Name is an operand or an index variable: it has one value where
  /// it is named.
  bool isFixed(llvm::StringRef Name);

  /// The same of all that \p E names.
  bool isFixed(const ExprRef &E);

  /// Computes \p E in floating point: the nest has one setting for all of it.
  bool noteFloatingPoint(const clang::Expr *E);

  /// The nest, which is complete.
  Lifted finish();

private:
  const clang::ASTContext &Context;
  Refusals &Diags;
  Lifted Result;
  llvm::StringSet<> Taken; ///< as generated code spells them
  bool HaveFP = false;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_NESTBUILDER_H
