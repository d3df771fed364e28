//===- MergeLattice.h - which levels matter until when ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Co-iteration moves along several storage levels at once. As long as none of
// the levels of a point is at its end, a loop that looks at these alone visits
// all that is left to visit: the other levels are at their ends or do not
// matter any more. The points of a lattice in descending order are the loops of
// a co-iteration (Kjolstad et al., "The tensor algebra compiler", section 5).
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_MERGES_MERGELATTICE_H
#define LACUNA_IR_MERGES_MERGELATTICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace lacuna {

/// Levels of a co-iteration, by number: bit K stands for level K.
using LevelSet = uint32_t;

/// Whether \p Small is part of \p Large; the larger point dominates.
inline bool isSubset(LevelSet Small, LevelSet Large) {
  return (Small & ~Large) == 0;
}

/// Built from what is done at a coordinate, by the levels that have it, rather
/// than from the form of an expression: so it is as small as it can be, and
/// bodies that tell the presence of levels apart are merged like those that do
/// not.
class MergeLattice {
public:
  /// As many loops as there are sets of levels can be needed.
  static constexpr unsigned MaxLevels = 12;

  /// \p Behaviour says what is done at a coordinate that exactly the levels of
  /// a set have: equal numbers for the same, 0 for nothing. There are at most
  /// MaxLevels levels.
  MergeLattice(unsigned NumLevels,
               llvm::function_ref<unsigned(LevelSet)> Behaviour);

  /// Sets of levels none of which can be left out, not empty, each in front of
  /// those that it dominates. The union of two points is a point.
  llvm::ArrayRef<LevelSet> points() const { return Points; }

  /// The points in \p Point, itself first: the cases at a coordinate that is
  /// the least one of these levels. The first case whose levels all have the
  /// coordinate says what is done; if there is none, nothing is, or what is
  /// done where no level has it.
  std::vector<LevelSet> subPoints(LevelSet Point) const;

  /// The largest point in \p Levels, empty if there is none: what is done where
  /// exactly \p Levels have the coordinate is done where those of the point do.
  LevelSet pointIn(LevelSet Levels) const { return Relevant[Levels]; }

  /// Whether something is done where no level has the coordinate, so that all
  /// coordinates are visited.
  bool visitsAll() const { return VisitsAll; }

  /// Whether each coordinate of a level of \p Point is one of a sub-point.
  bool isComplete(LevelSet Point) const;

private:
  bool VisitsAll;
  /// For each set its largest point.
  std::vector<LevelSet> Relevant;
  std::vector<LevelSet> Points;
};

} // namespace lacuna

#endif // LACUNA_IR_MERGES_MERGELATTICE_H
