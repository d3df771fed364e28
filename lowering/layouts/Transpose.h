//===- Transpose.h - positions by their coordinates -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_TRANSPOSE_H
#define LACUNA_LOWERING_LAYOUTS_TRANSPOSE_H

#include "StoredRows.h"
#include "lacuna/layouts/Relaid.h"

namespace lacuna {

/// The loops of \p R over the layout `csc`: what a scatter adds to one element
/// stands side by side, in the order in which the user's loops add it.
llvm::Expected<Relaid> transposed(const Nest &N, const StoredRows &R);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_TRANSPOSE_H
