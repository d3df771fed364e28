//===- Apply.cpp - a directive applied to a nest --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicLegality.h"
#include "ErrnoOrder.h"
#include "GrowingArrays.h"
#include "Races.h"
#include "SharedFlags.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/layouts/Relaid.h"
#include "lacuna/recognize/CoIteration.h"
#include "lacuna/recognize/RunningSums.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/GpuLegality.h"

using namespace llvm;

namespace lacuna {

/// Fails if \p Behind, the clauses behind \p C, make a loop that \p C names.
static Error requireMade(const Nest &N, const Clause &C,
                         ArrayRef<Clause> Behind) {
  for (const ClauseArg &Arg : namedLoops(C)) {
    if (N.resolveVar(Arg.Text))
      continue;
    for (const Clause &Later : Behind)
      for (const ClauseArg &Made : madeLoops(Later))
        if (Made.Text == Arg.Text)
          return makeError(Arg.Where,
                           msg::MadeBehindThisClause(Arg.Text, Later.Name));
  }
  return Error::success();
}

/// \p N with those loops over cursors as merges that \p C names.
static Nest withNamedMerges(Nest N, const Clause &C) {
  for (const ClauseArg &Arg : namedLoops(C)) {
    if (N.resolveVar(Arg.Text))
      continue;
    for (CoIteration &Loop : coIterations(N))
      if (Loop.Merged && Loop.isCalled(Arg.Text) && Loop.unsorted(N).empty()) {
        N = std::move(*Loop.Merged);
        break;
      }
  }
  return N;
}

/// Whether \p D makes a loop a scan.
static bool scansThreads(const Directive &D) {
  return any_of(D.Clauses, [](const Clause &C) {
    return C.Name == "parallelize" && C.Args.size() > 2 &&
           C.Args[2].Text == wordFor(RaceStrategy::Scan);
  });
}

static void tell(const AfterPass &After, StringRef Pass, const Nest &N) {
  if (After)
    After(Pass, [&](raw_ostream &OS) { print(OS, N); });
}

/// \p N with what its parallel loops share. A layout has none of the races of
/// the loops that run where there is none.
static Expected<Nest> judged(Nest N, const Directive &D) {
  if (!N.Layout)
    return judgeRaces(N, D);
  Expected<Nest> General = judgeRaces(withoutLayout(N), D);
  if (!General)
    return General;
  const bool IsSame = structurallyEqual(withoutLayout(N).Body, N.Body);
  N.Guards = General->Guards;
  if (IsSame)
    N.Body = General->Body;
  return N;
}

Expected<Nest> applySchedule(const Nest &N, const Directive &D,
                             const ScheduleContext &Context) {
  Expected<Nest> Result = applyFacts(N, D, Context);
  if (!Result)
    return Result;
  if (Error E = checkAtomicSteps(*Result, D))
    return std::move(E);
  if (scansThreads(D))
    Result = withRunningSums(*Result);
  tell(Context.After, "facts", *Result);
  const Nest Written = *Result;
  ScheduleContext Inner = Context;
  Inner.Written = &Written;
  for (const Clause &C : D.Clauses) {
    if (kindOf(C) != ClauseKind::Command)
      continue;
    if (Error E = requireMade(
            *Result, C,
            ArrayRef(D.Clauses).drop_front(&C - D.Clauses.data() + 1)))
      return std::move(E);
    if (Result->Affine && !findCommand(C.Name)->OnAffine)
      return makeError(C.Where, msg::NotBehindAffine(C.Name));
    if (Result->Layout && C.Name != "parallelize")
      return makeError(C.Where, msg::NotBehindFormat(C.Name));
    if (Error E = checkErrnoOrder(*Result, C))
      return std::move(E);
    Expected<Nest> Next = findCommand(C.Name)->Apply(
        withNamedMerges(std::move(*Result), C), C, Inner);
    if (!Next)
      return Next;
    Result = std::move(Next);
    tell(Context.After, C.Name, *Result);
  }
  if (Error E = checkFormat(*Result, D))
    return std::move(E);
  if (Error E = checkKept(*Result, D))
    return std::move(E);
  if (Error E = checkFusedLevels(*Result, D))
    return std::move(E);
  if (Error E = checkGpuUnits(*Result, D))
    return std::move(E);
  if (runsOnGpu(*Result))
    Result = withKnownPositions(std::move(*Result));
  Result = judged(withSharedFlags(std::move(*Result)), D);
  if (!Result)
    return Result;
  if (std::string Why = whyNotGrown(*Result); !Why.empty())
    return makeError(D.Clauses.empty() ? TextRange() : D.Clauses.back().Where,
                     Why);
  tell(Context.After, "races", *Result);
  return Result;
}

} // namespace lacuna
