//===- Balance.cpp - pieces of near-equal work ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `balance i -> t, ir into T over p` cuts the rows into T pieces of consecutive
// rows with near-equal work, a row's work being its positions and RowWeight
// units for the row itself. Border t is the first row in front of which at
// least t / T of the work lies; all borders are searched before the loop over
// t, and each is at least the one before it, so that the pieces partition the
// rows whatever `pos` holds.
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/FusedPositions.h"

using namespace lacuna;

/// What starting and finishing a row costs, in positions: measured on row
/// products, whose short rows spend more on their bounds than on their entries.
static constexpr int64_t RowWeight = 4;

static ExprRef weighed(const ExprRef &Rows) {
  return binary(BinaryOp::Mul, Rows, i64(RowWeight));
}

void Lowering::declareBorders(const Relation &R, LoopScope &Scope,
                              Statements &Out) {
  const IndexVar &Row = *N.findIndexVar(R.Parents.front());
  const IndexVar *Position = N.resolveVar(R.Over);
  if (Row.isDerived() || !Position || Position->isDerived())
    return fail(msg::LowerBalanceOfDerived(R.Children[0]));
  Ranges.declare(Row.Name, Scope, Out);
  ExprRef Rows = Scope.Lengths[Row.Name];
  ExprRef Pieces = R.Factor ? i64(std::min(R.Factor, MaxChunks))
                            : wantedChunks(N.Facts.NumThreads, std::nullopt);
  Pieces = Ranges.named(R.Children[0] + "_pieces", Pieces, Out);
  Scope.Lengths[R.Children[0]] = Pieces;
  std::string Borders = Names.get(Row.Name + "_borders");
  Scope.Borders[Row.Name] = Borders;
  Out.push_back(std::make_shared<LocalArrayStmt>(Borders, Type::i64(),
                                                 i64(MaxChunks + 1), i64(0)));

  // Without rows no position may be read.
  Statements Search = searchBorders(Row, *Position, {Rows, Pieces}, Borders);
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, Rows, i64(0)),
                                         block(std::move(Search))));
}

/// \p Cut: rows and pieces.
std::vector<StmtRef> Lowering::searchBorders(const IndexVar &Row,
                                             const IndexVar &Position,
                                             const Chunks &Cut,
                                             const std::string &Borders) {
  Statements Out, Body;
  ExprRef Base =
      Names.let(Row.Name + "_base", beginOfRow(Row, Position, i64(0)), Out);
  ExprRef Last = binary(BinaryOp::Sub, Cut.Trips, i64(1));
  ExprRef Positions =
      binary(BinaryOp::Sub, endOfRow(Row, Position, Last), Base);
  ExprRef Work =
      Names.let(Row.Name + "_work",
                binary(BinaryOp::Add, Positions, weighed(Cut.Trips)), Out);
  std::string PieceName = Names.get(Row.Name + "_piece");
  ExprRef Piece = var(Type::i64(), PieceName);
  ExprRef Previous =
      load(Type::i64(), Borders, binary(BinaryOp::Sub, Piece, i64(1)));
  ExprRef Wanted = Names.let(Row.Name + "_wanted",
                             Chunks{Work, Cut.Count}.first(Piece), Body);
  auto HasEnough = [&](const ExprRef &Middle) {
    ExprRef Before =
        binary(BinaryOp::Sub, beginOfRow(Row, Position, Middle), Base);
    return binary(BinaryOp::Ge, binary(BinaryOp::Add, Before, weighed(Middle)),
                  Wanted);
  };
  std::string Found = Names.get(Row.Name + "_border");
  appendSearch(Found, Previous, Cut.Trips, HasEnough, Names, Body);
  auto SetBorder = [&](const ExprRef &At, ExprRef To) -> StmtRef {
    return assign({Borders, Type::i64(), At}, std::move(To));
  };
  Body.push_back(SetBorder(Piece, var(Type::i64(), Found)));
  Out.push_back(std::make_shared<ForStmt>(PieceName, i64(1), Cut.Count,
                                          block(std::move(Body))));
  Out.push_back(SetBorder(Cut.Count, Cut.Trips));
  return Out;
}

void Lowering::enterPiece(const Relation &R, LoopScope &Scope,
                          Statements &Out) {
  const std::string &Row = R.Parents.front();
  std::string Borders = Scope.Borders.lookup(Row);
  ExprRef Piece = var(Type::i64(), R.Children[0]);
  auto Border = [&](const ExprRef &At) {
    return load(Type::i64(), Borders, At);
  };
  ExprRef Start = Ranges.named(Row + "_start", Border(Piece), Out);
  ExprRef Next = Border(binary(BinaryOp::Add, Piece, i64(1)));
  Scope.Starts[Row] = Start;
  Scope.Lengths[R.Children[1]] = Ranges.named(
      R.Children[1] + "_len", binary(BinaryOp::Sub, Next, Start), Out);
}
