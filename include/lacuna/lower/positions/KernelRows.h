//===- KernelRows.h - fused position space on a GPU -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread searches for the row of its first position. From there it goes
// along its positions and, where a row ends, adds the part that it has of it to
// a place of the row, by atomic updates (thesis 7.3): to the element that the
// row stores, if a kernel in front can enter and leave all rows as if they had
// no positions. Where a row does more with its results, they are added up in an
// array of their own, and a kernel behind enters and leaves the rows.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_KERNELROWS_H
#define LACUNA_LOWER_POSITIONS_KERNELROWS_H

#include "lacuna/lower/positions/RowPlaces.h"

namespace lacuna {

/// What one thread has.
struct PositionPart {
  /// The rows among which that of its first position is, of their search type.
  ExprRef FirstRow, LastRow;
  ExprRef From, To; ///< positions, i64
  /// What is computed for all these positions at first, or null.
  const AheadTag *Ahead = nullptr;
};

/// Positions that lie one behind the other in all rows.
struct PositionSpace {
  const IndexVar *Row, *Position;
  ExprRef Rows, Base, Count; ///< of rows; of positions, the first and how many
};

/// Where a kernel adds up what the rows \p T reduce into for \p R: the element
/// that each stores, else one of an array of the kernels' own. Over row `Row`.
Place placeInKernel(const TrackedRows &T, const Reduction &R,
                    llvm::ArrayRef<RowPlace> Places, MadeNames &Names);

/// Appends a kernel that finds for the first of each \p Grain positions, and
/// for the end of the last ones, the row in which it is, and keeps them in the
/// array \p Starts.
void emitStarts(const PositionSpace &S, const ExprRef &Grain,
                const std::string &Starts, MadeNames &Names,
                std::vector<StmtRef> &Out);

/// Appends arrays for the results of \p Rows rows, and the kernel that clears
/// them.
void emitResults(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                 const ExprRef &Rows, MadeNames &Names,
                 std::vector<StmtRef> &Out);

/// Appends the kernel that enters and leaves each of \p Rows rows; in between
/// the row gets its results for \p Places.
void emitRows(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
              const ExprRef &Rows, MadeNames &Names, std::vector<StmtRef> &Out);

/// Appends what a thread does.
void emitPartsOfRows(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                     const PositionPart &P, MadeNames &Names,
                     std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_KERNELROWS_H
