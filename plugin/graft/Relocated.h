//===- Relocated.h - the user's expressions elsewhere -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a binding holds stands in the nest, perhaps in a region of OpenMP's or
// in a lambda that the nest calls. In front of the nest it is another place for
// debug information, and other variables are captured.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_RELOCATED_H
#define LACUNA_PLUGIN_GRAFT_RELOCATED_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace lacuna::plugin {

/// Makes copies of expressions for a place in a function or region.
class Relocation {
public:
  Relocation(clang::ASTContext &Context, const clang::DeclContext *Function,
             clang::SourceLocation Loc)
      : Context(Context), Function(Function), Loc(Loc) {}

  clang::SourceLocation location() const { return Loc; }
  const clang::ASTContext &context() const { return Context; }
  /// Parts that name no variable, like literals, are shared with \p E.
  clang::Expr *copy(const clang::Expr *E) const;

private:
  clang::Expr *copyName(const clang::DeclRefExpr *E) const;
  clang::Expr *copyMember(const clang::MemberExpr *E) const;
  clang::Expr *copyCast(const clang::CastExpr *E) const;
  clang::Expr *copyCall(const clang::CallExpr *E) const;

  clang::ASTContext &Context;
  const clang::DeclContext *const Function;
  const clang::SourceLocation Loc;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_RELOCATED_H
