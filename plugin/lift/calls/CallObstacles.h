//===- CallObstacles.h - why calls cannot be lifted -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_CALLS_CALLOBSTACLES_H
#define LACUNA_PLUGIN_LIFT_CALLS_CALLOBSTACLES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace lacuna::plugin {

/// What is known of why \p C, whose function may have side effects, keeps a
/// loop as it is, to be appended to a message; empty if nothing is.
/// \p Varies tells what changes from iteration to iteration.
std::string whyNotCalled(const clang::CallExpr *C,
                         llvm::function_ref<bool(const clang::Expr *)> Varies);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_CALLS_CALLOBSTACLES_H
