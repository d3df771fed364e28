//===- FrontConditions.h - what guards are to ask ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_FRONTCONDITIONS_H
#define LACUNA_LOWERING_ANALYSIS_FRONTCONDITIONS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Conditions that have to hold in front of a nest.
class FrontConditions {
public:
  explicit FrontConditions(const Nest &N) : N(N) {}

  // So that guards compute without overflow: of products of two numbers known
  // at run time each is at most 2^26, one alone 2^40, and there are few small
  // terms.
  static constexpr int64_t MostOfTwo = int64_t(1) << 26,
                           MostOfOne = int64_t(1) << 40, MostTimes = 64;
  static constexpr size_t MostTerms = 8;

  /// Adds the condition `L Op R`, both i64. False if it never holds or no guard
  /// can say it.
  bool require(BinaryOp Op, const ExprRef &L, const ExprRef &R);
  /// Adds \p Condition. False if no guard can say it.
  bool require(ExprRef Condition);

  std::vector<ExprRef> Conditions;

private:
  const Nest &N;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_FRONTCONDITIONS_H
