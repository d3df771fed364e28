//===- Lattice.h - orders that repeat, looked at point by point -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where dependences lead to a few places, the same ones from every iteration,
// and pieces repeat, an order is looked at in one period of it, with plain
// integers. All iterations that there could be are looked at, whatever the
// bounds of the loops are: "yes" is certain, anything else is for isl to say.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_LATTICE_H
#define LACUNA_LOWERING_AFFINE_LATTICE_H

#include "Sets.h"

namespace lacuna {

/// The distances of all dependences; nothing if there are too many.
std::optional<std::vector<AffineDistance>>
distancesOf(const AffineModel::Sets &S);

/// Whether each iteration is in one piece of \p Order.
bool isCertainlyPartition(const AffineView &View, const AffineSchedule &Order);

/// Whether \p Order keeps the order of all that is at one of \p Distances.
bool isCertainlyKept(const AffineView &View, const AffineSchedule &Order,
                     llvm::ArrayRef<AffineDistance> Distances);

/// Whether all that is at one of \p Distances and in one step of the loops
/// outside of loop \p Number has one number there.
bool isCertainlyFree(const AffineView &View, const AffineSchedule &Order,
                     size_t Number, llvm::ArrayRef<AffineDistance> Distances);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_LATTICE_H
