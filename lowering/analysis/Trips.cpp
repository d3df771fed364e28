//===- Trips.cpp - how many values a range has ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Trips.h"

using namespace lacuna;

ExprRef lacuna::tripsBetween(const ExprRef &Lo, const ExprRef &Hi) {
  ExprRef Trips =
      binary(BinaryOp::Sub, cast(Type::i64(), Hi), cast(Type::i64(), Lo));
  // In 64 bits the difference of an empty range may wrap to a positive number,
  // as from LONG_MAX to LONG_MIN or from SIZE_MAX to 5.
  if (Lo->type().bits() < 64 || constantValue(Lo) == 0 || constantValue(Trips))
    return Trips;
  return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, Lo, Hi), Trips,
                                      i64(0));
}
