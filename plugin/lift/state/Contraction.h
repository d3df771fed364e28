//===- Contraction.h - what the user's code rounds --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_CONTRACTION_H
#define LACUNA_PLUGIN_LIFT_STATE_CONTRACTION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace lacuna::plugin {

/// Whether \p E is a constant where Clang emits it.
bool isEmittedConstant(const clang::ASTContext &Context, const clang::Expr *E);

/// Whether \p E is fused with a sum that it is an operand of.
bool isEmittedProduct(const clang::ASTContext &Context, const clang::Expr *E);

/// Whether the value of \p E is that which the compiler finds when it evaluates
/// \p E at once.
bool isRoundedAlike(const clang::ASTContext &Context, const clang::Expr *E);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_CONTRACTION_H
