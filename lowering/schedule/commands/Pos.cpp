//===- Pos.cpp - pos(j, jp, A) --------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for j { … }  -->  for jp { … }, the same iterations
//
// where j is the coordinate of stored positions, or a loop over fused ones; A
// is the tensor that they belong to.
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// The position variable that \p Var iterates in the end: that of the last
/// level of what was fused.
static std::string positionOf(const Nest &N, StringRef Var) {
  const Relation *Made = N.producer(Var);
  if (!Made || Made->Kind != RelationKind::Fuse)
    return Var.str();
  const Relation *Tracked = trackedFusion(N, Var);
  return Tracked ? Tracked->Parents[1] : positionOf(N, Made->Parents[1]);
}

static Error checkTensor(const Nest &N, const ClauseArg &Arg,
                         StringRef Position) {
  std::vector<std::string> Fitting;
  for (const Tensor &T : N.Tensors)
    for (const Level &L : T.Levels)
      if (L.Var == Position)
        Fitting.push_back(T.Values.empty() ? T.Name : T.Values.front());
  const Tensor *T = N.findTensor(Arg.Text);
  if (T && any_of(T->Levels, [&](const Level &L) { return L.Var == Position; }))
    return Error::success();
  std::vector<Note> Notes;
  if (!Fitting.empty())
    Notes.push_back(msg::NoteRunsOver(quotedList(Fitting)));
  return makeError(Arg.Where, msg::NotOverPositionsOf(Position, Arg.Text),
                   Notes);
}

/// What the user may have meant by `pos` of \p Var, a dense loop.
static std::vector<Note> nearestSteps(const Nest &N, const std::string &Var) {
  std::vector<Note> Notes = {msg::NoteSplitDivideCut(Var)};
  std::vector<std::string> Positions;
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived() && findLoop(N.Body, V.Name) && isPosition(N, V.Name))
      Positions.push_back(V.Name);
  if (!Positions.empty())
    Notes.push_back(msg::NoteStoredPositionsAre(quotedList(Positions)));
  return Notes;
}

/// Thesis 5.1: the same iterations, counted in positions.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  Expected<LoopArg> L = transformedArg(N, C, C.Args[0], Transform::Other);
  if (!L)
    return L.takeError();
  const std::string &Var = L->Var->Name;
  std::string Position = positionOf(N, Var);
  if (!isPosition(N, Position))
    return makeError(C.Args[0].Where, msg::NotOverStoredPositions(Var),
                     nearestSteps(N, Var));
  if (Position == Var && !L->ByCoordinate)
    return makeError(C.Args[0].Where, msg::CountsPositionsAlready(Var));
  Expected<std::string> Name = newNameArg(N, C.Args[1]);
  if (!Name)
    return Name.takeError();
  if (C.Args.size() == 3)
    if (Error E = checkTensor(N, C.Args[2], Position))
      return std::move(E);
  Nest Result = N;
  Result.Body =
      replaceLoop(N.Body, Var,
                  std::make_shared<LoopStmt>(*Name, L->Loop->body(),
                                             L->Loop->tags(), L->Loop->tag()));
  Result.IndexVars.push_back({*Name, Type::i64(), nullptr, nullptr, ""});
  Result.Relations.push_back(
      {RelationKind::Pos, {Var}, {*Name}, 0, tensorOver(N, Position)});
  return Result;
}

static constexpr ArgInfo Args[] = {loop(), newLoop(), value(Times::AtMostOnce)};

const Command commands::pos = {
    {{"pos", "pos(j, jp, A)", Args}},
    "counts the iterations of a loop in stored positions",
    apply};

} // namespace lacuna
