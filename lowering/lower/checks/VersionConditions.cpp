//===- VersionConditions.cpp - whether loops are as a version asks --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long rows are is asked at a few positions that lie evenly among all of
// them, so that a row counts by what it has to do: of a graph with many short
// rows, the few long ones may hold most positions. Whatever `pos` holds,
// nothing is read but the bounds of rows, and coordinates between them. Whether
// one row is so long that all others wait for it no sample says: all are looked
// at.
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/VersionConditions.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/positions/FusedPositions.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Positions that are looked at.
static constexpr int64_t Samples = 8;

/// Positions of a row that a thread goes through alone while another kernel is
/// launched.
static constexpr int64_t PositionsOfLaunch = 72;

/// Positions for each of the threads that go through a row together.
static constexpr int64_t PositionsOfLane = 4;

static ExprRef lengthOf(const IndexVar &Var) {
  return tripsBetween(Var.Lo, Var.Hi);
}

namespace {

/// Computes whether one loop is as asked.
class ConditionTest {
public:
  ConditionTest(const Nest &N, const LoopCondition &Asked, MadeNames &Names)
      : N(N), Asked(Asked), Names(Names) {}

  /// Appends to \p Out what the condition that is returned needs.
  ExprRef run(Statements &Out);

private:
  StmtRef lookAt(const ExprRef &Wanted, const IndexVar &Row,
                 const ExprRef &Rows, const Place &Hits);
  StmtRef compareRows(const IndexVar &Row, const ExprRef &At,
                      const ExprRef &Rows, const Place &Hits);
  Statements sample(const IndexVar &Row, const ExprRef &Rows,
                    const Place &Hits);
  Statements sampleRows(const IndexVar &Row, const ExprRef &Rows,
                        const Place &Hits);
  ExprRef lengthAt(const IndexVar &Row, const ExprRef &At) const;
  Statements compareLongest(const IndexVar &Row, const ExprRef &Rows,
                            const Place &IsUneven);

  const Nest &N;
  const LoopCondition &Asked;
  MadeNames &Names;
};

} // namespace

/// The middle of piece \p Which, \p Step long: where a mesh begins and ends it
/// is not like elsewhere.
static ExprRef middleOf(llvm::StringRef Which, const ExprRef &Step) {
  return binary(BinaryOp::Add,
                binary(BinaryOp::Mul, var(Type::i64(), Which.str()), Step),
                binary(BinaryOp::Div, Step, i64(2)));
}

static StmtRef count(const Place &Hits, const ExprRef &Holds) {
  return std::make_shared<AssignStmt>(Hits, ReduceOp::Add,
                                      cast(Type::i64(), Holds));
}

/// Counts in \p Hits whether the coordinates in the middle of row \p At and of
/// the next one lie far apart.
StmtRef ConditionTest::compareRows(const IndexVar &Row, const ExprRef &At,
                                   const ExprRef &Rows, const Place &Hits) {
  const IndexVar &Position = *N.findIndexVar(Asked.Var);
  ExprRef Next = binary(BinaryOp::Add, At, i64(1));
  Statements Out, Inside;
  ExprRef AreFilled = constant(Type::boolean(), 1), Coordinates[2];
  for (int Which : {0, 1}) {
    const ExprRef &Of = Which == 0 ? At : Next;
    std::string Name = Row.Name + (Which == 0 ? "_here" : "_next");
    ExprRef Begin =
        Names.let(Name + "_begin", beginOfRow(Row, Position, Of), Out);
    ExprRef Length = Names.let(
        Name + "_length",
        binary(BinaryOp::Sub, endOfRow(Row, Position, Of), Begin), Out);
    ExprRef IsFilled = binary(BinaryOp::Gt, Length, i64(0));
    AreFilled = Which == 0 ? IsFilled
                           : binary(BinaryOp::LogicalAnd, AreFilled, IsFilled);
    llvm::StringMap<ExprRef> InTheMiddle;
    InTheMiddle[Position.Name] =
        cast(Position.Ty, binary(BinaryOp::Add, Begin,
                                 binary(BinaryOp::Div, Length, i64(2))));
    Coordinates[Which] = Names.let(
        Name + "_middle",
        cast(Type::i64(), substitute(Asked.Coordinate, InTheMiddle)), Inside);
  }
  auto &[Here, There] = Coordinates;
  ExprRef Distance = binary(BinaryOp::Max, binary(BinaryOp::Sub, Here, There),
                            binary(BinaryOp::Sub, There, Here));
  Inside.push_back(
      count(Hits, binary(BinaryOp::Ge, Distance, i64(Asked.Count))));
  Out.push_back(std::make_shared<IfStmt>(AreFilled, block(std::move(Inside))));
  return std::make_shared<IfStmt>(binary(BinaryOp::Lt, Next, Rows),
                                  block(std::move(Out)));
}

/// Counts in \p Hits whether the row of position \p Wanted is as asked.
StmtRef ConditionTest::lookAt(const ExprRef &Wanted, const IndexVar &Row,
                              const ExprRef &Rows, const Place &Hits) {
  const IndexVar &Position = *N.findIndexVar(Asked.Var);
  Statements Out;
  std::string Found = Names.get(Row.Name + "_sample");
  appendSearch(
      Found, i64(0), binary(BinaryOp::Sub, Rows, i64(1)),
      [&](const ExprRef &Middle) {
        return binary(BinaryOp::Gt, endOfRow(Row, Position, Middle), Wanted);
      },
      Names, Out);
  ExprRef At = var(Type::i64(), Found);
  if (Asked.Asked == LoopCondition::Kind::Scattered) {
    Out.push_back(compareRows(Row, At, Rows, Hits));
    return block(std::move(Out));
  }
  ExprRef Length = lengthAt(Row, At);
  Out.push_back(
      Asked.Asked == LoopCondition::Kind::Uneven
          ? std::make_shared<AssignStmt>(Hits, ReduceOp::Max, Length)
          : count(Hits, binary(BinaryOp::Ge, Length, i64(Asked.Count))));
  return block(std::move(Out));
}

Statements ConditionTest::sample(const IndexVar &Row, const ExprRef &Rows,
                                 const Place &Hits) {
  const IndexVar &Position = *N.findIndexVar(Asked.Var);
  Statements Out;
  ExprRef Base =
      Names.let(Asked.Var + "_base", beginOfRow(Row, Position, i64(0)), Out);
  ExprRef Last = binary(BinaryOp::Sub, Rows, i64(1));
  ExprRef Step = Names.let(
      Asked.Var + "_step",
      binary(BinaryOp::Div,
             binary(BinaryOp::Sub, endOfRow(Row, Position, Last), Base),
             i64(Samples)),
      Out);
  std::string Which = Names.get(Asked.Var + "_which");
  StmtRef Look = lookAt(binary(BinaryOp::Add, Base, middleOf(Which, Step)), Row,
                        Rows, Hits);
  Out.push_back(
      std::make_shared<ForStmt>(Which, i64(0), i64(Samples), std::move(Look)));
  return Out;
}

/// Counts in \p Hits which of some rows, as far apart as can be, are as asked.
Statements ConditionTest::sampleRows(const IndexVar &Row, const ExprRef &Rows,
                                     const Place &Hits) {
  Statements Out, Look;
  ExprRef Step = Names.let(Row.Name + "_step",
                           binary(BinaryOp::Div, Rows, i64(Samples)), Out);
  std::string Which = Names.get(Row.Name + "_which");
  ExprRef At =
      Names.let(Row.Name + "_sample",
                binary(BinaryOp::Mul, var(Type::i64(), Which), Step), Look);
  Look.push_back(
      count(Hits, binary(BinaryOp::Lt, lengthAt(Row, At), i64(Asked.Count))));
  Out.push_back(std::make_shared<ForStmt>(Which, i64(0), i64(Samples),
                                          block(std::move(Look))));
  return Out;
}

ExprRef ConditionTest::lengthAt(const IndexVar &Row, const ExprRef &At) const {
  const IndexVar &Position = *N.findIndexVar(Asked.Var);
  return binary(BinaryOp::Sub, endOfRow(Row, Position, At),
                beginOfRow(Row, Position, At));
}

/// Counts in \p IsUneven whether the longest row takes longer than all
/// positions in equal shares and the kernels that find these.
Statements ConditionTest::compareLongest(const IndexVar &Row,
                                         const ExprRef &Rows,
                                         const Place &IsUneven) {
  const IndexVar &Position = *N.findIndexVar(Asked.Var);
  const Type Ty = Type::i64();
  Statements Out;
  ExprRef Lanes = i64(1);
  if (Asked.Lanes > 1) {
    const Place Usual{Names.get(Row.Name + "_usual"), Ty, nullptr};
    Out.push_back(std::make_shared<VarStmt>(Usual.Name, Ty, i64(0)));
    llvm::append_range(Out, sample(Row, Rows, Usual));
    Lanes = binary(BinaryOp::Div, var(Ty, Usual.Name), i64(PositionsOfLane));
    Lanes = binary(BinaryOp::Min, binary(BinaryOp::Max, Lanes, i64(1)),
                   i64(Asked.Lanes));
  }
  const Place Longest{Names.get(Row.Name + "_longest"), Ty, nullptr};
  Out.push_back(std::make_shared<VarStmt>(Longest.Name, Ty, i64(0)));
  std::string Which = Names.get(Row.Name + "_which");
  Out.push_back(std::make_shared<ForStmt>(
      Which, i64(0), Rows,
      std::make_shared<AssignStmt>(Longest, ReduceOp::Max,
                                   lengthAt(Row, var(Ty, Which)))));
  ExprRef Positions =
      binary(BinaryOp::Sub,
             endOfRow(Row, Position, binary(BinaryOp::Sub, Rows, i64(1))),
             beginOfRow(Row, Position, i64(0)));
  ExprRef InShares = binary(BinaryOp::Add, i64(PositionsOfLaunch),
                            binary(BinaryOp::Div, Positions, i64(Asked.Count)));
  Out.push_back(
      count(IsUneven, binary(BinaryOp::Ge, var(Ty, Longest.Name),
                             binary(BinaryOp::Mul, Lanes, InShares))));
  return Out;
}

ExprRef ConditionTest::run(Statements &Out) {
  if (Asked.Row.empty())
    return binary(Asked.Asked == LoopCondition::Kind::Exactly ? BinaryOp::Eq
                  : Asked.Asked == LoopCondition::Kind::Fewer ? BinaryOp::Lt
                                                              : BinaryOp::Ge,
                  lengthOf(*N.findIndexVar(Asked.Var)), i64(Asked.Count));
  const IndexVar &Row = *N.findIndexVar(Asked.Row);
  std::string Name = Names.get(Asked.Var + "_hits");
  Place Hits{Name, Type::i64(), nullptr};
  Out.push_back(std::make_shared<VarStmt>(Name, Type::i64(), i64(0)));
  ExprRef Rows = Names.let(Row.Name + "_rows", lengthOf(Row), Out);
  // Without rows no position may be read.
  Statements Look = Asked.Asked == LoopCondition::Kind::Fewer
                        ? sampleRows(Row, Rows, Hits)
                    : Asked.Asked == LoopCondition::Kind::Uneven
                        ? compareLongest(Row, Rows, Hits)
                        : sample(Row, Rows, Hits);
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, Rows, i64(0)),
                                         block(std::move(Look))));
  const bool IsEnough = Asked.Asked == LoopCondition::Kind::SomeAtLeast ||
                        Asked.Asked == LoopCondition::Kind::Uneven;
  return binary(BinaryOp::Gt, var(Type::i64(), Name),
                i64(IsEnough ? 0 : Samples / 2));
}

ExprRef lacuna::testOf(const Nest &N, const LoopCondition &Asked,
                       MadeNames &Names, Statements &Out) {
  return ConditionTest(N, Asked, Names).run(Out);
}
