//===- DenseProducts.h - products of matrices in registers ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_DENSEPRODUCTS_H
#define LACUNA_LOWERING_AUTO_DENSEPRODUCTS_H

#include "Candidates.h"

namespace lacuna {

/// What runs \p N, whose facts are applied, in tiles that registers hold, where
/// it adds up products of elements of two arrays, one of which is the same for
/// a row of results and one for a column; nothing if it does not, or if there
/// is no such order. All have conditions, the first whose hold is the best.
std::vector<Version> inRegisterTiles(const Nest &N,
                                     const ScheduleContext &Context);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_DENSEPRODUCTS_H
