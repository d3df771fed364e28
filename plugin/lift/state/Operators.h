//===- Operators.h - operators and zeros of the user's ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_OPERATORS_H
#define LACUNA_PLUGIN_LIFT_STATE_OPERATORS_H

#include "lacuna/ir/Expr.h"
#include "clang/AST/Expr.h"

namespace lacuna::plugin {

/// 0 of type \p Ty.
ExprRef zero(const Type &Ty);

/// Whether \p E is a literal zero, or an initialiser that stands for it.
bool isZero(const clang::Expr *E);

/// The operator of arithmetic, or nothing.
std::optional<BinaryOp> builtinOperator(clang::BinaryOperatorKind Op);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_OPERATORS_H
