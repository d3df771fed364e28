//===- Wrappers.h - what only wraps an expression ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_WRAPPERS_H
#define LACUNA_PLUGIN_LIFT_AST_WRAPPERS_H

#include "clang/AST/ExprCXX.h"

namespace lacuna::plugin {

/// Looks through what does not change which object \p E denotes.
const clang::Expr *withoutWrappers(const clang::Expr *E);

/// \p E without what only makes an object of a value.
const clang::Expr *withoutTemporaries(const clang::Expr *E);

/// \p E as it was before it was made const for a call; null for null.
const clang::Expr *unqualified(const clang::Expr *E);

/// \p E without what passes an object on.
const clang::Expr *passedOn(const clang::Expr *E);

/// The list that \p E, a `std::initializer_list`, is made of, or null.
const clang::CXXStdInitializerListExpr *initializerList(const clang::Expr *E);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_WRAPPERS_H
