//===- FrontValues.h - what is known in front of the loops ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_FRONTVALUES_H
#define LACUNA_IR_FRONTVALUES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether guards may evaluate \p E: a value of scalar operands, and of
/// elements that are there in any case.
bool isEvaluable(const Nest &N, const ExprRef &E);

/// \p E with divisions that do not trap, and shifts that have a value, where E
/// is evaluated though the user's loops may not come to it: what divides by 0
/// gives 0.
ExprRef withoutTraps(const ExprRef &E);

/// That `Value Op Limit`, of i64.
struct FrontLimit {
  BinaryOp Op;
  ExprRef Value;
  int64_t Limit;
};

/// Integers from Min to Max, both included: i64, evaluable; where what is Given
/// holds.
struct FrontRange {
  ExprRef Min, Max;
  std::vector<FrontLimit> Given = {};
};

/// Among which values \p E is in each iteration; lets must have been replaced.
/// Nothing where data say what it is.
std::optional<FrontRange> frontRange(const Nest &N, const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_IR_FRONTVALUES_H
