//===- Fuse.cpp - fuse(i, j, f) -------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { for j { … } }  -->  for f { i, j = f / |j|, f % |j|; … }
//     for i { a; for p { … } b; }  -->  for f { track i { a; each { … } b; } }
//
// where j stands directly inside i; the second where p runs over the positions
// of i.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/GpuLegality.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

namespace {

/// Thesis 5.4: one loop over all pairs, in the same order. Two dense loops
/// become one loop over their product; a row and its positions become a loop
/// over all positions that tracks the row.
class Fusion {
public:
  Fusion(const Nest &N, const Clause &C, const LoopArg &Outer,
         const LoopArg &Inner, std::string Name)
      : N(N), C(C), Outer(Outer), Inner(Inner), Name(std::move(Name)) {}

  Expected<Nest> run();

private:
  Error checkNesting();
  Expected<Nest> fuseDense();
  Expected<Nest> fuseMerge();
  Expected<Nest> fusePositions(const Segments &S);
  void guardFirstPosition(const Segments &S, Nest &Result) const;
  Nest tracking(StmtRef Track, bool ByPosition, StringRef Position) const;
  const TrackStmt *trackedInside() const;
  Expected<Nest> fuseAbove(const TrackStmt &Track);
  Error checkRectangular();
  Error collectLets();
  Nest withLoop(const StmtRef &Loop) const;
  void derive(Nest &Result, Relation R) const;
  Error refuse(const Twine &Why) {
    return makeError(C.Whole,
                     msg::CannotFuse(Outer.Var->Name, Inner.Var->Name, Why));
  }

  const Nest &N;
  const Clause &C;
  const LoopArg &Outer, &Inner;
  std::string Name;
  std::vector<StmtRef> Lets;
};

} // namespace

Error Fusion::checkNesting() {
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Inner.Var->Name);
  if (Inner.Loop == Outer.Loop)
    return refuse(msg::TheyAreOneLoop());
  if (!is_contained(Path, Outer.Loop))
    return is_contained(pathTo(N.Body, Outer.Var->Name), Inner.Loop)
               ? refuse(msg::OuterLoopNamedSecond(Inner.Var->Name,
                                                  Outer.Var->Name, Name))
               : refuse(msg::TheyAreNotNested());
  StringRef Parent = Path[Path.size() - 2]->var();
  if (Parent != Outer.Var->Name)
    return refuse(msg::LoopRunsBetween(Parent));
  bool Directly =
      any_of(statementsOf(Outer.Loop->body()),
             [&](const StmtRef &S) { return S.get() == Inner.Loop; });
  return Directly ? Error::success()
                  : refuse(msg::LoopRunsUnderCondition(Inner.Var->Name));
}

Nest Fusion::withLoop(const StmtRef &Loop) const {
  Nest Result = N;
  Result.Body = replaceLoop(N.Body, Outer.Var->Name, Loop);
  return Result;
}

void Fusion::derive(Nest &Result, Relation R) const {
  Result.IndexVars.push_back(
      {R.Children.front(), Type::i64(), nullptr, nullptr, ""});
  Result.Relations.push_back(std::move(R));
}

//===-- dense loops -------------------------------------------------------===//

Error Fusion::checkRectangular() {
  std::vector<std::string> OuterFrom = N.ancestors(Outer.Var->Name);
  for (const std::string &From : N.ancestors(Inner.Var->Name)) {
    const IndexVar *V = N.findIndexVar(From);
    for (const std::string &Row : OuterFrom)
      if (usesVar(V->Lo, Row) || usesVar(V->Hi, Row))
        return refuse(msg::RangeDependsOn(From, Row));
    for (const ExprRef &Bound : {V->Lo, V->Hi}) {
      bool Reads = false;
      walk(Bound, [&](const Expr &E) { Reads |= isa<LoadExpr>(&E); });
      if (Reads && !is_contained(OuterFrom, From))
        return refuse(msg::BoundsReadMemory(From, Outer.Var->Name));
    }
  }
  StringSet<> Around;
  for (const LoopStmt *L : pathTo(N.Body, Outer.Var->Name))
    if (L != Outer.Loop)
      Around.insert(L->var());
  for (const LoopArg *Part : {&Outer, &Inner})
    if (std::string Rest = missingPart(N, Part->Var->Name, Around);
        !Rest.empty())
      return refuse(msg::TilePartRunsInside(Part->Var->Name, Rest));
  return Error::success();
}

/// Only lets may stand between the loops: they are computed again each time.
Error Fusion::collectLets() {
  StringSet<> Written;
  for (const Access &A : accessesIn(N, Outer.Loop->body()))
    if (A.IsWrite)
      Written.insert(A.Name);
  for (const StmtRef &S : statementsOf(Outer.Loop->body())) {
    if (S.get() == Inner.Loop)
      continue;
    auto *Let = dyn_cast<LetStmt>(S.get());
    if (!Let)
      return refuse(msg::OtherStatementsBetween());
    std::string Read = readOf(Let->init(), Written);
    if (!Read.empty())
      return refuse(msg::BetweenThemReadsWritten(Let->name(), Read));
    Lets.push_back(S);
  }
  return Error::success();
}

Expected<Nest> Fusion::fuseDense() {
  if (Error E = checkRectangular())
    return std::move(E);
  if (Error E = collectLets())
    return std::move(E);
  std::vector<StmtRef> Body = Lets;
  append_range(Body, statementsOf(Inner.Loop->body()));
  Nest Result = withLoop(
      std::make_shared<LoopStmt>(Name, block(std::move(Body)), LoopTags(),
                                 Outer.Loop->tag(), Inner.Loop->merge()));
  derive(
      Result,
      {RelationKind::Fuse, {Outer.Var->Name, Inner.Var->Name}, {Name}, 0, ""});
  return Result;
}

//===-- rows and merges ---------------------------------------------------===//

/// Thesis 6.1: levels are merged by row and column, each from the first
/// position of all rows to the last.
Expected<Nest> Fusion::fuseMerge() {
  if (Outer.Loop->merge())
    return refuse(msg::OnlyInnerMergeFuses(mergedWords(N, *Outer.Loop)));
  for (const LoopArg *Part : {&Outer, &Inner})
    if (Part->Var->isDerived())
      return refuse(msg::RowsMergedAsWhole(
          Part->Var->Name, N.producer(Part->Var->Name)->Parents.front()));
  std::vector<Guard> Ascending;
  for (const MergeOperand &O : Inner.Loop->merge()->Operands) {
    if (O.Var == Inner.Var->Name)
      continue;
    std::optional<Segments> S = segmentsOf(N, *N.findIndexVar(O.Var));
    if (!S || S->Row != Outer.Var)
      return refuse(msg::MergedLevelNotOverRow(O.Var, Outer.Var->Name));
    std::optional<std::vector<Guard>> Guards = ascendingGuards(N, *S);
    if (!Guards)
      return refuse(msg::PosNotReadEachRow(S->Pos));
    addGuards(N, Ascending, *Guards);
  }
  Expected<Nest> Result = fuseDense();
  if (Result)
    addGuards(N, Result->Guards, Ascending);
  return Result;
}

//===-- rows and positions ------------------------------------------------===//

/// That the first position of all rows is none that is negative as i64.
void Fusion::guardFirstPosition(const Segments &S, Nest &Result) const {
  std::vector<Guard> Guards;
  auto Rows = wholeRange(N, *S.Row, Guards);
  if (!Rows)
    return;
  const Type I64 = Type::i64();
  ExprRef Position =
      load(S.Elem, S.Pos, binary(BinaryOp::Add, Rows->first, i64(S.Offset)));
  ExprRef First =
      lacuna::cast(I64, lacuna::cast(S.Position->Ty, std::move(Position)));
  Guards.push_back({msg::BeginsWithNegativePosition(S.Pos),
                    binary(BinaryOp::LogicalOr,
                           binary(BinaryOp::Ge, Rows->first, Rows->second),
                           binary(BinaryOp::Ge, First, i64(0))),
                    "",
                    {},
                    {}});
  addGuards(N, Result.Guards, Guards);
}

Expected<Nest> Fusion::fusePositions(const Segments &S) {
  if (!ascendingGuards(N, S))
    return refuse(msg::PosNotReadEachRow(S.Pos));
  std::vector<StmtRef> Enter, Leave;
  bool Entering = true;
  for (const StmtRef &Part : statementsOf(Outer.Loop->body())) {
    if (Part.get() == Inner.Loop)
      Entering = false;
    else
      (Entering ? Enter : Leave).push_back(Part);
  }
  StmtRef Track = std::make_shared<TrackStmt>(
      Outer.Var->Name, block(std::move(Enter)), Inner.Loop->body(),
      block(std::move(Leave)), Outer.Loop->tag());
  Nest Result =
      tracking(std::move(Track), !Inner.ByCoordinate, Inner.Var->Name);
  // Positions are i64. What does not fit ends a row that has begun, which no
  // loop comes to, or begins the first one.
  const Type &Ty = Inner.Var->Ty;
  if (!Ty.isSigned() && Ty.bits() == 64)
    guardFirstPosition(S, Result);
  return Result;
}

/// The nest with \p Track in one loop. Named by its position, the inner loop
/// brings the result to position space.
Nest Fusion::tracking(StmtRef Track, bool ByPosition,
                      StringRef Position) const {
  std::string Fused = ByPosition ? unusedName(N, Name + "_fused") : Name;
  Nest Result = withLoop(std::make_shared<LoopStmt>(
      Name, block({std::move(Track)}), LoopTags(), Outer.Loop->tag()));
  derive(
      Result,
      {RelationKind::Fuse, {Outer.Var->Name, Inner.Var->Name}, {Fused}, 0, ""});
  if (ByPosition)
    derive(Result,
           {RelationKind::Pos, {Fused}, {Name}, 0, tensorOver(N, Position)});
  return Result;
}

//===-- rows of rows ------------------------------------------------------===//

/// What the inner loop tracks, if no other command has changed it.
const TrackStmt *Fusion::trackedInside() const {
  const Relation *Made = N.producer(Inner.Var->Name);
  std::vector<StmtRef> Body = statementsOf(Inner.Loop->body());
  bool IsWhole = Made && (Made->Kind == RelationKind::Fuse ||
                          Made->Kind == RelationKind::Pos);
  return IsWhole && Body.size() == 1 ? dyn_cast<TrackStmt>(Body.front().get())
                                     : nullptr;
}

/// All rows of all outer rows, one after the other: the outer one follows from
/// the row.
Expected<Nest> Fusion::fuseAbove(const TrackStmt &Track) {
  const Relation *Made = N.producer(Inner.Var->Name);
  const bool ByPosition = Made->Kind == RelationKind::Pos;
  if (ByPosition)
    Made = N.producer(Made->Parents.front());
  const std::string &Below = Made->Parents.front();
  std::optional<Segments> S = segmentsOf(N, *N.findIndexVar(Below));
  if (!S || S->Row != Outer.Var || !ascendingGuards(N, *S))
    return refuse(msg::PositionsNotConsecutive(Below, Outer.Var->Name));
  if (Error E = collectLets())
    return std::move(E);
  std::vector<StmtRef> Enter = Lets;
  append_range(Enter, statementsOf(Track.enter()));
  return tracking(
      std::make_shared<TrackStmt>(Track.outer().str(), block(std::move(Enter)),
                                  Track.each(), Track.leave(), Track.tag()),
      ByPosition, trackedFusion(N, Inner.Var->Name)->Parents[1]);
}

Expected<Nest> Fusion::run() {
  if (Error E = checkNesting())
    return std::move(E);
  if (Outer.Loop->merge() || Inner.Loop->merge())
    return fuseMerge();
  if (const TrackStmt *Track = trackedInside())
    return fuseAbove(*Track);
  std::optional<Segments> S = segmentsOf(N, *Inner.Var);
  if (S && S->Row == Outer.Var)
    return fusePositions(*S);
  if (isPosition(N, Inner.Var->Name) || isPosition(N, Outer.Var->Name))
    return refuse(msg::OnlyUsersRowsFuse());
  return fuseDense();
}

/// That threads of a CPU go through their positions without other loops in
/// between: those would run through the rows again and again.
static Error checkNothingBetween(const Nest &N, const Directive &D) {
  const LoopStmt *Outer = nullptr, *Between = nullptr, *Inner = nullptr;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (!Loop || Inner)
      return !Inner;
    if (trackedFusion(N, Loop->var()))
      (Between ? Inner : Outer) = Loop;
    else if (Outer && anyOf(Loop->body(), [](const Stmt &Part) {
               return isa<TrackStmt>(&Part);
             }))
      Between = Loop;
    return true;
  });
  if (!Inner)
    return Error::success();
  TextRange Where;
  for (const Clause &C : D.Clauses)
    if (C.Name == "order" || C.Name == "reorder")
      Where = C.Whole;
  return makeError(Where, msg::StandsBetweenPositionParts(
                              Between->var(), Outer->var(), Inner->var()));
}

Error checkFusedLevels(const Nest &N, const Directive &D) {
  if (!runsOnGpu(N))
    if (Error E = checkNothingBetween(N, D))
      return E;
  for (const Relation &R : N.Relations) {
    if (R.Kind != RelationKind::Fuse || !isPosition(N, R.Parents[1]) ||
        !segmentsOf(N, *N.findIndexVar(R.Parents[0])))
      continue;
    TextRange Where;
    for (const Clause &C : D.Clauses)
      if (C.Name == "fuse")
        if (const IndexVar *V = N.resolveVar(C.Args[0].Text);
            V && V->Name == R.Parents[0])
          Where = C.Whole;
    if (!runsOnGpu(N))
      return makeError(Where, msg::SeveralLevelsNeedGpu());
    const IndexVar &Row = *segmentsOf(N, *N.findIndexVar(R.Parents[0]))->Row;
    if (!N.consumer(Row.Name) ||
        N.consumer(Row.Name)->Kind != RelationKind::Fuse)
      return makeError(Where,
                       msg::InnerPositionsNotFused(R.Parents[0], Row.Name));
  }
  return Error::success();
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  Expected<LoopArg> Outer = transformedArg(N, C, C.Args[0], Transform::Tile);
  if (!Outer)
    return Outer.takeError();
  Expected<LoopArg> Inner = transformedArg(N, C, C.Args[1], Transform::Tile);
  if (!Inner)
    return Inner.takeError();
  Expected<std::string> Name = newNameArg(N, C.Args[2]);
  if (!Name)
    return Name.takeError();
  return Fusion(N, C, *Outer, *Inner, *Name).run();
}

static constexpr ArgInfo Args[] = {loop(), loop(), newLoop()};

const Command commands::fuse = {
    {{"fuse", "fuse(i, j, f)", Args}}, "one loop over all pairs", apply};

} // namespace lacuna
