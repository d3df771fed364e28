//===- PerIteration.h - an element for each iteration -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that the loops of an affine nest have beside the user's, in place of
// variables: iterations that use a variable stay one behind the other.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_PERITERATION_H
#define LACUNA_LOWERING_AFFINE_PERITERATION_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// How many elements there are, one at least: as many as the loop over \p V has
/// iterations, i64.
ExprRef elementsFor(const IndexVar &V);

/// The number of the element of an iteration of that loop, i64.
ExprRef elementAt(const IndexVar &V);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_PERITERATION_H
