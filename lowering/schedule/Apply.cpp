//===- Apply.cpp - a directive applied to a nest --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoIteration.h"
#include "Command.h"
#include "GpuUnits.h"
#include "Lexer.h"

using namespace llvm;

namespace lacuna {

static Command *findCommand(StringRef Name) {
  static const std::pair<StringRef, Command *> Commands[] = {
      {"split", applySplit},       {"divide", applyDivide},
      {"fuse", applyFuse},         {"pos", applyPos},
      {"reorder", applyReorder},   {"order", applyOrder},
      {"coord", applyCoord},       {"bound", applyBound},
      {"unroll", applyUnroll},     {"precompute", applyPrecompute},
      {"prefetch", applyPrefetch}, {"parallelize", applyParallelize},
  };
  for (const auto &[Known, Apply] : Commands)
    if (Known == Name)
      return Apply;
  return nullptr;
}

Expected<Nest> applyCommand(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Command *Apply = findCommand(C.Name);
  if (!Apply)
    return makeError(C.Where, "'" + C.Name + "' is no command");
  return Apply(N, C, Context);
}

/// `auto` stands for clauses of its own, whose places mean nothing to the user.
static Expected<Nest> applyChosen(const Nest &N,
                                  const ScheduleContext &Context) {
  std::string WhyNot;
  std::string Chosen = chooseSchedule(N, Context, WhyNot);
  if (Chosen.empty())
    return N;
  Expected<Directive> D = parseDirective(Chosen);
  if (!D)
    return D.takeError();
  return applySchedule(N, *D, Context);
}

/// The arguments of \p C that name loops which are there.
static std::vector<ClauseArg> namedLoops(const Clause &C) {
  size_t Count = C.Name == "order"                         ? C.Args.size()
                 : C.Name == "fuse" || C.Name == "reorder" ? 2
                                                           : 1;
  std::vector<ClauseArg> Names(C.Args.begin(), C.Args.begin() + Count);
  for (const ClauseArg &Arg : C.Args)
    if (std::optional<Clause> Balance = asCall(Arg);
        Balance && Balance->Name == "balance")
      append_range(Names, Balance->Args);
  return Names;
}

/// The arguments of \p C, a command, that name what it makes.
static ArrayRef<ClauseArg> madeNames(const Clause &C) {
  ArrayRef<ClauseArg> Args(C.Args);
  if (C.Name == "split" || C.Name == "divide")
    return Args.slice(1, 2);
  if (C.Name == "pos" || C.Name == "coord" || C.Name == "bound")
    return Args.slice(1, 1);
  if (C.Name == "fuse" || C.Name == "precompute")
    return Args.slice(2, 1);
  return {};
}

/// Fails if \p Behind, the clauses behind \p C, make a loop that \p C names.
static Error requireMade(const Nest &N, const Clause &C,
                         ArrayRef<Clause> Behind) {
  for (const ClauseArg &Arg : namedLoops(C)) {
    if (N.resolveVar(Arg.Text))
      continue;
    for (const Clause &Later : Behind)
      for (const ClauseArg &Made : madeNames(Later))
        if (Made.Text == Arg.Text)
          return makeError(Arg.Where, "'" + Arg.Text + "' is made by '" +
                                          Later.Name +
                                          "' behind this clause; put '" +
                                          Later.Name + "' first");
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

Expected<Nest> applySchedule(const Nest &N, const Directive &D,
                             const ScheduleContext &Context) {
  Expected<Nest> Result = applyFacts(N, D, Context);
  if (!Result)
    return Result;
  if (D.isAuto())
    return applyChosen(*Result, Context);
  const Nest Written = *Result;
  ScheduleContext Inner = Context;
  Inner.Written = &Written;
  for (const Clause &C : D.Clauses) {
    if (findClause(C.Name)->Kind != ClauseKind::Command)
      continue;
    if (Error E = requireMade(
            *Result, C,
            ArrayRef(D.Clauses).drop_front(&C - D.Clauses.data() + 1)))
      return std::move(E);
    Expected<Nest> Next =
        applyCommand(withNamedMerges(std::move(*Result), C), C, Inner);
    if (!Next)
      return Next;
    Result = std::move(Next);
  }
  if (Error E = checkFusedLevels(*Result, D))
    return std::move(E);
  if (Error E = checkGpuUnits(*Result, D))
    return std::move(E);
  if (runsOnGpu(*Result))
    Result = withKnownPositions(std::move(*Result));
  return judgeRaces(withSharedFlags(std::move(*Result)), D);
}

} // namespace lacuna
