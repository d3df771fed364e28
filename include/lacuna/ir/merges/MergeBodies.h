//===- MergeBodies.h - what a merge does, by the levels present -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_MERGES_MERGEBODIES_H
#define LACUNA_IR_MERGES_MERGEBODIES_H

#include "lacuna/ir/Nest.h"
#include "lacuna/ir/merges/MergeLattice.h"

namespace lacuna {

/// Where the coordinates of a merge loop come from.
struct MergeSpace {
  /// The variable that has the coordinate: the user's, or what a row and a
  /// column were fused into. The loop runs over it or over an inner part of it.
  const IndexVar *Coordinate = nullptr;
  /// Of a fused coordinate; null for the user's variable.
  const IndexVar *Row = nullptr, *Column = nullptr;

  bool isFused() const { return Row != nullptr; }
  /// Whether a dense level is iterated by \p Var.
  bool isCoordinate(llvm::StringRef Var) const {
    return Var == (isFused() ? Column : Coordinate)->Name;
  }
};

/// \p E, whose operands are folded, without conditions that are constants; null
/// if it is no choice that they decide.
ExprRef foldCondition(const ExprRef &E);

/// Nothing if values of \p Var are no consecutive coordinates.
std::optional<MergeSpace> mergeSpace(const Nest &N, llvm::StringRef Var);

/// The level that position variable \p Var iterates, if its coordinates can be
/// merged; else null.
const Level *mergedLevel(const Nest &N, llvm::StringRef Var);

/// The body of a merge loop for each set of levels that have a coordinate, with
/// what depends on their presence decided. Levels are numbered in the order of
/// operands(); dense ones are always present and are no operands here.
class MergeBodies {
public:
  /// The loop merges MergeLattice::MaxLevels levels at most.
  MergeBodies(const Nest &N, const LoopStmt &Loop);

  llvm::ArrayRef<MergeOperand> operands() const { return Operands; }
  const MergeLattice &lattice() const { return *Lattice; }
  /// Null where nothing is done.
  const StmtRef &at(LevelSet Present) const { return Bodies[Present]; }

private:
  StmtRef specialise(const Nest &N, const LoopStmt &Loop, LevelSet Present);
  unsigned numberOf(LevelSet Present);

  std::vector<MergeOperand> Operands;
  std::vector<StmtRef> Bodies;
  /// A set for each thing that is done.
  std::vector<LevelSet> Distinct;
  std::optional<MergeLattice> Lattice;
};

} // namespace lacuna

#endif // LACUNA_IR_MERGES_MERGEBODIES_H
