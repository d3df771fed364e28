//===- CoordinateBlocks.cpp - positions in blocks of coordinates ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block b of a row are its next positions with coordinates below (b + 1) * N,
// the last block all that are left; so each position is visited once, in its
// order, whatever the coordinates are. The number of blocks follows from the
// last coordinate of each row. Where the blocks stand outside the rows, each
// row has a cursor and its accumulators in arrays:
//
//   for row { enter; cursor[row] = begin }
//   for block { for row { positions from cursor[row]; cursor[row] = stop } }
//   for row { leave }
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

Lowering::CoordinateBlocks
Lowering::coordinateBlocks(const Relation &Split) const {
  const Relation &Coord = *N.producer(Split.Parents.front());
  const IndexVar &Position = *N.findIndexVar(Coord.Parents.front());
  return {&Position, coordinateArray(N, Position.Name), Split.Factor,
          Split.Children[0]};
}

/// The coordinate at \p At, i64, of which negative ones are in the first block.
ExprRef Lowering::coordinateAt(const CoordinateBlocks &B, ExprRef At) const {
  const Operand &Crd = *N.findOperand(B.Crd);
  return cast(Type::i64(), load(Crd.Ty, B.Crd, std::move(At)));
}

/// The largest coordinate of a row, as far as it is the last one; -1 if empty.
ExprRef Lowering::lastCoordinate(const CoordinateBlocks &B) const {
  const IndexVar &P = *B.Position;
  ExprRef Last =
      coordinateAt(B, binary(BinaryOp::Sub, cast(Type::i64(), P.Hi), i64(1)));
  Last = binary(BinaryOp::Min, binary(BinaryOp::Max, Last, i64(0)),
                i64(INT64_MAX / 2));
  return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, P.Lo, P.Hi), Last,
                                      i64(-1));
}

static ExprRef blocksUpTo(const ExprRef &Last, int64_t Factor) {
  return binary(BinaryOp::Div, binary(BinaryOp::Add, Last, i64(Factor)),
                i64(Factor));
}

/// The positions of one row in one block; what follows the last one.
ExprRef Lowering::lowerPart(const CoordinateBlocks &B, const LoopStmt &Inner,
                            const ExprRef &Begin, const ExprRef &Count,
                            const LoopScope &Scope, Statements &Out) {
  const IndexVar &P = *B.Position;
  std::string StopName = Names.get(P.Name + "_stop");
  ExprRef Stop = var(P.Ty, StopName);
  ExprRef Block = var(Type::i64(), B.Loop);
  ExprRef Next = binary(BinaryOp::Add, Block, i64(1));
  ExprRef End = Ranges.named(P.Name + "_end", P.Hi, Out);
  ExprRef Limit = Names.let(P.Name + "_limit",
                            binary(BinaryOp::Mul, Next, i64(B.Factor)), Out);
  Out.push_back(std::make_shared<VarStmt>(StopName, P.Ty, Begin));
  StmtRef Step = std::make_shared<AssignStmt>(Place{StopName, P.Ty, nullptr},
                                              ReduceOp::Add, constant(P.Ty, 1));
  ExprRef Goes = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, Stop, End),
                        binary(BinaryOp::Lt, coordinateAt(B, Stop), Limit));
  Out.push_back(
      std::make_shared<IfStmt>(binary(BinaryOp::Lt, Next, Count),
                               std::make_shared<WhileStmt>(Goes, Step),
                               assign({StopName, P.Ty, nullptr}, End)));
  LoopScope Body = Scope;
  Body.Loops.insert(P.Name);
  Body.Loops.insert(Inner.var());
  Statements Each;
  for (const StmtRef &S : statementsOf(Inner.body()))
    lower(S, Body, Each);
  emitLoop(Inner, P.Name, Begin, Stop, block(std::move(Each)), Out);
  return Stop;
}

/// Blocks inside a row.
void Lowering::lowerBlocksOfRow(const CoordinateBlocks &B, const LoopStmt &Loop,
                                const LoopStmt &Inner, const LoopScope &Scope,
                                Statements &Out) {
  const IndexVar &P = *B.Position;
  std::string Cursor = Names.get(P.Name + "_cursor");
  ExprRef Last = Names.let(P.Name + "_top", lastCoordinate(B), Out);
  ExprRef Count = Names.let(B.Loop + "_count", blocksUpTo(Last, B.Factor), Out);
  Out.push_back(std::make_shared<VarStmt>(Cursor, P.Ty, P.Lo));
  Statements Body;
  ExprRef Begin = Names.let(P.Name + "_from", var(P.Ty, Cursor), Body);
  ExprRef Stop = lowerPart(B, Inner, Begin, Count, Scope, Body);
  Body.push_back(assign({Cursor, P.Ty, nullptr}, Stop));
  Out.push_back(std::make_shared<ForStmt>(
      B.Loop, i64(0), Count, block(std::move(Body)), ForTags(), Loop.tag()));
}

/// How far the row lies behind the first of the loop over \p Row; i64.
static ExprRef rowOffset(const IndexVar &Row) {
  ExprRef At = var(Row.Ty, Row.Name);
  if (Row.isDerived())
    return At;
  return binary(BinaryOp::Sub, cast(Type::i64(), At),
                cast(Type::i64(), Row.Lo));
}

/// How many rows the loop over \p Row has at most, i64.
static ExprRef mostRows(const Nest &N, const IndexVar &Row) {
  return Row.isDerived()
             ? i64(N.producer(Row.Name)->Factor)
             : binary(BinaryOp::Max, tripsBetween(Row.Lo, Row.Hi), i64(0));
}

/// Blocks outside rows; \p Rows is the loop over them.
void Lowering::lowerBlocksOfRows(const CoordinateBlocks &B,
                                 const LoopStmt &Loop, const LoopStmt &Rows,
                                 const TrackStmt &Track, LoopScope Scope,
                                 Statements &Out) {
  const IndexVar &P = *B.Position, &R = *N.findIndexVar(Rows.var());
  auto *Inner =
      llvm::dyn_cast<LoopStmt>(statementsOf(Track.each()).front().get());
  if (!Inner)
    return fail(msg::LowerTrackBlockWithoutPositions());
  Ranges.declare(R.Name, Scope, Out);
  ExprRef Length = Ranges.length(R.Name, Scope);
  ExprRef Begin = R.isDerived() ? i64(0) : Scope.Begins.lookup(R.Name);
  ExprRef End = R.isDerived() ? Length : R.Hi;
  ExprRef At = rowOffset(R), Extent = mostRows(N, R);
  // Arrays of run-time size stand at the top of the program.
  auto Keep = [&](const std::string &Name, const Type &Ty) {
    bool IsThere = llvm::any_of(Hoisted, [&](const StmtRef &S) {
      return llvm::cast<LocalArrayStmt>(*S).name() == Name;
    });
    if (!IsThere)
      (R.isDerived() ? Out : Hoisted)
          .push_back(
              std::make_shared<LocalArrayStmt>(Name, Ty, Extent, nullptr));
    return Name;
  };
  std::string Cursors = Keep(Names.get(P.Name + "_cursors"), P.Ty);
  std::string Top = Names.get(P.Name + "_top");
  LoopScope Row = Scope;
  Row.Loops.insert(R.Name);

  Statements Enter, Lets, Load, Save, Leave;
  for (const StmtRef &S : statementsOf(Track.enter())) {
    lower(S, Row, Enter);
    if (llvm::isa<LetStmt>(S.get()))
      Lets.push_back(S);
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    if (!Var)
      continue;
    std::string Name = Var->name().str();
    std::string Array = Keep(Names.get(Name + "_rows"), Var->type());
    Load.push_back(std::make_shared<VarStmt>(Name, Var->type(),
                                             load(Var->type(), Array, At)));
    Save.push_back(assign({Array, Var->type(), At}, var(Var->type(), Name)));
  }
  auto ForRows = [&](Statements Body) {
    recoverInto(Body, Scope, Row);
    return std::make_shared<ForStmt>(R.Name, Begin, End, block(std::move(Body)),
                                     ForTags(), Rows.tag());
  };
  auto Append = [](Statements &To, const Statements &More) {
    To.insert(To.end(), More.begin(), More.end());
  };

  Append(Enter, Save);
  Enter.push_back(assign({Cursors, P.Ty, At}, P.Lo));
  Enter.push_back(std::make_shared<AssignStmt>(
      Place{Top, Type::i64(), nullptr}, ReduceOp::Max, lastCoordinate(B)));
  Out.push_back(std::make_shared<VarStmt>(Top, Type::i64(), i64(-1)));
  Out.push_back(ForRows(std::move(Enter)));

  ExprRef Count = Names.let(B.Loop + "_count",
                            blocksUpTo(var(Type::i64(), Top), B.Factor), Out);
  Statements Part = Lets;
  Append(Part, Load);
  ExprRef From = Names.let(P.Name + "_from", load(P.Ty, Cursors, At), Part);
  ExprRef Stop = lowerPart(B, *Inner, From, Count, Row, Part);
  Part.push_back(assign({Cursors, P.Ty, At}, Stop));
  Append(Part, Save);
  Out.push_back(std::make_shared<ForStmt>(
      B.Loop, i64(0), Count, ForRows(std::move(Part)), ForTags(), Loop.tag()));

  Leave = Lets;
  Append(Leave, Load);
  for (const StmtRef &S : statementsOf(Track.leave()))
    lower(S, Row, Leave);
  if (!statementsOf(Track.leave()).empty())
    Out.push_back(ForRows(std::move(Leave)));
}

bool Lowering::lowerCoordinates(const LoopStmt &Loop, LoopScope &Scope,
                                Statements &Out) {
  const Relation *Made = N.producer(Loop.var());
  if (Made && Made->Kind == RelationKind::Coord) {
    const IndexVar &P = *N.findIndexVar(Made->Parents.front());
    LoopScope Inner = Scope;
    Inner.Loops.insert(P.Name);
    Statements Body = lowerBody(Loop, Inner);
    emitLoop(Loop, P.Name, P.Lo, P.Hi, block(std::move(Body)), Out);
    return true;
  }
  if (!isBlockLoop(N, Loop.var()))
    return false;
  CoordinateBlocks B = coordinateBlocks(*Made);
  auto *Inner =
      llvm::dyn_cast<LoopStmt>(statementsOf(Loop.body()).front().get());
  if (!Inner) {
    fail(msg::LowerLoopBlocksWithoutPositions());
    return true;
  }
  if (cloneBlock(Loop, Scope, Out))
    return true;
  LoopScope Blocks = Scope;
  Blocks.Loops.insert(B.Loop);
  Statements Code;
  StmtRef First = statementsOf(Inner->body()).empty()
                      ? nullptr
                      : statementsOf(Inner->body()).front();
  if (auto *Track = llvm::dyn_cast_or_null<TrackStmt>(First.get()))
    lowerBlocksOfRows(B, Loop, *Inner, *Track, Blocks, Code);
  else
    lowerBlocksOfRow(B, Loop, *Inner, Blocks, Code);
  Out.push_back(std::make_shared<BlockStmt>(std::move(Code), Loop.tag()));
  return true;
}
