//===- Track.cpp - tracked loops of the iteration graph -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Position.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// The relation that fused the row and the position that \p Var descends from.
static const Relation *fusionAbove(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  while (Made && Made->Kind != RelationKind::Fuse)
    Made = N.producer(Made->Parents.front());
  return Made;
}

/// Lowers the loops around a TrackStmt, all at once. Nothing if \p Loop is not
/// one of them.
bool Lowering::lowerTracked(const LoopStmt &Loop, const LoopScope &Scope,
                            Statements &Out) {
  if (!fusionAbove(N, Loop.var()))
    return false;
  std::vector<const LoopStmt *> Path = {&Loop};
  for (;;) {
    std::vector<StmtRef> Body = statementsOf(Path.back()->body());
    if (Body.size() != 1)
      return false;
    if (auto *Track = llvm::dyn_cast<TrackStmt>(Body.front().get())) {
      lowerRows(Path, *Track, Scope, Out);
      return true;
    }
    auto *Inner = llvm::dyn_cast<LoopStmt>(Body.front().get());
    if (!Inner)
      return false;
    Path.push_back(Inner);
  }
}

/// Consecutive positions that one iteration of the loop over \p Var stands for.
ExprRef Lowering::grainOf(llvm::StringRef Var, const LoopScope &Scope) const {
  const Relation &Made = *N.producer(Var);
  if (Made.Kind == RelationKind::Fuse)
    return i64(1);
  ExprRef Parent = grainOf(Made.Parents.front(), Scope);
  bool IsTile =
      Made.Kind == RelationKind::Split || Made.Kind == RelationKind::Divide;
  if (!IsTile || Made.Children[0] != Var)
    return Parent;
  return binary(BinaryOp::Mul, Parent, Ranges.factor(Made, Scope));
}

/// Declares where the positions of all rows begin and how many there are,
/// without reading memory if there are no rows.
void Lowering::declarePositions(const Relation &Fusion, const IndexVar &Row,
                                const IndexVar &Position, PositionChunks &C,
                                LoopScope &Scope, Statements &Out) {
  ExprRef HasRows = binary(BinaryOp::Gt, C.Rows, i64(0));
  auto IfRows = [&](ExprRef Value) -> ExprRef {
    return std::make_shared<SelectExpr>(HasRows, std::move(Value), i64(0));
  };
  C.Base = Names.let(Position.Name + "_base",
                     IfRows(beginOfRow(Row, Position, i64(0))), Out);
  ExprRef End = endOfRow(Row, Position, binary(BinaryOp::Sub, C.Rows, i64(1)));
  C.Positions = Names.let(Position.Name + "_count",
                          IfRows(binary(BinaryOp::Sub, End, C.Base)), Out);
  Scope.Lengths[Fusion.Children.front()] = C.Positions;
  Scope.Declared.insert(Fusion.Children.front());
}

void Lowering::lowerRows(llvm::ArrayRef<const LoopStmt *> Path,
                         const TrackStmt &Track, LoopScope Scope,
                         Statements &Out) {
  const Relation *Fusion = fusionAbove(N, Path.front()->var());
  const IndexVar *Row = N.findIndexVar(Track.outer());
  const IndexVar *Position =
      Fusion ? N.resolveVar(Fusion->Parents[1]) : nullptr;
  if (!Row || !Position || Row->isDerived() || Position->isDerived())
    return fail("'" + Track.outer() + "' is not a row of fused positions");

  // Which loop runs on threads; tags of the others are for the inner loop.
  const LoopStmt *Threads = nullptr;
  LoopTags Inner;
  for (const LoopStmt *Loop : Path) {
    const std::optional<ParallelTag> &Tag = Loop->tags().Parallel;
    if (Tag && Tag->Unit == ParallelUnit::CpuThread)
      Threads = Loop;
    else if (Tag)
      Inner.Parallel = Tag;
    if (Loop->tags().Unroll != 0)
      Inner.Unroll = Loop->tags().Unroll;
  }

  Scope.Loops.insert(Row->Name);
  TrackedRows T{Row, Position, {}, {}, nullptr, Track.tag(), nullptr};
  LoopScope RowScope = Scope;
  for (const StmtRef &S : statementsOf(Track.enter()))
    lower(S, RowScope, T.Enter);
  for (const StmtRef &S : statementsOf(Track.leave()))
    lower(S, RowScope, T.Leave);
  RowScope.Loops.insert(Position->Name);
  T.Each = lowerScoped(Track.each(), RowScope);
  T.MakeLoop = [&](ExprRef Lo, ExprRef Hi, StmtRef Each) {
    Statements Made;
    emitLoop(LoopStmt(Position->Name, nullptr, Inner, Track.tag()),
             Position->Name, Lo, Hi, Each, Made);
    return block(std::move(Made));
  };
  if (!Threads)
    return emitSerialRows(T, Out);

  Ranges.declare(Row->Name, Scope, Out);
  PositionChunks C{Threads->var().str(),
                   Scope.Lengths[Row->Name],
                   nullptr,
                   nullptr,
                   nullptr,
                   *Threads->tags().Parallel,
                   N.Facts.NumThreads};
  declarePositions(*Fusion, *Row, *Position, C, Scope, Out);
  Ranges.declare(C.Name, Scope, Out);
  C.Grain = grainOf(C.Name, Scope);
  std::string Why = emitChunkedRows(N, T, C, Names, Hoisted, Out);
  if (!Why.empty())
    fail(Why);
}
