//===- Diagonals.h - entries along diagonals --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_DIAGONALS_H
#define LACUNA_LOWERING_LAYOUTS_DIAGONALS_H

#include "StoredRows.h"
#include "lacuna/layouts/Relaid.h"

namespace lacuna {

/// The loops of \p R over the layout `dia`: entries of one diagonal in rows one
/// below the other run in vectors, without their coordinates.
llvm::Expected<Relaid> alongDiagonals(const Nest &N, const StoredRows &R);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_DIAGONALS_H
