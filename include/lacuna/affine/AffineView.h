//===- AffineView.h - a nest as sets of integers ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the bounds of a nest and its subscripts are, where all of them are sums
// of multiples of loops and numbers that do not change. Integers have no end
// here: what the user's types would make of a value is a condition on the run.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_AFFINE_AFFINEVIEW_H
#define LACUNA_AFFINE_AFFINEVIEW_H

#include "lacuna/ir/AffineSchedule.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// An integer that is the same in all iterations.
struct AffineParam {
  std::string Name; ///< what the user calls it
  ExprRef Value;    ///< i64, over operands
  int64_t Lo, Hi;   ///< it lies in [Lo, Hi]
  /// Whether its type has other values, too, with which the user's loop runs.
  bool IsBounded = false;
};

/// An element that an iteration reads or writes where `Where` holds.
struct AffineAccess {
  std::string Array;
  std::vector<AffineExpr> Place; ///< a subscript for each level of the array
  std::vector<AffineConstraint> Where;
  bool IsWrite = false;
  bool IsCertain = false; ///< not under a condition that is not in `Where`
  /// Of a flat array, innermost first: its subscript is the sum of those in
  /// `Place` times the lengths of the rows inside of them.
  std::vector<AffineExpr> RowLengths = {};
};

/// Iterations of some loops, and what each of them runs.
struct AffineStatement {
  std::vector<std::string> Loops; ///< outside in
  std::vector<AffineConstraint> Domain;
  std::vector<AffineAccess> Accesses; ///< of arrays that the nest writes
  /// In the user's loops, as many numbers for each statement.
  std::vector<AffineExpr> Order;
  StmtRef Body;
};

/// What must hold for the view to be faithful: `Holds` for all values of the
/// loops that `Where` allows.
struct AffineAssumption {
  std::vector<AffineConstraint> Where;
  AffineConstraint Holds;
};

/// What must hold, too: that a parameter is a multiple of another one.
struct AffineRatio {
  std::string Of, By; ///< their names
  ExprRef Holds;
};

struct AffineView {
  std::vector<AffineParam> Params;
  std::vector<AffineStatement> Statements; ///< in the user's order
  std::vector<AffineAssumption> Assumptions;
  std::vector<AffineRatio> Ratios;
  /// In loop IR, what runs in front of all statements, and behind them. It
  /// declares arrays that no operand stands for.
  std::vector<StmtRef> Front, Behind;
};

/// The first statement with as many loops around as any.
const AffineStatement &deepestOf(const AffineView &View);

/// What the user calls \p Loop: without the number of several, `i@1`.
std::string plainName(llvm::StringRef Loop);

/// The order of the user's loops, with the names of those around the deepest
/// statement.
AffineSchedule asWritten(const AffineView &View);

/// The view of \p N as it was lifted, or an error that says what is not affine,
/// without a place.
llvm::Expected<AffineView> exportAffine(const Nest &N);

/// The same where nobody is to be told why there is none; nothing where
/// the nest has arrays that no operand stands for, either.
std::optional<AffineView> affineViewOf(const Nest &N);

} // namespace lacuna

#endif // LACUNA_AFFINE_AFFINEVIEW_H
