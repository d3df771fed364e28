//===- Schedule.h - apply commands to a nest -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_SCHEDULE_H
#define LACUNA_SCHEDULE_SCHEDULE_H

#include "lacuna/graph/Nest.h"
#include "lacuna/schedule/Directive.h"
#include <functional>

namespace lacuna {

/// What commands need from the front end.
struct ScheduleContext {
  /// The value of an integral constant expression in the loop's scope, or an
  /// error at the argument. Null: integer literals only.
  std::function<llvm::Expected<int64_t>(const ClauseArg &)> EvaluateConstant;
  /// The nest before all commands, which says what the user's loop reads. Null:
  /// the one that a command is applied to.
  const Nest *Written = nullptr;
  /// Innermost iterations below which a loop whose schedule is the plugin's
  /// stays the user's: starting threads costs more than it gains.
  uint64_t LeastWork = 20000;
};

/// Applies one command. The result is a new nest; on error \p N is all there
/// is. Preconditions are those of thesis chapter 5 and docs/reference.md.
llvm::Expected<Nest> applyCommand(const Nest &N, const Clause &C,
                                  const ScheduleContext &Context);

/// Applies the clauses that are not commands (`fp`, `assume`, `num_threads`,
/// …).
llvm::Expected<Nest> applyFacts(const Nest &N, const Directive &D,
                                const ScheduleContext &Context);

/// Applies facts, then commands from left to right, then judges races on the
/// final graph.
llvm::Expected<Nest> applySchedule(const Nest &N, const Directive &D,
                                   const ScheduleContext &Context);

/// Clauses for \p N that a bare `#pragma sparse` stands for, as they could be
/// pasted into the source; empty if the nest is best left alone, with the
/// reason in \p WhyNot.
std::string chooseSchedule(const Nest &N, const ScheduleContext &Context,
                           std::string &WhyNot);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_SCHEDULE_H
