//===- Version.h - one of the schedules of a nest -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_GRAPH_VERSION_H
#define LACUNA_GRAPH_VERSION_H

#include "lacuna/graph/Nest.h"
#include "lacuna/support/Diagnostic.h"

namespace lacuna {

/// What is asked of a user's loop at run time, in front of the nest.
struct LoopCondition {
  enum class Kind { AtLeast, Fewer, Exactly, Scattered };

  std::string Var; ///< underived
  /// Where `Var` runs over positions: the outermost loop, over rows whose
  /// bounds are all read, from pos[Row] to pos[Row + 1]. Otherwise empty, and
  /// the range of `Var` is over scalars; only then `Exactly`.
  std::string Row;
  /// Iterations of the loop, or of that of the row in which a position lies,
  /// for most of the positions. `Fewer`, where there is a `Row`: than so many,
  /// for most of the rows. `Scattered`: how far at least the coordinate in
  /// the middle of such a row lies from that in the middle of the next.
  int64_t Count;
  Kind Asked = Kind::AtLeast;
  /// `Scattered` only: the coordinate at position `Var`, which each iteration
  /// reads.
  ExprRef Coordinate = nullptr;
};

/// One of the schedules of a nest. Generated code holds them all and runs the
/// first whose loops are all as long as it asks for; the last asks for nothing.
/// They have the same operands, the same guards and the same underived
/// variables, whose ranges may hold under `When` alone.
struct Version {
  Nest Graph;
  std::string Clauses; ///< that lead to it, as they could be pasted
  std::vector<LoopCondition> When;
};

/// The schedules among which generated code chooses.
struct Choice {
  std::vector<Version> Versions; ///< none where the nest is best left alone
  /// Over operands: whether generated code pays at all; null for always. It
  /// reads what the nest reads wherever its outermost loop runs.
  ExprRef Pays;
  std::string WhyNot; ///< where there are no versions
  /// What would help then; edits are those of the directive.
  std::vector<Note> Cures = {};
  /// It pays for teams of this size, not for smaller ones.
  int64_t AtLeastThreads = 1;
};

/// What \p When asks for, in the user's terms: "'k' has at least 32
/// iterations".
std::string describe(llvm::ArrayRef<LoopCondition> When);

} // namespace lacuna

#endif // LACUNA_GRAPH_VERSION_H
