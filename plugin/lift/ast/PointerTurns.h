//===- PointerTurns.h - pointers, vectors that loops swap -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_POINTERTURNS_H
#define LACUNA_PLUGIN_LIFT_AST_POINTERTURNS_H

#include "lift/ast/BodyIndex.h"
#include <string>
#include <variant>

namespace lacuna::plugin {

/// What the last statements of a loop do to pointers and vectors, if all that
/// they do is to pass on what these lead to: `std::swap(a, b);`, `a.swap(b);`,
/// `t = a; a = b; b = t;`.
struct PointerTurns {
  /// The pointers and vectors, as these statements name them.
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Pointers;
  /// Pointer `K` leads behind them where pointer `From[K]` led in front.
  llvm::SmallVector<size_t, 4> From;
  llvm::SmallVector<const clang::Stmt *, 4> Statements;
  VarSet Vars;  ///< the pointers
  VarSet Spare; ///< others that the statements set, which nobody reads then

  bool isEmpty() const { return Statements.empty(); }
};

/// Whether \p Pointer, one of those that take turns, is a `std::vector`.
inline bool isVector(const clang::DeclRefExpr *Pointer) {
  return !Pointer->getType()->isPointerType();
}

/// Why what a loop ends with is none of that.
struct NoTurns {
  clang::SourceLocation Loc;
  std::string Message;
};

/// The turns of \p Loop, the outermost one of a nest; empty where it ends with
/// something else than assignments of pointers or swaps.
std::variant<PointerTurns, NoTurns> pointerTurns(const clang::Stmt *Loop,
                                                 BodyIndices &Bodies);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_POINTERTURNS_H
