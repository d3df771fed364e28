//===- ExpandedValues.h - values for loops inside ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that an iteration reads from an array in front of loops inside, which
// may store there, and a condition around such loops:
//
//     for i { if d[i][k] < far { f = d[i][k]; for j { d[i][j] … f } } }
//       -->  for i { C[i] = d[i][k] < far; if C[i] { F[i] = d[i][k] }
//                    for j { if C[i] { d[i][j] … F[i] } } }
//
// Each iteration has its own, as an element of an array.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_EXPANDEDVALUES_H
#define LACUNA_LOWERING_AFFINE_EXPANDEDVALUES_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

struct ExpandedValues {
  std::vector<StmtRef> Body;   ///< of an iteration
  std::vector<StmtRef> Arrays; ///< that it has elements of, to be declared
};

/// \p Body, the statements of an iteration of \p Loop around other loops, with
/// values from arrays among \p Written in such elements; as it is where the
/// loop has not as many iterations each time.
ExpandedValues withValuesInArrays(const std::vector<StmtRef> &Body,
                                  const IndexVar &Loop,
                                  const llvm::StringSet<> &Written,
                                  MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_EXPANDEDVALUES_H
