//===- RowsInFront.h - rows that are found in front of loops ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ROWSINFRONT_H
#define LACUNA_ANALYSIS_ROWSINFRONT_H

#include "lacuna/ir/Operand.h"
#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// A row of the user's, or a few next to each other, whose elements iterations
/// of a loop access. The compiler finds it again in each where the loop stores
/// characters, which may have moved it for all that the compiler knows, and
/// where the access is under a condition. Guards know better.
struct RowInFront {
  std::string Array;
  ExprRef Row;    ///< its number, as the loop says it
  ExprRef Number; ///< the same over what is known in front of the loop
  /// How many rows there are (i64) where not each iteration accesses this one,
  /// so that there may be none; null where each does.
  ExprRef Among;
  /// The loop inside, of a constant number of iterations, each of which has a
  /// row of its own; null where there is one row.
  const ForStmt *Inside = nullptr;
  int64_t First = 0, Count = 1; ///< its iterations
};

/// The user's array of rows of that name, or null.
using OperandsOfRows = llvm::function_ref<const Operand *(llvm::StringRef)>;

/// Those of \p Loop, in loop IR, that the compiler would not find once. None of
/// a loop around threads, which would find the pointers themselves in memory.
std::vector<RowInFront> rowsInFront(const ForStmt &Loop, OperandsOfRows RowsOf);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ROWSINFRONT_H
