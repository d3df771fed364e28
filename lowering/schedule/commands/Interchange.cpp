//===- Interchange.cpp - exchange two directly nested loops ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace lacuna {

namespace {

class Interchange {
public:
  Interchange(const Nest &N, StringRef Outer, StringRef Inner, const Clause &C,
              TextRange Where)
      : N(N), Outer(Outer), Inner(Inner), C(C), Where(Where),
        OuterLoop(findLoop(N.Body, Outer)) {}

  Expected<Nest> run();

private:
  Error checkMerges();
  Error checkRange();
  Error checkRangeReads();
  Error checkFusedTiles();
  Error outOfStorageOrder(const Tensor &T, size_t Level, StringRef Below);
  Error enterTrack();
  Error checkBetween();
  Error checkLet(const LetStmt &Let);
  Error checkDependences();
  Error refuse(const Twine &Why) {
    return cannotExchange(Outer, Inner, Where, Why);
  }

  const Nest &N;
  StringRef Outer, Inner;
  const Clause &C;
  TextRange Where;
  const LoopStmt *OuterLoop;
  const LoopStmt *InnerLoop = nullptr;
  const TrackStmt *Track = nullptr; ///< between the loops, or null
  std::vector<StmtRef> Lets;
  std::vector<Guard> Conditions;
};

} // namespace

Error Interchange::outOfStorageOrder(const Tensor &T, size_t Level,
                                     StringRef Below) {
  std::string Name = T.Values.empty() ? T.Name : T.Values.front();
  const lacuna::Level &L = T.Levels[Level];
  return makeError(Where,
                   msg::OutOfStorageOrder(clauseText(C), Name, L.Var,
                                          L.Format->Name, Level + 1, Below));
}

/// The inner loop's bounds move out of the outer loop: what they read may exist
/// only where that runs, which a guard can say.
Error Interchange::checkRangeReads() {
  for (const std::string &From : N.ancestors(Inner)) {
    // A loop around over another part of it has read them.
    bool IsRead = any_of(pathTo(N.Body, Outer), [&](const LoopStmt *Around) {
      return is_contained(N.ancestors(Around->var()), From);
    });
    if (IsRead)
      continue;
    const IndexVar *V = N.findIndexVar(From);
    std::string Array;
    for (const ExprRef &Bound : {V->Lo, V->Hi})
      walk(Bound, [&](const Expr &E) {
        if (auto *Load = dyn_cast<LoadExpr>(&E))
          Array = Load->array().str();
      });
    if (Array.empty())
      continue;
    const IndexVar &Around = *N.findIndexVar(Outer);
    if (Around.isDerived() || !isOverScalars(N, Around.Lo) ||
        !isOverScalars(N, Around.Hi))
      return refuse(msg::BoundsReadConditionally(From, Array, Outer));
    Conditions.push_back({msg::GuardLoopRuns(Outer),
                          binary(BinaryOp::Lt, Around.Lo, Around.Hi), "",
                          nullptr, nullptr});
  }
  return Error::success();
}

/// What the inner loop runs over must be known before the outer one starts.
Error Interchange::checkRange() {
  if (trackedFusion(N, Outer) && trackedFusion(N, Inner))
    return refuse(msg::RowsFollowedInOrder());
  std::vector<std::string> OuterFrom = N.ancestors(Outer);
  for (const std::string &From : N.ancestors(Inner)) {
    const IndexVar *V = N.findIndexVar(From);
    StringRef On;
    for (const std::string &Name : OuterFrom)
      if (usesVar(V->Lo, Name) || usesVar(V->Hi, Name))
        On = Name;
    if (On.empty())
      continue;
    for (const Tensor &T : N.Tensors)
      for (size_t I = 0; I < T.Levels.size(); ++I)
        if (T.Levels[I].Var == From && T.Levels[I].Format->HasPositions)
          return outOfStorageOrder(T, I, On);
    return refuse(msg::RangeDependsOn(Inner, On));
  }
  if (Error E = checkRangeReads())
    return E;
  for (const Relation &R : N.Relations)
    if (R.rules().HasBorders && descends(N, Outer, R.Children[0]) &&
        descends(N, Inner, R.Children[1]))
      return refuse(msg::IterationsHaveOwnRanges(Outer, Inner));
  return checkFusedTiles();
}

/// A variable fused from a part of a tile runs inside the other part.
Error Interchange::checkFusedTiles() {
  StringSet<> Around;
  for (const LoopStmt *L : pathTo(N.Body, Outer))
    if (L != OuterLoop)
      Around.insert(L->var());
  for (const Relation &R : N.Relations) {
    if (!R.rules().isProduct() || !descends(N, Inner, R.Children[0]))
      continue;
    for (const std::string &Part : R.Parents)
      if (std::string Rest = missingPart(N, Part, Around); !Rest.empty())
        return refuse(msg::FusedFromTilePart(R.Children[0], Rest));
  }
  return Error::success();
}

/// A let between the loops moves into both if what it reads does not change.
Error Interchange::checkLet(const LetStmt &Let) {
  StringSet<> Written;
  for (const Access &A : accessesIn(N, OuterLoop->body()))
    if (A.IsWrite)
      Written.insert(A.Name);
  std::string Read = readOf(Let.init(), Written);
  if (Read.empty())
    return Error::success();
  return refuse(msg::BetweenThemReadsWritten(Let.name(), Read));
}

/// Where rows are followed, the inner loop stands among what is done for each
/// position.
Error Interchange::enterTrack() {
  std::vector<StmtRef> Body = statementsOf(OuterLoop->body());
  Track = Body.size() == 1 ? dyn_cast<TrackStmt>(Body.front().get()) : nullptr;
  if (!Track)
    return Error::success();
  for (const StmtRef &S : statementsOf(Track->enter())) {
    auto *Let = dyn_cast<LetStmt>(S.get());
    if (!Let)
      return refuse(msg::RowBeginsWithStatements(Track->outer()));
    if (Error E = checkLet(*Let))
      return E;
  }
  if (!statementsOf(Track->leave()).empty())
    return refuse(msg::RowEndsWithStatements(Track->outer()));
  return Error::success();
}

Error Interchange::checkBetween() {
  if (Error E = enterTrack())
    return E;
  for (const StmtRef &S :
       statementsOf(Track ? Track->each() : OuterLoop->body())) {
    if (auto *Loop = dyn_cast<LoopStmt>(S.get())) {
      if (Loop->var() == Inner) {
        InnerLoop = Loop;
        continue;
      }
      return refuse(msg::LoopStandsBeside(Loop->var(), Inner));
    }
    auto *Let = dyn_cast<LetStmt>(S.get());
    if (Let && !InnerLoop) {
      if (Error E = checkLet(*Let))
        return E;
      Lets.push_back(S);
      continue;
    }
    if (auto *Var = dyn_cast<VarStmt>(S.get()))
      return refuse(msg::SetOutsideInnerLoop(Var->name(), Outer, Inner));
    if (asNote(*S) && S->tag() == 0) // no statement of the user's
      return refuse(msg::PrecomputeNotesBetween());
    if (auto *Assign = dyn_cast<AssignStmt>(S.get()))
      return refuse(msg::AssignmentBetween(Assign->target().Name));
    if (isa<IfStmt>(S.get()))
      return refuse(msg::ConditionBetween());
    return refuse(msg::OtherStatementsBetween());
  }
  if (!InnerLoop)
    return refuse(msg::NotDirectlyNested());
  return Error::success();
}

Error Interchange::checkDependences() {
  for (const Conflict &X : interchangeConflicts(N, Outer, Inner, &Conditions)) {
    if (X.K != Conflict::Kind::Reduction && X.K != Conflict::Kind::Marked)
      return refuse(msg::WouldChangeAccessOrder(
          X.Name,
          (X.K == Conflict::Kind::Carried ? "written and read" : "written")));
    if (N.Facts.FpStrict && X.Ty.isRounded())
      return refuse(msg::ExchangeReassociates(X.Name));
  }
  return Error::success();
}

/// A merge runs where the positions of its levels are bounded, along their
/// coordinates in order.
Error Interchange::checkMerges() {
  for (const LoopStmt *Loop : {OuterLoop, findLoop(N.Body, Inner)})
    if (Loop && Loop->merge())
      return refuse(msg::MergesInStorageOrder(mergedWords(N, *Loop)));
  return Error::success();
}

Expected<Nest> Interchange::run() {
  if (Error E = checkMerges())
    return std::move(E);
  if (overCoordinates(N, Outer) || overCoordinates(N, Inner))
    return refuse(msg::RowFollowsCoordinateBlocks());
  if (Error E = checkRange())
    return std::move(E);
  if (Error E = checkBetween())
    return std::move(E);
  if (Error E = checkDependences())
    return std::move(E);
  std::vector<StmtRef> Statements = Lets;
  append_range(Statements, statementsOf(InnerLoop->body()));
  StmtRef Body = block(std::move(Statements));
  if (Track)
    Body = block(
        {std::make_shared<TrackStmt>(Track->outer().str(), Track->enter(), Body,
                                     Track->leave(), Track->tag())});
  StmtRef NewInner = std::make_shared<LoopStmt>(
      Outer.str(), Body, OuterLoop->tags(), OuterLoop->tag());
  StmtRef NewOuter = std::make_shared<LoopStmt>(
      Inner.str(), block({NewInner}), InnerLoop->tags(), InnerLoop->tag());
  Nest Result = N;
  Result.Body = replaceLoop(N.Body, Outer, NewOuter);
  // What is vouched for holds within one iteration of the loops around.
  erase_if(Result.Facts.Independent, [&](const std::string &Var) {
    return descends(N, Inner, Var) && !descends(N, Outer, Var);
  });
  addGuards(N, Result.Guards, Conditions);
  return Result;
}

Error cannotExchange(StringRef Outer, StringRef Inner, TextRange Where,
                     const Twine &Why) {
  return makeError(Where, msg::CannotExchange(Outer, Inner, Why));
}

Expected<Nest> interchange(const Nest &N, StringRef Outer, StringRef Inner,
                           const Clause &C, TextRange Where) {
  if (isBlockLoop(N, Inner))
    return moveBlocksOutward(N, Outer, Inner, Where);
  if (std::optional<Nest> Parted = withLoopParts(N, Outer, Inner))
    return Interchange(*Parted, Outer, Inner, C, Where).run();
  return Interchange(N, Outer, Inner, C, Where).run();
}

} // namespace lacuna
