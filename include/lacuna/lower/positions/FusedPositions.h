//===- FusedPositions.h - loops over fused position space -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the positions of all rows runs row by row: `for row { for p }`
// never compares per position and leaves the inner loop vectorisable. Threads
// get chunks of consecutive positions. With begin(r) and end(r) the positions
// of row r, chunk k of [a, b) finishes the rows r with a < end(r) <= b; these
// are consecutive, and the first one is found by search. A row that a border
// cuts has partial results in two chunks or more:
//
//   head of chunk k: of a row begun before a that ends in the chunk
//   tail of chunk k: of a row that does not end in it
//
// When all chunks are done they are joined in the order of the chunks, between
// the row's enter and leave. With `atomics` cut rows are entered and left first
// and their parts are added to what that stored. So enter and leave run once
// for each row, and the result depends on the number of chunks alone. Leading
// empty rows belong to the first chunk, all rows to the only chunk where there
// are no positions.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_FUSEDPOSITIONS_H
#define LACUNA_LOWER_POSITIONS_FUSEDPOSITIONS_H

#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/lower/positions/ParentRows.h"

namespace lacuna {

/// The statements of a tracked loop in loop IR, and where its positions lie.
struct TrackedRows {
  const IndexVar *Row;      ///< underived
  const IndexVar *Position; ///< underived; its bounds are over Row
  std::vector<StmtRef> Enter, Leave;
  StmtRef Each;
  SourceTag Source;
  bool InKernel;
  bool IsGathered; ///< parts of rows go to arrays of the kernel's
  /// The rows above, nearest first, where several levels are fused.
  std::vector<ParentRow> Above = {};
  /// Makes the loop over positions [Lo, Hi), both of the position's type.
  std::function<StmtRef(const ExprRef &Lo, const ExprRef &Hi,
                        const StmtRef &Each)>
      MakeLoop;
};

/// How positions are shared out.
struct PositionChunks {
  std::string Name;  ///< of the loop that runs in parallel
  ExprRef Rows;      ///< number of rows, may be negative
  ExprRef Base;      ///< the first position, i64
  ExprRef Positions; ///< number of positions in all rows
  ExprRef Grain;     ///< positions in one iteration of that loop
  ParallelTag Tag;
  ExprRef NumThreads;
};

/// The row variable's value for the row that lies \p Offset behind the first.
ExprRef rowAt(const IndexVar &Row, const ExprRef &Offset);

/// The positions of \p Position in the row that lies \p Offset behind the
/// first; i64.
ExprRef beginOfRow(const IndexVar &Row, const IndexVar &Position,
                   const ExprRef &Offset);
ExprRef endOfRow(const IndexVar &Row, const IndexVar &Position,
                 const ExprRef &Offset);

/// Appends the rows one after the other.
void emitSerialRows(const TrackedRows &T, std::vector<StmtRef> &Out);

/// Appends the rows in chunks, and to \p Hoisted the arrays of run-time size
/// that they need. An empty string, or why that cannot be done.
std::string emitChunkedRows(const Nest &N, const TrackedRows &T,
                            const PositionChunks &C, MadeNames &Names,
                            std::vector<StmtRef> &Hoisted,
                            std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_FUSEDPOSITIONS_H
