//===- WholeTiles.h - where unrolled loops have all iterations --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the points of a tile has as many iterations as the tile is wide,
// but for tiles that the nest's bounds cut. Where loops are unrolled, and in
// lanes right inside of them, whole tiles and the rest run in loops of their
// own:
//
//     for j { for i in max(…) .. min(…) }
//       -->  for j { for i in max(…) .. min(…) }
//            for j { for i in 8 * i_tile .. 8 * i_tile + 8 }
//            for j { for i in max(…) .. min(…) }
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_WHOLETILES_H
#define LACUNA_LOWERING_AFFINE_WHOLETILES_H

#include "Sets.h"

namespace lacuna {

/// How many iterations loop \p Number of \p Order has at most in a step of the
/// loops around it, whatever the bounds of the nest are; nothing if there is no
/// limit.
std::optional<int64_t> mostTrips(const AffineModel::Sets &S,
                                 const AffineSchedule &Order, size_t Number);

/// Loops that whole tiles have apart: those from `First` up to `End`.
struct ApartLoops {
  size_t First, End;
  /// How many lanes the last one has; 0 where it is unrolled as all others.
  int64_t Lanes;
};

/// The outermost of \p Order's loops that are unrolled fully, and lanes of a
/// limited number right inside of them; nothing if none is unrolled.
std::optional<ApartLoops> apartLoops(const AffineModel::Sets &S,
                                     const AffineSchedule &Order);

/// The steps of the loops around \p Apart in which these have as many
/// iterations as they ever have, as vectors of as many numbers as \p Order has
/// loops.
Isl<isl_set> wholeSteps(const AffineModel::Sets &S, const AffineSchedule &Order,
                        const ApartLoops &Apart);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_WHOLETILES_H
