//===- VectorChoice.h - which innermost loops gain from lanes ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_VECTORCHOICE_H
#define LACUNA_LOWERING_AUTO_VECTORCHOICE_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/LoopCondition.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Commands that bring an innermost loop to vector lanes.
struct VectorChoice {
  std::vector<Clause> Commands;
  /// Where they gain something; empty: everywhere.
  std::optional<LoopCondition> When;
  /// Each lane has a part of a sum.
  bool IsSum = false;
};

/// What is likely to be fast for one innermost loop, the best first. Whether it
/// is legal the commands say.
struct LoopChoices {
  std::string Var;
  std::vector<VectorChoice> Choices;
};

/// For each innermost loop of \p N, as written, where lanes \p CanBeMasked or
/// not (ScheduleContext).
std::vector<LoopChoices> vectorChoices(const Nest &N, bool CanBeMasked);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_VECTORCHOICE_H
