//===- RowsOfBlocks.h - blocks that add up their rows -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of few positions first computes what each of them adds to its row, by
// neighbouring threads for neighbouring positions, and keeps that in shared
// memory. From there groups of threads add up the rows of the block. So all of
// memory is read in whole lines, and no atomic update is needed but for the
// rows that other blocks have parts of. (Bell and Garland 2009 have a row's
// products added up by a warp, Greathouse and Daga 2014 those of several rows
// from shared memory.)
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_ROWSOFBLOCKS_H
#define LACUNA_LOWER_POSITIONS_ROWSOFBLOCKS_H

#include "lacuna/lower/positions/KernelRows.h"

namespace lacuna {

/// The positions and threads of one block.
struct BlockOfPositions {
  PositionPart Part; ///< with nothing computed ahead
  ExprRef EndOfRows; ///< behind the last row of all, of their type
  int64_t Positions; ///< at most
  int64_t Threads;
};

/// Appends what a block does with the rows \p T, of which \p Places get what
/// positions add up. False, and nothing is appended, where blocks cannot do
/// so: too many positions or too few threads, or what a position adds depends
/// on its row.
bool emitRowsOfBlock(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                     const BlockOfPositions &B, MadeNames &Names,
                     std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_ROWSOFBLOCKS_H
