//===- CursorMerge.h - the merge that a loop over cursors is ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts a merge of levels in place of a loop over cursors once it is known what
// that loop does (CoIteration.cpp), with guards for what its own comparisons
// take for granted.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_CURSORMERGE_H
#define LACUNA_LOWERING_RECOGNIZE_CURSORMERGE_H

#include "CursorCases.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A cursor and the positions that it moves along.
struct CursorRange {
  ExprRef Lo, Hi; ///< in the cursor's type, over operands and index variables
  StmtRef Start;  ///< the statement that sets the cursor
  StmtRef Tail;   ///< the loop over what is left behind the main one, or null
};

/// What a loop over cursors does, each with its range.
struct CursorMerge {
  std::vector<Cursor> Cursors;
  std::vector<CursorRange> Ranges;
  std::string Coordinate;     ///< what the merge's variable is called
  Type Ty;                    ///< of the coordinate
  ExprRef Behind;             ///< greater than all coordinates, or null
  std::vector<LevelSet> Does; ///< the levels present where something is done
  StmtRef Body;               ///< what is done, over the coordinate
};

/// The body of \p N with \p New in place of \p Loop, without the loops over
/// what is left and without the variables that are its \p Cursors.
StmtRef withMerge(const Nest &N, const StmtRef &Loop,
                  llvm::ArrayRef<Cursor> Cursors,
                  llvm::ArrayRef<CursorRange> Ranges, const StmtRef &New);

/// \p N with the merge in place of \p Loop, given that coordinates are sorted;
/// nothing where a guard cannot be had, and \p Why in the user's terms.
std::optional<Nest> mergedNest(const Nest &N, const StmtRef &Loop,
                               const CursorMerge &Merge, std::string &Why);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_CURSORMERGE_H
