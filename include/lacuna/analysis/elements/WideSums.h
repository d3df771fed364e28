//===- WideSums.h - subscripts in 64 bits -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_WIDESUMS_H
#define LACUNA_ANALYSIS_ELEMENTS_WIDESUMS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p E, an integer, with sums and products in 64 bits. Those of the user's
/// signed numbers do not overflow; sums of unsigned numbers of 64 bits are the
/// same ones wherever they are subscripts of elements that exist.
ExprRef inI64(const Nest &N, const ExprRef &E);

/// \p E, of i64, which is converted to 32 bits, if it always is such a number:
/// that of a loop which counts down from one to another. Else null.
ExprRef withoutNarrowing(const Nest &N, const ExprRef &E);

/// \p E, from inI64, with \p Value, i64, in the place of \p V; null if it is
/// no sum of products of that.
ExprRef withValue(const ExprRef &E, const IndexVar &V, const ExprRef &Value);

/// By how much \p E, from inI64, grows from one value of \p V to the next;
/// nothing if that is not always the same.
std::optional<int64_t> growth(const ExprRef &E, const IndexVar &V);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_WIDESUMS_H
