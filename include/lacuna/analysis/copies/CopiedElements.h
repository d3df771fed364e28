//===- CopiedElements.h - elements of which there are copies ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy has all elements of an array, side by side. Of arrays that lie in
// records, `nodes[n].force[2]`, these are the elements of all of them.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_COPIES_COPIEDELEMENTS_H
#define LACUNA_ANALYSIS_COPIES_COPIEDELEMENTS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether \p Array is of rows that have no known number, or length, or lie
/// apart from each other, so that there is no copy of it.
bool hasRowsApart(const Operand &Array);

/// How many elements a copy of \p Array has (i64, over operands); null where
/// that is not known. Pre: it has no rows apart.
ExprRef copiedElements(const Operand &Array);

/// How many elements chunks of loops in \p N have copies of (f64, over
/// operands); null if none.
ExprRef copiedElements(const Nest &N);

/// Where the element at \p Subscript of \p Array is in a copy, i64.
ExprRef placeInCopy(const Operand &Array, const ExprRef &Subscript);

/// The subscript in \p Array of what is at \p Place, i64, in a copy.
ExprRef subscriptOfCopied(const Operand &Array, const ExprRef &Place);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_COPIES_COPIEDELEMENTS_H
