//===- Trips.h - how many values a range has --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_BOUNDS_TRIPS_H
#define LACUNA_IR_BOUNDS_TRIPS_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// Trips of a loop from \p Lo up to \p Hi, both of one type, in i64. Zero or
/// less where the loop is empty.
ExprRef tripsBetween(const ExprRef &Lo, const ExprRef &Hi);

/// \p To - \p From, both i64: `n` for `a + n` and `a`, and for `(a + 1) * n`
/// and `a * n` unless \p SignedWraps, 3 for `a + 5` and `a + 2`.
ExprRef distance(const ExprRef &From, const ExprRef &To, bool SignedWraps);

} // namespace lacuna

#endif // LACUNA_IR_BOUNDS_TRIPS_H
