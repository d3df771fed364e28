//===- Mentions.h - what code does with a local array -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_MENTIONS_H
#define LACUNA_PLUGIN_LIFT_AST_MENTIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lacuna::plugin {

/// What a mention of a variable does with the elements that it holds.
enum class Mention {
  Leaks,   ///< whatever it likes: a pointer to them may survive
  Reads,   ///< reads them, or some of them
  Keeps,   ///< none of that, though it may store to some of them or free them
  Replaces ///< gives each of them another value
};

/// Calls \p Fn on the mentions of variables that \p S, itself and not what is
/// below it, shows to be none that leak.
void forEachMention(
    const clang::Stmt *S,
    llvm::function_ref<void(const clang::DeclRefExpr *, Mention)> Fn);

/// Whether nothing but \p V, a variable of a function, leads to its elements
/// where it begins: an array, a vector, or memory that has just been allocated.
bool ownsElements(const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_MENTIONS_H
