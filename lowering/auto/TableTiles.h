//===- TableTiles.h - tables that are filled from neighbours ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TABLETILES_H
#define LACUNA_LOWERING_AUTO_TABLETILES_H

#include "Candidates.h"

namespace lacuna {

/// What runs the two loops of \p N, whose facts are applied, tile by tile on
/// threads, with the results of the loops as they stand; nothing if there is no
/// such order, or elements of a row do not wait for each other.
std::optional<InOrder> tilesOfTable(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TABLETILES_H
