//===- OutParameters.h - variables that calls give values -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `convert(r, g, b, &y, &cb, &cr)`: the function gets addresses in order to
// store results, and keeps none of them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_OUTPARAMETERS_H
#define LACUNA_PLUGIN_LIFT_AST_OUTPARAMETERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lacuna::plugin {

/// Calls \p Fn on the arguments of \p C, `&x` or a glvalue, that the function
/// only reads and writes while it runs: no pointer or reference to them is left
/// behind. There are none of functions without a visible body. Fn is told
/// whether the function may write.
void forEachLent(const clang::CallExpr *C,
                 llvm::function_ref<void(const clang::Expr *, bool)> Fn);

/// Whether the call \p S always gives \p V a value, and before it reads it.
bool setsByCall(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_OUTPARAMETERS_H
