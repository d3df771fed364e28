//===- Callees.h - what calls call ------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_CALLEES_H
#define LACUNA_PLUGIN_LIFT_AST_CALLEES_H

#include "clang/AST/Expr.h"

namespace lacuna::plugin {

/// The definition that \p C always calls, or null.
const clang::FunctionDecl *definitionOf(const clang::CallExpr *C);

/// The same for a call whose body is lifted: functions of the standard library
/// that have no object are as good as the user's.
const clang::FunctionDecl *liftedBody(const clang::CallExpr *C);

/// The object that \p C calls a member of, or null.
const clang::Expr *objectOf(const clang::CallExpr *C);

/// The arguments of \p C for the parameters.
llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *C);

/// Whether \p S calls anything.
bool holdsCall(const clang::Stmt *S);

/// Whether \p F computes what it returns by statements, of which an expression
/// cannot be made, or calls a function that does, so many calls further down.
bool hasStatements(const clang::FunctionDecl *F, unsigned Depth = 0);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_CALLEES_H
