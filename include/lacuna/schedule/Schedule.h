//===- Schedule.h - apply commands to a nest --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_SCHEDULE_H
#define LACUNA_SCHEDULE_SCHEDULE_H

#include "lacuna/schedule/arguments/ScheduleContext.h"

namespace lacuna {

/// Applies the clauses that are not commands (`fp`, `assume`, `num_threads`,
/// …).
llvm::Expected<Nest> applyFacts(const Nest &N, const Directive &D,
                                const ScheduleContext &Context);

/// Applies facts, then commands from left to right, then judges races on the
/// final graph.
llvm::Expected<Nest> applySchedule(const Nest &N, const Directive &D,
                                   const ScheduleContext &Context);

/// Loops of \p N, scheduled by \p D, with atomic updates where partial results
/// would serve: what to say, at their strategies in \p D.
std::vector<Diagnostic> slowAtomics(const Nest &N, const Directive &D);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_SCHEDULE_H
