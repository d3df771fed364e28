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

/// Integers from Min to Max, both included: i64, evaluable.
struct FrontRange {
  ExprRef Min, Max;
};

/// Among which values \p E is in each iteration; lets must have been replaced.
/// Nothing where data say what it is.
std::optional<FrontRange> frontRange(const Nest &N, const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_IR_FRONTVALUES_H
