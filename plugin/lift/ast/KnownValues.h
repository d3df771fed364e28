//===- KnownValues.h - variables of known values ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_KNOWNVALUES_H
#define LACUNA_PLUGIN_LIFT_AST_KNOWNVALUES_H

#include "lift/ast/BodyIndex.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/APSInt.h"
#include <optional>

namespace lacuna::plugin {

/// The value that \p V, an integer, has wherever \p Nest runs, if the function
/// never changes V, and either defines it with a constant or compares it with
/// one in a branch that leads to the nest: `if (channels == 3)` around it,
/// `if (channels != 3) return;` in front of it. The compiler knows as much
/// where the loop stays in its function, but not where threads run it.
std::optional<llvm::APSInt> knownValue(const clang::ASTContext &Context,
                                       BodyIndices &Bodies,
                                       const clang::Stmt *Nest,
                                       const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_KNOWNVALUES_H
