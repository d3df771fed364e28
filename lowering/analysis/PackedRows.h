//===- PackedRows.h - rows one behind the other -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_PACKEDROWS_H
#define LACUNA_LOWERING_ANALYSIS_PACKEDROWS_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// Row and column as \p Place tells them where rows that become longer or
/// shorter lie one behind the other, `i * n - i * (i + 1) / 2 + j` for j from
/// i + 1 to n, or `i * (i + 1) / 2 + j` for j up to i: no row begins before the
/// last one ends. Nothing for other places.
std::optional<Injectivity> injectivityInPackedRows(const Nest &N,
                                                   const ExprRef &Place,
                                                   const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_PACKEDROWS_H
