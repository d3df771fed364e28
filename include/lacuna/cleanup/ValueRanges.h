//===- ValueRanges.h - how large integers can be ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over loop IR, from types, literals and loop bounds. What
// may wrap has the range of its type. One thing that intervals do not know is
// added: of `v` that counts up to `(N + c - 1) / c`, `N - v * c` is positive.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_VALUERANGES_H
#define LACUNA_CLEANUP_VALUERANGES_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Declarations are made known in the order in which they stand; a name that
/// was declared before has gone out of scope.
class ValueRanges {
public:
  void declare(const LetStmt &Let);
  /// For the body of \p Loop.
  void declare(const ForStmt &Loop);
  /// Has any value of its type from now on, and others later.
  void declare(const VarStmt &Var);

  /// Whether the value of \p E is certainly one of integer type \p Ty.
  bool fits(const ExprRef &E, const Type &Ty) const;

  /// Whether the range of `a Op b` follows from those of its operands.
  static bool knows(BinaryOp Op);

private:
  struct Range {
    int64_t Lo, Hi; ///< both included
  };
  using MaybeRange = std::optional<Range>;

  static MaybeRange allOf(const Type &Ty);
  static MaybeRange combined(BinaryOp Op, const Range &L, const Range &R);
  MaybeRange of(const ExprRef &E) const;
  MaybeRange computed(const ExprRef &E) const;
  bool isRest(const BinaryExpr &E) const;

  /// The variable of a loop over parts of `Size` of `Length` iterations.
  struct Parts {
    ExprRef Length;
    int64_t Size;
  };
  std::optional<Parts> partsOf(const ForStmt &Loop) const;
  void forget(llvm::StringRef Name);

  llvm::StringMap<Range> Variables;
  llvm::StringMap<ExprRef> Lets;
  llvm::StringMap<Parts> Loops;
  llvm::StringSet<> Mutable;
};

} // namespace lacuna

#endif // LACUNA_CLEANUP_VALUERANGES_H
