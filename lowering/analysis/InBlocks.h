//===- InBlocks.h - iterations with blocks of their own ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a[i * n]`, `a[i * n + j]` and `a[i * n + n - 1]` lie in a block of n
// elements that belongs to `i`, however the loops over `j` begin and end.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_INBLOCKS_H
#define LACUNA_LOWERING_ANALYSIS_INBLOCKS_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// Whether one underived variable has a block for each of its values that all
/// \p Places lie in: the outermost of those that do.
std::optional<Injectivity> injectivityOfBlocks(const Nest &N,
                                               llvm::ArrayRef<ExprRef> Places,
                                               const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_INBLOCKS_H
