//===- SynchronisedLoops.cpp - loops that synchronise themselves ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SynchronisedLoops.h"
#include "Candidates.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/auto/Messages.def"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

std::optional<Choice> leftSynchronised(const Nest &N,
                                       const ScheduleContext &Context) {
  if (atomicallySet(N.Body).empty())
    return std::nullopt;
  Choice Result;
  Result.WhyNot = msg::AutoLoopSynchronises();
  const LoopStmt *Outermost = outermostLoop(N);
  if (!Outermost)
    return Result;
  for (RaceStrategy Races :
       {RaceStrategy::IgnoreRaces, RaceStrategy::ParallelReduction}) {
    const Clause Command = clauses::parallelize(clauseName(N, Outermost->var()),
                                                ParallelUnit::CpuThread, Races);
    Expected<Nest> Tried = applySchedule(N, {{Command}}, Context);
    if (!Tried) {
      consumeError(Tried.takeError());
      continue;
    }
    const std::string Text = clauseText(Command);
    Result.Cures.push_back(
        Note(msg::EffectRunsTogether(Text), clauseInFront(Text)));
    break;
  }
  return Result;
}

} // namespace lacuna
