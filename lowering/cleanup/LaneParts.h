//===- LaneParts.h - a few lanes as parts of constant width -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left of a row behind its full tiles has a number of columns that only
// the run tells, and no array of such a size is kept in registers. Parts of a
// constant width that overlap are all of them: four parts of 4 where there are
// 10 begin at 0, 4, 6 and 6. Each part has an array of its own, and all are
// loaded before one is stored, so that columns of two parts get the same value
// twice.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_CLEANUP_LANEPARTS_H
#define LACUNA_LOWERING_CLEANUP_LANEPARTS_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Parts of a width that are all lanes where these are from `LeastLanes` to
/// `Count` times the width.
struct LaneParts {
  int64_t Width, Count, LeastLanes;
};

/// Parts for each number of lanes from 1 to \p Most, few lanes first, of as
/// many rows.
std::vector<LaneParts> partsOfLanes(int64_t Most, int64_t Rows);

/// A loop whose lanes run in parts.
struct LoopInParts {
  /// Lets: where parts begin.
  std::vector<StmtRef> Begins;
  StmtRef Body;
  /// The arrays that a part updates, by the names they have in `Body`, one for
  /// each part.
  llvm::StringMap<std::string> Arrays;
};

/// \p Body with the vector loop \p Lanes, which is in it and has \p Trips
/// iterations, as \p Parts.
LoopInParts inParts(const StmtRef &Body, const ForStmt &Lanes,
                    const ExprRef &Trips, const LaneParts &Parts,
                    MadeNames &Names);

/// \p S with the names of \p Arrays standing for the arrays again.
StmtRef withArraysOf(const StmtRef &S,
                     const llvm::StringMap<std::string> &Arrays);

} // namespace lacuna

#endif // LACUNA_LOWERING_CLEANUP_LANEPARTS_H
