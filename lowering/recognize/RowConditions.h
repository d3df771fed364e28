//===- RowConditions.h - conditions that hold for a row ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accessors look at what they are asked for before they search:
//
//     if (i < 0 || i >= rows || j < 0 || j >= columns) return 0;
//
// Such a condition is known for all columns of a row once it is known for the
// least and the greatest of them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_ROWCONDITIONS_H
#define LACUNA_LOWERING_RECOGNIZE_ROWCONDITIONS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What a loop over columns does in a row for which conditions hold.
struct RowBody {
  StmtRef Body;
  /// Of any of these, which are evaluated in front of the row and read no
  /// array, if the loop has columns and none of them is negative: the row is
  /// none of those.
  std::vector<ExprRef> Unless;
};

/// \p Body of the loop over \p Column in \p N without the branches that lead to
/// loops under such conditions; \p Lets are all of \p N.
RowBody alongRow(const StmtRef &Body, const IndexVar &Column, const Nest &N,
                 const llvm::StringMap<ExprRef> &Lets);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_ROWCONDITIONS_H
