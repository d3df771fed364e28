//===- RegisterTiles.h - dense tiles kept in registers ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for p { simd for k in 0 .. 32 { C[i * K + k] += … } }` updates the same 32
// elements in each iteration of p. They are loaded in front of the loop over p,
// updated in a local array, which the compiler keeps in vector registers
// because its length is constant, and stored behind the loop. Each element gets
// the same terms in the same order.
//
// The loop over p is the outermost one whose iterations update the same
// elements. Where loops or conditions stand between it and the update, the tile
// is loaded in front of the first update and stored only if it was: no element
// is touched that the user's loop does not touch. A loop just before that sets
// the same elements, as in `for k { C[i * 32 + k] = 0 }`, sets the tile
// instead, which is then not loaded and always stored.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_REGISTERTILES_H
#define LACUNA_CLEANUP_REGISTERTILES_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p S, which is loop IR, with such tiles in local arrays.
StmtRef keepTilesInRegisters(const StmtRef &S, MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_REGISTERTILES_H
