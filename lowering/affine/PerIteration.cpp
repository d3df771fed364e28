//===- PerIteration.cpp - an element for each iteration -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerIteration.h"

namespace lacuna {

/// \p At, counted from where the loop over \p V begins.
static ExprRef fromBegin(const IndexVar &V, const ExprRef &At) {
  return binary(BinaryOp::Sub, cast(Type::i64(), At), cast(Type::i64(), V.Lo));
}

ExprRef elementsFor(const IndexVar &V) {
  return binary(BinaryOp::Max, fromBegin(V, V.Hi), i64(1));
}

ExprRef elementAt(const IndexVar &V) { return fromBegin(V, var(V.Ty, V.Name)); }

} // namespace lacuna
