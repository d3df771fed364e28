//===- AccessWalk.h - which elements a run accesses -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_ACCESSWALK_H
#define LACUNA_LOWERING_LOWER_CHECKS_ACCESSWALK_H

#include "lacuna/analysis/ResultDependence.h"
#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

enum class WalkKind {
  Exact,   ///< what a run accesses
  Generous ///< also what it would access if results decided otherwise
};

/// A walk through a nest that stores nothing and notes the smallest and the
/// largest subscript of some arrays, loads and stores alike. It reads what the
/// nest reads to find its subscripts.
class AccessWalk {
public:
  explicit AccessWalk(const Nest &AsWritten, WalkKind Kind = WalkKind::Exact);

  /// False where loops or subscripts depend on what the nest stores, conditions
  /// that decide whether memory is read do, or, for an exact scan, any
  /// condition does, levels are merged or a loop is not counted.
  bool isPossible() const { return IsPossible; }

  /// The walk for \p Arrays, a nest to be lowered, and what it leaves of them
  /// in variables.
  std::pair<Nest, std::vector<ArrayRange>>
  scan(llvm::ArrayRef<std::string> Arrays) const;

  /// The same for the subscripts of each inner level of \p Array, an array of
  /// arrays.
  std::pair<Nest, std::vector<ArrayRange>>
  scanLevels(const Operand &Array) const;

private:
  const Nest &N;
  const ResultDependence Results;
  bool IsPossible;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_ACCESSWALK_H
