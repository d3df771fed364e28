//===- Hexagons.h - tiles of time that begin in parallel --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hexagons in time and one dimension of space, in two phases. Those of a phase
// stand side by side and do not depend on each other; those of the other phase
// fill the places between them, half a hexagon later:
//
//     time     _____       _____
//      ^      /  1  \_____/  1  \      the flat top is Width numbers wide
//      |     /      /     \      \     the sides lean as far as dependences
//      lead
//            \_____/   0   \_____/
//                  \       /
//                   \_____/
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_AFFINE_HEXAGONS_H
#define LACUNA_AFFINE_HEXAGONS_H

#include "lacuna/affine/AffineModel.h"
#include <array>

namespace lacuna {

struct Hexagon {
  int64_t Height; ///< in steps of time, even
  int64_t Width;  ///< of the flat top
  AffineSlope Slope;

  /// The least width with which hexagons of a phase do not touch.
  int64_t leastWidth() const;
};

/// The points of a phase.
struct HexagonPhase {
  AffineExpr Row;    ///< of hexagons, in time
  AffineExpr Number; ///< of the hexagon in its row
  AffineExpr Step;   ///< of time, from where rows begin
  std::vector<AffineConstraint> Where;
};

/// The two phases of \p H, at \p Time and \p Space.
std::array<HexagonPhase, 2> phasesOf(const Hexagon &H, const AffineExpr &Time,
                                     const AffineExpr &Space);

} // namespace lacuna

#endif // LACUNA_AFFINE_HEXAGONS_H
