//===- TimeTiles.h - loops over time in tiles -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TIMETILES_H
#define LACUNA_LOWERING_AUTO_TIMETILES_H

#include "Candidates.h"
#include "lacuna/affine/AffineView.h"

namespace lacuna {

/// Whether each step of the loop \p Time accesses the elements that the others
/// access.
bool isLoopOverTime(const AffineView &View, llvm::StringRef Time);

/// What runs the steps of \p N's outermost loop, whose facts are applied, tile
/// by tile on threads, with the results of the loop as it stands; nothing if
/// there is no such order, or no loop over time.
std::optional<InOrder> tilesOfTime(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TIMETILES_H
