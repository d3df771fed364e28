//===- CursorUses.h - what is done with a cursor ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that runs in pieces, each of which begins at a cursor of 0, has to
// know wherever the cursor's value goes.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_COPIES_CURSORUSES_H
#define LACUNA_ANALYSIS_COPIES_CURSORUSES_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// What statements do with a variable that they advance.
struct CursorUses {
  /// The arrays of which they access elements where the variable is or was, by
  /// their types, in the order of accesses.
  std::vector<std::pair<std::string, Type>> Arrays;
  /// Stores to elements elsewhere, of a type of integers, of its value or of an
  /// earlier one.
  std::vector<const AssignStmt *> Values;
  /// How many places behind its value accesses come to.
  int64_t Reach = 0;
  /// Whether anything else depends on its value.
  bool HasOthers = false;

  bool hasArray(llvm::StringRef Name) const;
};

/// Whether chunks of iterations that put a variable of type \p Ty together by
/// \p Op can count on their own how far they come.
bool mayBeCursor(ReduceOp Op, const Type &Ty);

/// What \p Body, of either dialect, does with variable \p Cursor, which it does
/// not declare.
CursorUses usesOfCursor(const StmtRef &Body, const Place &Cursor);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_COPIES_CURSORUSES_H
