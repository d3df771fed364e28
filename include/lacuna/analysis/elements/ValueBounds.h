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
  /// Only where this holds are the ends right, and may be evaluated: what is
  /// computed does not wrap round there. Null: anywhere.
  ExprRef Given = nullptr;

  bool areKnown() const { return Min && Max; }
  /// Of one value.
  bool areOne() const { return areKnown() && structurallyEqual(Min, Max); }
};

/// That \p A and \p B hold, of which either may be null.
ExprRef bothHold(const ExprRef &A, const ExprRef &B);

/// \p Of where \p Cond holds as well, which is nothing where it never does.
ValueBounds where(const ExprRef &Cond, ValueBounds Of);

/// Whether \p End, i64, is at least 0 whatever variables hold, and sums with it
/// do not come to 2^63; not if null.
bool isNeverNegative(const ExprRef &End);

/// \p Of, both of which ends are known, where they are from \p Least to \p
/// Most.
ValueBounds inside(const ValueBounds &Of, const ExprRef &Least,
                   const ExprRef &Most);

/// All values of type \p Ty of up to 64 bits; of 64 bits those that can be
/// subscripts.
ValueBounds allValuesOf(const Type &Ty);

/// Values of type \p Ty of up to 64 bits that are those in \p Of modulo as many
/// bits.
ValueBounds fitted(const ValueBounds &Of, const Type &Ty);

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
ValueBounds remainderOf(const ValueBounds &Of, const ExprRef &By,
                        const Type &Ty);

/// Around values in \p A and values in \p B.
ValueBounds eitherOf(const ValueBounds &A, const ValueBounds &B);

/// Around values that are in \p A and in \p B.
ValueBounds bothOf(const ValueBounds &A, const ValueBounds &B);

/// \p Of without ends that take long to compute.
ValueBounds shortened(ValueBounds Of);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_VALUEBOUNDS_H
