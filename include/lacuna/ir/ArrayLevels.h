//===- ArrayLevels.h - subscripts of arrays of arrays -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_ARRAYLEVELS_H
#define LACUNA_IR_ARRAYLEVELS_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// \p Subscript of an array of arrays, those of the inner levels of \p Inner
/// elements, as one subscript for each level: of a[i][j], which is element
/// i * Inner[0] + j, these are i and j (i64). With their strides they add up to
/// \p Subscript, whatever it is.
std::vector<ExprRef> levelsOf(const ExprRef &Subscript,
                              llvm::ArrayRef<ExprRef> Inner);

} // namespace lacuna

#endif // LACUNA_IR_ARRAYLEVELS_H
