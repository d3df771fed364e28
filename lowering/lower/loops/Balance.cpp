//===- Balance.cpp - pieces of near-equal work ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `balance i -> t, ir into T over p` cuts the rows into T pieces of consecutive
// rows with near-equal work, a row's work being its iterations of p and
// RowWeight units for the row itself. Border t is the first row in front of
// which at least t / T of the work lies; all borders are searched before the
// loop over t, and each is at least the one before it, so that the pieces
// partition the rows whatever `pos` holds. How many iterations lie in front of
// a row `pos` says, and of a triangle a formula, which halves them: rows then
// count twice as much, which of rows that long nobody sees.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/SlopedTrips.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/FusedPositions.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// What starting and finishing a row costs, in positions: measured on row
/// products, whose short rows spend more on their bounds than on their entries.
static constexpr int64_t RowWeight = 4;

static ExprRef weighed(const ExprRef &Rows) {
  return binary(BinaryOp::Mul, Rows, i64(RowWeight));
}

void Lowering::declareBorders(const Relation &R, LoopScope &Scope,
                              Statements &Out) {
  const IndexVar &Row = *N.findIndexVar(R.Parents.front());
  const IndexVar *Inner = N.resolveVar(R.Over);
  if (Row.isDerived() || !Inner || Inner->isDerived())
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
  Statements Search = searchBorders(Row, *Inner, {Rows, Pieces}, Borders);
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, Rows, i64(0)),
                                         block(std::move(Search))));
}

namespace {

/// How many iterations of a loop in rows lie in front of a row.
class WorkBefore {
public:
  WorkBefore(const Nest &N, const IndexVar &Row, const IndexVar &Inner)
      : Row(Row), Inner(Inner), Triangle(slopedTrips(N, Row, Inner)) {}

  /// Has what all of the others read computed; there are rows.
  void begin(MadeNames &Names, Statements &Out);
  ExprRef row(const ExprRef &Offset) const;
  ExprRef end(const ExprRef &Rows) const;

private:
  const IndexVar &Row, &Inner;
  std::optional<SlopedTrips> Triangle;
  ExprRef Base;
};

} // namespace

void WorkBefore::begin(MadeNames &Names, Statements &Out) {
  Base = Names.let(Row.Name + "_base",
                   Triangle ? Triangle->First : beginOfRow(Row, Inner, i64(0)),
                   Out);
  if (Triangle)
    Triangle->First = Base;
}

ExprRef WorkBefore::row(const ExprRef &Offset) const {
  return Triangle ? Triangle->halfBefore(Offset)
                  : binary(BinaryOp::Sub, beginOfRow(Row, Inner, Offset), Base);
}

/// Of all \p Rows; behind the last one `pos` may have nothing to read.
ExprRef WorkBefore::end(const ExprRef &Rows) const {
  if (Triangle)
    return Triangle->halfBefore(Rows);
  const ExprRef Last = binary(BinaryOp::Sub, Rows, i64(1));
  return binary(BinaryOp::Sub, endOfRow(Row, Inner, Last), Base);
}

/// \p Cut: rows and pieces.
std::vector<StmtRef> Lowering::searchBorders(const IndexVar &Row,
                                             const IndexVar &Inner,
                                             const Chunks &Cut,
                                             const std::string &Borders) {
  Statements Out, Body;
  WorkBefore Before(N, Row, Inner);
  Before.begin(Names, Out);
  ExprRef Work = Names.let(
      Row.Name + "_work",
      binary(BinaryOp::Add, Before.end(Cut.Trips), weighed(Cut.Trips)), Out);
  std::string PieceName = Names.get(Row.Name + "_piece");
  ExprRef Piece = var(Type::i64(), PieceName);
  ExprRef Previous =
      load(Type::i64(), Borders, binary(BinaryOp::Sub, Piece, i64(1)));
  ExprRef Wanted = Names.let(Row.Name + "_wanted",
                             Chunks{Work, Cut.Count}.first(Piece), Body);
  auto HasEnough = [&](const ExprRef &Middle) {
    return binary(BinaryOp::Ge,
                  binary(BinaryOp::Add, Before.row(Middle), weighed(Middle)),
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
