//===- ValueBounds.h - between what values are ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on intervals whose ends are expressions.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_VALUEBOUNDS_H
#define LACUNA_ANALYSIS_ELEMENTS_VALUEBOUNDS_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// Values from Min to Max, both included, i64; null where nothing is known.
struct ValueBounds {
  ExprRef Min, Max;

  bool areKnown() const { return Min && Max; }
};

/// Around `a + b`, `a - b`, `min(a, b)` and `max(a, b)` with \p a in \p A and b
/// in \p B, computed without overflow.
ValueBounds sumOf(const ValueBounds &A, const ValueBounds &B);
ValueBounds differenceOf(const ValueBounds &A, const ValueBounds &B);
ValueBounds leastOf(const ValueBounds &A, const ValueBounds &B);
ValueBounds greatestOf(const ValueBounds &A, const ValueBounds &B);

/// Around products of values of which one is always the same.
ValueBounds productOf(const ValueBounds &A, const ValueBounds &B);

/// Around `a / By`, \p By being positive.
ValueBounds quotientOf(const ValueBounds &A, int64_t By);

/// Around `a % By` of type \p Ty, where \p By, of i64, is not 0.
ValueBounds remainderOf(const ValueBounds &A, const ExprRef &By,
                        const Type &Ty);

/// Around values in \p A and values in \p B.
ValueBounds eitherOf(const ValueBounds &A, const ValueBounds &B);

/// Around values that are in \p A and in \p B.
ValueBounds bothOf(const ValueBounds &A, const ValueBounds &B);

/// \p Of without ends that take long to compute.
ValueBounds shortened(ValueBounds Of);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_VALUEBOUNDS_H
