//===- PartsOfRows.h - rows whose positions are shared out ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_PARTSOFROWS_H
#define LACUNA_LOWER_POSITIONS_PARTSOFROWS_H

#include "lacuna/lower/positions/RowPlaces.h"

namespace lacuna {

/// The value that enter gives to the place of \p R, null if it does not.
ExprRef storedByEnter(const TrackedRows &T, const Reduction &R);

/// What positions of a row need from its beginning: constants, and
/// accumulators whose own value starts the partial ones.
std::vector<StmtRef> startOfPart(const TrackedRows &T,
                                 llvm::ArrayRef<RowPlace> Places);

/// Whether parts of a row can be combined, by atomic updates, with what enter
/// and leave store for a row without positions.
bool canCombineAtomically(const TrackedRows &T,
                          llvm::ArrayRef<RowPlace> Places);

/// What positions of a row that has been entered and left already do.
struct AtomicPart {
  std::vector<StmtRef> Declare; ///< partial results of this part
  StmtRef Each;                 ///< for one position
  std::vector<StmtRef> Update;  ///< adds the partial results to the row's
};

/// \p To says where what is reduced into a place of the row goes; elements that
/// a dense loop inside runs over go where they are.
AtomicPart atomicPart(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                      llvm::function_ref<Place(const Reduction &)> To,
                      MadeNames &Names);

/// The element that the row stores. Needs `canCombineAtomically`.
Place elementOfRow(const TrackedRows &T, const Reduction &R);

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_PARTSOFROWS_H
