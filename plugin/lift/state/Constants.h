//===- Constants.h - what the compiler knows the value of -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_CONSTANTS_H
#define LACUNA_PLUGIN_LIFT_STATE_CONSTANTS_H

#include "lacuna/ir/Expr.h"
#include "clang/AST/Decl.h"

namespace lacuna::plugin {

/// \p Value as a constant of type \p Ty; null where no text says it.
ExprRef constantOf(const Type &Ty, const llvm::APSInt &Value);
ExprRef constantOf(const Type &Ty, const llvm::APFloat &Value);
ExprRef constantOf(const Type &Ty, const clang::APValue &Value);

/// The elements of \p V, of type \p Ty, those of its arrays one behind the
/// other, if V is a small array that never changes and that constants
/// initialise. The compiler knows as much where the loop stays in its function,
/// but not where threads run it.
std::vector<ExprRef> constantElements(const Type &Ty, const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_CONSTANTS_H
