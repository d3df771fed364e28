//===- RowsInside.h - sums over entries, a row at a time --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i for k { s = 0; for p { s += val[p] * B[crd[p]][k] } C[i][k] = s }
//
// goes through the entries of a row once for each element of the result, and
// takes one element of each row of B at a time. With k inside, all elements of
// a row are used when the entry that chooses the row is read:
//
//     for i { C[i][:] = 0; for p for k { C[i][k] += val[p] * B[crd[p]][k] } }
//
// Each element gets the same terms in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_ROWSINSIDE_H
#define LACUNA_LOWERING_AUTO_ROWSINSIDE_H

#include "Candidates.h"

namespace lacuna {

/// \p N, whose facts are applied, as its schedule makes it.
struct RowsInside {
  Nest Ordered;
  Clause Order;
  /// Where it does not pay; nothing if it always does.
  std::optional<LoopCondition> Unless;
};

/// Nothing if \p N is no such loop.
std::optional<RowsInside> withRowsInside(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_ROWSINSIDE_H
