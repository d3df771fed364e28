//===- ResultsOfRows.h - sums and extrema, row by row -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that all iterations combine values into keeps them one behind the
// other. Each iteration of the outermost loop may combine its own into an
// element of an array, and these are combined at the end, in their order:
//
//     best = 0; for i { for j { …; best max= h } }
//       -->  B[…] = best; for i { for j { …; B[i] max= h } }
//            for i best max= B[i]
//
// Integers do not mind, and neither does what is compared and selected.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_RESULTSOFROWS_H
#define LACUNA_LOWERING_AFFINE_RESULTSOFROWS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

struct ResultsOfRows {
  std::vector<std::string> Arrays;
  StmtRef Loop; ///< the nest's one loop, over elements of `Arrays`
  /// In loop IR, what declares the arrays and the nest's variables, and what
  /// combines elements and leaves the nest.
  std::vector<StmtRef> Front, Behind;
};

/// Those of \p N, all of whose variables are such results, so that they have
/// the values of the nest as it stands; nothing for another one.
std::optional<ResultsOfRows> resultsOfRows(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_RESULTSOFROWS_H
