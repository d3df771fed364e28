//===- Entity.cpp - what names and expressions stand for ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Entity.h"

namespace lacuna::plugin {

Place placeAt(const Location &L) {
  return {L.Place.Name, L.Place.Ty,
          L.Place.Index ? subscript(L.Row, L.Place.Index) : nullptr};
}

Location elementBehind(const PointerValue &P, const ExprRef &Index) {
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {P.Array, P.Elem,
             P.Offset ? binary(BinaryOp::Add, P.Offset,
                               lacuna::cast(Type::i64(), Index))
                      : Index};
  L.Row = P.Row;
  return L;
}

ExprRef loadOf(const Place &P) {
  return P.Index ? load(P.Ty, P.Name, P.Index) : var(P.Ty, P.Name);
}

ExprRef elementAt(const Location &L) { return loadOf(placeAt(L)); }

} // namespace lacuna::plugin
