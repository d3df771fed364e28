//===- BitBounds.h - between what shifts and bits are -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals around operations whose results depend on the width of their type.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_BITBOUNDS_H
#define LACUNA_ANALYSIS_ELEMENTS_BITBOUNDS_H

#include "lacuna/analysis/elements/ValueBounds.h"

namespace lacuna {

/// Around `a << b`, `a >> b`, `a & b`, `a | b`, `a ^ b` of type \p Ty with a in
/// \p A and b in \p B; nothing for other operators.
ValueBounds bitsOf(BinaryOp Op, const ValueBounds &A, const ValueBounds &B,
                   const Type &Ty);

/// Numbers that are `a + b`, `a - b` or `a * b` of unsigned type \p Ty modulo
/// as many bits, up to 64.
ValueBounds unsignedOf(BinaryOp Op, const ValueBounds &A, const ValueBounds &B,
                       const Type &Ty);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_BITBOUNDS_H
