//===- RowPlaces.h - what the positions of a row share ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_ROWPLACES_H
#define LACUNA_LOWER_POSITIONS_ROWPLACES_H

#include "lacuna/lower/positions/FusedPositions.h"

namespace lacuna {

/// Places that all positions of a row reduce into.
struct RowPlace {
  Reduction Into;
  /// For elements that a dense loop inside runs over (`C[i * K + k]`): its
  /// variable, and the subscript over it, the row and enter's constants alone.
  const IndexVar *Inner = nullptr;
  ExprRef Index;
  /// Elements of an array that not all positions update.
  bool MayBeLeft = false;

  /// Number of elements, over operands (i64, at least 0); null for one.
  ExprRef width() const;
};

/// The places of \p T. An error text where positions of one row touch something
/// that is not such a place: chunks that share the row would race on it.
std::string findRowPlaces(const Nest &N, const TrackedRows &T,
                          std::vector<RowPlace> &Places);

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_ROWPLACES_H
