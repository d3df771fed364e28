//===- TriedTiles.h - tiles that trials choose among ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TRIEDTILES_H
#define LACUNA_LOWERING_AUTO_TRIEDTILES_H

#include "lacuna/directive/Directive.h"

namespace lacuna {

/// \p D with tiles of another shape, or of half and twice the size along one of
/// the loops that it tiles: none if it tiles none. They need not be legal.
std::vector<Directive> withOtherTiles(const Directive &D);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TRIEDTILES_H
