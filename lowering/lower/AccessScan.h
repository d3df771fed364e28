//===- AccessScan.h - which elements a run accesses -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_ACCESSSCAN_H
#define LACUNA_LOWERING_LOWER_ACCESSSCAN_H

#include "ResultDependence.h"
#include "lacuna/lower/LoopProgram.h"

namespace lacuna {

enum class ScanKind {
  Exact,   ///< what a run accesses
  Generous ///< also what it would access if results decided otherwise
};

/// A walk through a nest that stores nothing and notes the smallest and the
/// largest subscript of some arrays, loads and stores alike. It reads what the
/// nest reads to find its subscripts.
class AccessScan {
public:
  explicit AccessScan(const Nest &AsWritten, ScanKind Kind = ScanKind::Exact);

  /// False where loops or subscripts depend on what the nest stores, conditions
  /// that decide whether memory is read do, or, for an exact scan, any
  /// condition does, levels are merged or a loop is not counted.
  bool isPossible() const { return IsPossible; }

  /// The walk for \p Arrays, a nest to be lowered, and what it leaves of them
  /// in variables.
  std::pair<Nest, std::vector<ArraySlice>>
  scan(llvm::ArrayRef<std::string> Arrays) const;

private:
  const Nest &N;
  const ResultDependence Results;
  bool IsPossible;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_ACCESSSCAN_H
