//===- Sell.h - rows side by side -------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_SELL_H
#define LACUNA_LOWERING_LAYOUTS_SELL_H

#include "StoredRows.h"
#include "lacuna/layouts/Relaid.h"

namespace lacuna {

/// The loops of \p R over the layout `sell`: lanes run rows of about one
/// length, each in the order of its positions.
llvm::Expected<Relaid> sideBySide(const Nest &N, const StoredRows &R);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_SELL_H
