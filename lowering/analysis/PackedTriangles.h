//===- PackedTriangles.h - triangles row behind row -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_PACKEDTRIANGLES_H
#define LACUNA_LOWERING_ANALYSIS_PACKEDTRIANGLES_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// Row and column as \p Place, one of a triangle whose rows are packed, tells
/// them: `i * (i + 1) / 2 + j` where j is not above i, or `i * (i - 1) / 2 + j`
/// where it is below. Nothing for other places.
std::optional<Injectivity> injectivityInTriangle(const Nest &N,
                                                 const ExprRef &Place,
                                                 const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_PACKEDTRIANGLES_H
