//===- SlopedTrips.h - loops that grow from row to row ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a triangle, as of `for (j = i + 1; j < n; ++j)`: each has as many
// iterations more, or less, than the one before it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_BOUNDS_SLOPEDTRIPS_H
#define LACUNA_IR_BOUNDS_SLOPEDTRIPS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Trips of a loop, `First + Slope * k` in the k-th row where that is positive,
/// else none. First is of u64. All is modulo 2^64, so that nothing overflows:
/// by trips work is shared out, and wrong ones would make it uneven.
struct SlopedTrips {
  ExprRef First;
  int64_t Slope; ///< not 0

  /// Half of the trips of the first \p Rows rows, both i64: all of them might
  /// not be one.
  ExprRef halfBefore(const ExprRef &Rows) const;
};

/// Of \p Inner, a variable of a loop in the one over \p Row; nothing where the
/// trips are the same in all rows, or where bounds are other than sums and
/// multiples of scalar operands of \p N and \p Row. Both are underived.
std::optional<SlopedTrips> slopedTrips(const Nest &N, const IndexVar &Row,
                                       const IndexVar &Inner);

} // namespace lacuna

#endif // LACUNA_IR_BOUNDS_SLOPEDTRIPS_H
