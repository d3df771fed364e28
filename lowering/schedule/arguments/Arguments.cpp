//===- Arguments.cpp - arguments of commands against a nest ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/arguments/Arguments.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/recognize/CoIteration.h"
#include "lacuna/schedule/arguments/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

/// The loops of \p N from the outside in.
static std::vector<std::string> loopNames(const Nest &N) {
  std::vector<std::string> Names;
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Loop = dyn_cast<LoopStmt>(&S))
      Names.push_back(Loop->var().str());
    return true;
  });
  return Names;
}

/// The error that \p Arg names a loop over cursors which has no form of a
/// merge.
static Error notMerged(const CoIteration &Loop, const Nest &N,
                       const ClauseArg &Arg) {
  if (!Loop.Why.empty())
    return makeError(Arg.Where,
                     msg::CannotChangeCursorLoop(quotedList(Loop.Cursors)),
                     {msg::NoteNoMerge(Loop.Why)});
  std::vector<std::string> Unsorted = Loop.unsorted(N), Facts;
  for (const std::string &Crd : Unsorted)
    Facts.push_back("sorted(" + Crd + ")");
  std::string Assumption = "assume(" + join(Facts, ", ") + ")";
  return makeError(
      Arg.Where,
      msg::MergeNeedsAscending(quotedList(Loop.Cursors), quotedList(Unsorted),
                               (Unsorted.size() > 1 ? " ascend" : " ascends")),
      {{msg::NoteSayIfSo(Assumption), clauseInFront(Assumption)}});
}

static Error unknownLoop(const Nest &N, const ClauseArg &Arg) {
  for (const CoIteration &Loop : coIterations(N))
    if (Loop.isCalled(Arg.Text))
      return notMerged(Loop, N, Arg);
  for (const UncountedVar &V : N.Uncounted)
    if (V.Name == Arg.Text)
      return makeError(Arg.Where, msg::CannotChangeUncountedLoop(V.Name),
                       {V.Why});
  std::vector<std::string> Loops = loopNames(N);
  std::vector<std::string> Known = Loops;
  for (const IndexVar &V : N.IndexVars)
    if (!V.Coordinate.empty() && !N.consumer(V.Name))
      Known.push_back(V.Coordinate);
  std::vector<Note> Notes = {msg::NoteLoopsAre(quotedList(Loops))};
  for (const CoIteration &Loop : coIterations(N)) {
    std::string Cursors = "the loop over " + quotedList(Loop.Cursors);
    if (Loop.Merged)
      Known.push_back(Loop.Coordinate);
    Notes.push_back(Loop.Merged
                        ? msg::NoteLoopMergesBy(Cursors, Loop.Coordinate)
                        : msg::NoteLoopIsNoMerge(Cursors, Loop.Why));
  }
  std::string Message = msg::UnknownLoop(Arg.Text);
  std::optional<std::string> Near = nearestWord(Arg.Text, Known);
  if (Near)
    Message += msg::SuffixDidYouMean(*Near);
  return makeError(Arg.Where, Message, Notes, Near);
}

static Error consumedLoop(const Nest &N, const Relation &R, const IndexVar &V,
                          const ClauseArg &Arg) {
  std::vector<std::string> Made = R.Children;
  // What the short form of `fuse` brought to position space has a name of ours
  // in between.
  const Relation *Next = Made.size() == 1 ? N.consumer(Made.front()) : nullptr;
  if (R.Kind == RelationKind::Fuse && Next && Next->Kind == RelationKind::Pos)
    Made = Next->Children;
  return makeError(Arg.Where,
                   msg::LoopWasConsumed(
                       V.Name, R.rules().Consumed, quotedList(Made),
                       (R.rules().NumChildren > 1 ? "one of them" : "that")));
}

/// The first loop of a name may be called `k` or `k@1`; the plain name says
/// which only if it is the only one.
static Error ambiguousLoop(const Nest &N, const ClauseArg &Arg) {
  std::vector<std::string> Names = {Arg.Text + "@1"};
  for (unsigned I = 2; N.findIndexVar((Arg.Text + "@" + Twine(I)).str()); ++I)
    Names.push_back((Arg.Text + "@" + Twine(I)).str());
  if (Names.size() == 1)
    return Error::success();
  return makeError(Arg.Where,
                   msg::LoopNameAmbiguous(Arg.Text, quotedList(Names)));
}

Expected<LoopArg> loopArg(const Nest &N, const ClauseArg &Arg) {
  if (Error E = ambiguousLoop(N, Arg))
    return std::move(E);
  const IndexVar *V = N.resolveVar(Arg.Text);
  if (!V)
    return unknownLoop(N, Arg);
  if (const Relation *R = N.consumer(V->Name))
    return consumedLoop(N, *R, *V, Arg);
  const LoopStmt *Loop = findLoop(N.Body, V->Name);
  if (!Loop) {
    const LoopStmt *Merge = findMergeOf(N.Body, V->Name);
    return Merge ? movesAlong(N, Arg, *Merge) : unknownLoop(N, Arg);
  }
  bool ByCoordinate = !V->Coordinate.empty() && V->Coordinate == Arg.Text &&
                      V->Name != Arg.Text;
  return LoopArg{V, Loop, ByCoordinate};
}

Error requireSerial(const Clause &C, const ClauseArg &Arg,
                    const LoopStmt &Loop) {
  const LoopStmt *Parallel = nullptr;
  if (Loop.tags().Parallel)
    Parallel = &Loop;
  walk(Loop.body(), [&](const Stmt &S) {
    auto *Inner = dyn_cast<LoopStmt>(&S);
    if (!Parallel && Inner && Inner->tags().Parallel)
      Parallel = Inner;
    return !Parallel;
  });
  if (!Parallel)
    return Error::success();
  std::string Name = Parallel->var().str();
  std::string Message = Parallel == &Loop
                            ? msg::ParallelAlready(Name)
                            : msg::EnclosesParallelLoop(Loop.var(), Name);
  return makeError(Arg.Where, msg::PutBeforeParallelize(Message, C.Name, Name));
}

Expected<LoopArg> transformedArg(const Nest &N, const Clause &C,
                                 const ClauseArg &Arg, Transform How) {
  Expected<LoopArg> L = loopArg(N, Arg);
  if (!L)
    return L;
  if (Error E = requireSerial(C, Arg, *L->Loop))
    return std::move(E);
  const Relation *Made = N.producer(L->Var->Name);
  const bool Tiles = How != Transform::Other;
  if (!Tiles)
    if (Error E = requireUnmerged(N, Arg, *L->Loop,
                                  msg::ConsequenceChangedBy(C.Name)))
      return std::move(E);
  if (Tiles && Made && Made->rules().HasBorders &&
      Made->Children.front() == L->Var->Name)
    return makeError(Arg.Where, msg::RunsOverBalancedPieces(L->Var->Name));
  bool IsWhole = Made && Made->Kind == RelationKind::Coord;
  if (overCoordinates(N, L->Var->Name) &&
      !(IsWhole && How == Transform::Blocks))
    return makeError(Arg.Where,
                     IsWhole ? msg::CoordinatesCanOnlySplit(Arg.Text, C.Name)
                             : msg::PartOfCoordinateSplit(Arg.Text));
  if (L->Loop->tags().Unroll != 0)
    return makeError(Arg.Where, msg::PutBeforeUnroll(L->Var->Name, C.Name));
  return L;
}

/// Fails if \p L is the loop over fused coordinates that no `pos` has brought
/// to position space.
static Error requirePositions(const Nest &N, const Clause &C,
                              const ClauseArg &Arg, const LoopArg &L) {
  const std::string &Var = L.Var->Name;
  const Relation *Made = N.producer(Var);
  if (!Made || Made->Kind != RelationKind::Fuse || !trackedFusion(N, Var))
    return Error::success();
  return makeError(
      Arg.Where, msg::CommandNeedsPositions(Var, C.Name,
                                            shownTensor(N, Made->Parents[1])));
}

Expected<LoopArg> tiledArg(const Nest &N, const Clause &C, const ClauseArg &Arg,
                           Transform How) {
  Expected<LoopArg> L = transformedArg(N, C, Arg, How);
  if (!L)
    return L;
  if (L->ByCoordinate && !overCoordinates(N, L->Var->Name))
    return makeError(Arg.Where,
                     msg::NeedsCoordOrPositions(C.Name, Arg.Text, L->Var->Name),
                     {}, L->Var->Name);
  if (Error E = requirePositions(N, C, Arg, *L))
    return std::move(E);
  return L;
}

Expected<TileArgs> tileArgs(const Nest &N, const Clause &C, Transform How) {
  Expected<LoopArg> Loop = tiledArg(N, C, C.Args[0], How);
  if (!Loop)
    return Loop.takeError();
  Expected<std::string> Outer = newNameArg(N, C.Args[1]);
  if (!Outer)
    return Outer.takeError();
  Expected<std::string> Inner = newNameArg(N, C.Args[2]);
  if (!Inner)
    return Inner.takeError();
  return TileArgs{*Loop, std::move(*Outer), std::move(*Inner)};
}

Expected<LoopArg> taggedArg(const Nest &N, const Clause &C,
                            StringRef Consequence) {
  Expected<LoopArg> L = loopArg(N, C.Args[0]);
  if (!L)
    return L;
  if (Error E = requirePositions(N, C, C.Args[0], *L))
    return std::move(E);
  if (Error E = requireUnmerged(N, C.Args[0], *L->Loop, Consequence))
    return std::move(E);
  return L;
}

Expected<int64_t> constantArg(const ClauseArg &Arg,
                              const ScheduleContext &Context) {
  if (std::optional<int64_t> Literal = integerLiteral(Arg.Text))
    return *Literal;
  if (!Context.EvaluateConstant)
    return makeError(Arg.Where, msg::ExpectedIntegerConstant(Arg.Text));
  return Context.EvaluateConstant(Arg);
}

Expected<int64_t> positiveArg(const ClauseArg &Arg, StringRef What, int64_t Max,
                              const ScheduleContext &Context) {
  Expected<int64_t> Constant = constantArg(Arg, Context);
  if (!Constant)
    return Constant;
  int64_t Value = *Constant;
  std::string Shown = std::to_string(Value);
  std::string Found = integerLiteral(Arg.Text)
                          ? "found " + Shown
                          : "but '" + Arg.Text + "' is " + Shown;
  if (Value <= 0)
    return makeError(Arg.Where, msg::MustBePositive(What, Found));
  if (Value > Max)
    return makeError(Arg.Where, msg::MustBeAtMost(What, Max, Found));
  return Value;
}

Expected<std::string> newNameArg(const Nest &N, const ClauseArg &Arg) {
  if (N.isNameTaken(Arg.Text))
    return makeError(Arg.Where, msg::LoopNameTaken(Arg.Text));
  return Arg.Text;
}

} // namespace lacuna
