//===- LoopCondition.h - what is asked of a loop at run time ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_LOOPCONDITION_H
#define LACUNA_IR_LOOPCONDITION_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// What is asked of a user's loop at run time, in front of the nest.
struct LoopCondition {
  enum class Kind { AtLeast, SomeAtLeast, Fewer, Exactly, Scattered, Uneven };

  std::string Var; ///< underived
  /// Where `Var` runs over positions: the outermost loop, over rows whose
  /// bounds are all read, from pos[Row] to pos[Row + 1]. Otherwise empty, and
  /// the range of `Var` is over scalars; only then `Exactly`.
  std::string Row;
  /// Iterations of the loop, or of that of the row in which a position lies,
  /// for most of the positions, for some of those that are looked at if
  /// `SomeAtLeast`, which has a `Row`. `Fewer`: than so many; where there is a
  /// `Row`, for most of the rows. `Scattered`: how far at least the coordinate
  /// in the middle of such a row lies from that in the middle of the next.
  /// `Uneven`: the positions whose time on the whole device is that of one
  /// position of a row that a thread goes through alone.
  int64_t Count;
  Kind Asked = Kind::AtLeast;
  /// `Scattered` only: the coordinate at position `Var`, which each iteration
  /// reads.
  ExprRef Coordinate = nullptr;
  /// `Uneven` only: the threads that go through a row together, at most. Long
  /// rows have as many.
  int64_t Lanes = 1;
};

/// What \p When asks for, in the user's terms: "'k' has at least 32
/// iterations".
std::string describe(llvm::ArrayRef<LoopCondition> When);

} // namespace lacuna

#endif // LACUNA_IR_LOOPCONDITION_H
