//===- Order.cpp - order(i0, j, i1, ...) ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i0 { for i1 { for j { … } } }  -->  for i0 { for j { for i1 { … } } }
//
// by exchanges of directly nested loops, each legal. The arguments are all
// loops from the outermost to an innermost one.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// The loops that \p C lists, each once.
static Expected<std::vector<std::string>> listedLoops(const Nest &N,
                                                      const Clause &C) {
  std::vector<std::string> Names;
  for (const ClauseArg &Arg : C.Args) {
    Expected<LoopArg> L = loopArg(N, Arg);
    if (!L)
      return L.takeError();
    size_t Place = find(Names, L->Var->Name) - Names.begin();
    if (Place < Names.size())
      return makeError(Arg.Where, Arg.Text == C.Args[Place].Text
                                      ? msg::ListedTwice(Arg.Text)
                                      : msg::OneLoopListedTwice(
                                            C.Args[Place].Text, Arg.Text));
    Names.push_back(L->Var->Name);
  }
  return Names;
}

/// The loops from the root to an innermost loop that goes through all of
/// \p Listed.
static Expected<std::vector<std::string>>
wholePath(const Nest &N, const Clause &C, ArrayRef<std::string> Listed) {
  std::vector<const LoopStmt *> Path;
  for (const std::string &Name : Listed) {
    std::vector<const LoopStmt *> Candidate = pathTo(N.Body, Name);
    if (Candidate.size() > Path.size())
      Path = Candidate;
  }
  for (size_t I = 0; I < Listed.size(); ++I)
    if (none_of(Path, [&](const LoopStmt *L) { return L->var() == Listed[I]; }))
      return makeError(C.Args[I].Where,
                       msg::LoopsNotNested(Listed[I], Path.back()->var()));
  std::vector<std::string> Names;
  for (const LoopStmt *L : Path)
    Names.push_back(L->var().str());
  // On to an innermost loop, as long as there is no choice.
  std::vector<const LoopStmt *> Below;
  do {
    Below.clear();
    walk(Path.back()->body(), [&](const Stmt &S) {
      auto *Loop = dyn_cast<LoopStmt>(&S);
      if (Loop)
        Below.push_back(Loop);
      return !Loop;
    });
    if (Below.size() > 1) {
      std::vector<std::string> Choices;
      for (const LoopStmt *L : Below)
        Choices.push_back(L->var().str());
      return makeError(C.Where, msg::OrderEndsTooEarly(Path.back()->var(),
                                                       quotedList(Choices)));
    }
    if (Below.size() == 1) {
      Path.push_back(Below.front());
      Names.push_back(Below.front()->var().str());
    }
  } while (!Below.empty());
  return Names;
}

/// The same in the order of a schedule, whose loops are not the nest's.
static Expected<Nest> applyAffine(const Nest &N, const Clause &C) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  std::vector<size_t> Numbers;
  for (const ClauseArg &Arg : C.Args) {
    Expected<size_t> Number = A->loop(Arg);
    if (!Number)
      return Number.takeError();
    if (is_contained(Numbers, *Number))
      return makeError(Arg.Where, msg::ListedTwice(Arg.Text));
    Numbers.push_back(*Number);
  }
  std::vector<std::string> Missing, All;
  for (const auto &[Number, L] : enumerate(A->Order.Loops)) {
    All.push_back(L.Name);
    if (!is_contained(Numbers, Number))
      Missing.push_back(L.Name);
  }
  if (!Missing.empty())
    return makeError(C.Whole,
                     msg::OrderLeavesOut(quotedList(Missing), quotedList(All)));
  return reorderAffine(std::move(*A), C, Numbers, C.Whole);
}

/// Thesis chapter 7: by exchanges of directly nested loops, each legal.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  if (N.Affine)
    return applyAffine(N, C);
  Expected<std::vector<std::string>> Wanted = listedLoops(N, C);
  if (!Wanted)
    return Wanted.takeError();
  Expected<std::vector<std::string>> Path = wholePath(N, C, *Wanted);
  if (!Path)
    return Path.takeError();
  std::vector<std::string> Missing;
  for (const std::string &Name : *Path)
    if (!is_contained(*Wanted, Name))
      Missing.push_back(Name);
  if (!Missing.empty())
    return makeError(
        C.Whole, msg::OrderLeavesOut(quotedList(Missing), quotedList(*Path)));

  Nest Result = N;
  std::vector<std::string> Now = *Path;
  auto PlaceOf = [&](StringRef Name) { return find(*Wanted, Name); };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = 0; I + 1 < Now.size(); ++I) {
      if (PlaceOf(Now[I]) < PlaceOf(Now[I + 1]))
        continue;
      const ClauseArg &Arg = C.Args[PlaceOf(Now[I + 1]) - Wanted->begin()];
      if (Error E = requireSerial(C, Arg, *findLoop(Result.Body, Now[I])))
        return std::move(E);
      Expected<Nest> Next =
          interchange(Result, Now[I], Now[I + 1], C, Arg.Where);
      if (!Next)
        return Next;
      Result = std::move(*Next);
      std::swap(Now[I], Now[I + 1]);
      Changed = true;
    }
  }
  return Result;
}

static constexpr ArgInfo Args[] = {loop(Times::OnceOrMore)};

const Command commands::order = {{{"order", "order(i0, j, i1, ...)", Args}},
                                 "gives the order of all loops of a path",
                                 apply,
                                 /*OnAffine=*/true};

} // namespace lacuna
