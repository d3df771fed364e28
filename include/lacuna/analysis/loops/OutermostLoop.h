//===- OutermostLoop.h - whether the user's loops run -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_LOOPS_OUTERMOSTLOOP_H
#define LACUNA_ANALYSIS_LOOPS_OUTERMOSTLOOP_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether the user's outermost loop runs at all; null if it cannot but run.
ExprRef runsAtAll(const Nest &N);

/// `!Runs || Cond` where \p Cond reads memory: it holds where the outermost
/// loop runs no trip. Other conditions stand for themselves: some say that the
/// bounds of that loop mean what `Runs` takes them for.
ExprRef ifOutermostRuns(const Nest &N, const ExprRef &Cond);

/// Whether threads share a loop of \p N. Then one of them must not look at all
/// that a guard is about while the others wait.
bool runsOnThreads(const Nest &N);

/// \p S, empty where the outermost loop runs no trip.
ArrayRange ifOutermostRuns(const Nest &N, ArrayRange S);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_LOOPS_OUTERMOSTLOOP_H
