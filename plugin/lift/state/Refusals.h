//===- Refusals.h - why a nest is not lifted --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_REFUSALS_H
#define LACUNA_PLUGIN_LIFT_STATE_REFUSALS_H

#include "lift/state/Lifted.h"
#include "clang/AST/ASTContext.h"

namespace lacuna::plugin {

/// Whatever is not understood is refused once, at its place: functions that
/// return null, nothing or false have refused, or something below them has, and
/// the lift ends. The first refusal is kept.
class Refusals {
public:
  using Note = std::pair<clang::SourceLocation, std::string>;

  /// What has no place of its own is refused at \p Otherwise.
  Refusals(const clang::ASTContext &Context, clang::SourceLocation Otherwise)
      : Context(Context), Otherwise(Otherwise) {}

  /// \p Message says what was seen and what would be accepted.
  std::nullptr_t refuse(clang::SourceLocation Loc, std::string Message,
                        std::vector<Note> Notes = {});

  /// Refuses values of type \p Ty.
  std::nullptr_t refuseType(clang::SourceLocation Loc, clang::QualType Ty);

  /// Refuses \p E, which is used as if it kept its value in the nest.
  std::nullptr_t refuseChanging(const clang::Expr *E);

  bool any() const { return First.has_value(); }

  /// Pre: any().
  const NotLifted &first() const { return *First; }

  /// The first refusal, which is no longer one. Pre: any().
  NotLifted take();

  /// \p S as the user would recognise it in a message.
  std::string spell(const clang::Stmt *S) const;

private:
  const clang::ASTContext &Context;
  clang::SourceLocation Otherwise;
  std::optional<NotLifted> First;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_REFUSALS_H
