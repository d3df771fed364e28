//===- Blocks.h - dense blocks of entries -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_BLOCKS_H
#define LACUNA_LOWERING_LAYOUTS_BLOCKS_H

#include "StoredRows.h"
#include "lacuna/layouts/Relaid.h"

namespace lacuna {

/// The loops of \p R over the layout `bsr`: rows of a block run in lanes, and
/// share its coordinates.
llvm::Expected<Relaid> inBlocks(const Nest &N, const StoredRows &R);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_BLOCKS_H
