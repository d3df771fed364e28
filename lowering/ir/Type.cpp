//===- Type.cpp - scalar types of the iteration graph ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Type.h"

using namespace lacuna;

bool Type::holdsAllOf(const Type &Other) const {
  if (!isInteger())
    return isBool() && Other.isBool();
  if (Other.isBool())
    return true;
  if (!Other.isInteger())
    return false;
  if (isSigned() == Other.isSigned())
    return Bits >= Other.Bits;
  return isSigned() && Bits > Other.Bits;
}
