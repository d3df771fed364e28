//===- Increments.h - what steps a variable ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_INCREMENTS_H
#define LACUNA_PLUGIN_LIFT_AST_INCREMENTS_H

#include "lift/ast/AstQueries.h"
#include <optional>

namespace lacuna::plugin {

/// `Var += By`, or `Var -= By`.
struct Increment {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *By = nullptr; ///< an integer; null: one
  bool Down = false;
};

/// \p E as an increment of a number, pointer or iterator: `++v`, `v--`, `v +=
/// n`, `v = v + n`; nothing else.
std::optional<Increment> incrementOf(const clang::Expr *E);

/// Whether \p E is made of constants and of variables and members, none of
/// which \p Changed holds.
bool staysSame(const clang::Expr *E, const VarSet &Changed);

/// The `x++` in statement \p S that it executes exactly once, x being named
/// nowhere else in it.
llvm::SmallVector<const clang::UnaryOperator *, 2>
postIncrements(const clang::Stmt *S);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_INCREMENTS_H
