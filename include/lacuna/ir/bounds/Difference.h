//===- Difference.h - sums that differ by a constant ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_BOUNDS_DIFFERENCE_H
#define LACUNA_IR_BOUNDS_DIFFERENCE_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// `A - B` of two i64 that are sums of the same products, apart from constants;
/// nothing for others.
std::optional<int64_t> constantDifference(const ExprRef &A, const ExprRef &B);

/// `A - B` of two i64, without the terms that both have; null if constants
/// leave their type.
ExprRef difference(const ExprRef &A, const ExprRef &B);

/// A value, and a constant from 0 to INT32_MAX that is added to it.
struct RaisedValue {
  ExprRef Base;
  int64_t By;
};

/// \p E as such a sum; nothing if it is none.
std::optional<RaisedValue> raisedValue(const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_IR_BOUNDS_DIFFERENCE_H
