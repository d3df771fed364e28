//===- Versions.cpp - a choice between programs at run time ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How long rows are is asked at a few positions that lie evenly among all of
// them, so that a row counts by what it has to do: of a graph with many short
// rows, the few long ones may hold most positions. Whatever `pos` holds,
// nothing is read but the bounds of rows, and coordinates between them.
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/Versions.h"
#include "Chunks.h"
#include "Guards.h"
#include "LoopQueries.h"
#include "Lowering.h"
#include "Outputs.h"
#include "Position.h"
#include "Transfers.h"
#include "lacuna/lower/Text.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Positions that are looked at.
static constexpr int64_t Samples = 8;

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

  const Nest &N;
  const LoopCondition &Asked;
  MadeNames &Names;
};

} // namespace

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
  ExprRef Length = binary(BinaryOp::Sub, endOfRow(Row, Position, At),
                          beginOfRow(Row, Position, At));
  Out.push_back(count(Hits, binary(BinaryOp::Ge, Length, i64(Asked.Count))));
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
  ExprRef Offset = binary(BinaryOp::Mul, var(Type::i64(), Which), Step);
  StmtRef Look = lookAt(binary(BinaryOp::Add, Base, Offset), Row, Rows, Hits);
  Out.push_back(
      std::make_shared<ForStmt>(Which, i64(0), i64(Samples), std::move(Look)));
  return Out;
}

ExprRef ConditionTest::run(Statements &Out) {
  bool Exactly = Asked.Asked == LoopCondition::Kind::Exactly;
  if (Asked.Row.empty())
    return binary(Exactly ? BinaryOp::Eq : BinaryOp::Ge,
                  lengthOf(*N.findIndexVar(Asked.Var)), i64(Asked.Count));
  const IndexVar &Row = *N.findIndexVar(Asked.Row);
  std::string Name = Names.get(Asked.Var + "_hits");
  Place Hits{Name, Type::i64(), nullptr};
  Out.push_back(std::make_shared<VarStmt>(Name, Type::i64(), i64(0)));
  ExprRef Rows = Names.let(Row.Name + "_rows", lengthOf(Row), Out);
  // Without rows no position may be read.
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Gt, Rows, i64(0)),
                                         block(sample(Row, Rows, Hits))));
  return binary(BinaryOp::Gt, var(Type::i64(), Name), i64(Samples / 2));
}

/// The nest of \p C whose ranges hold whatever version runs.
static const Nest &generalOf(const Choice &C) {
  return C.Versions.back().Graph;
}

/// Runs the first of \p Bodies whose version asks for what there is in
/// \p General.
static StmtRef chooseAtRunTime(const Nest &General,
                               llvm::ArrayRef<Version> Versions,
                               llvm::ArrayRef<StmtRef> Bodies) {
  const Version &First = Versions.front();
  if (First.When.empty())
    return Bodies.front();
  MadeNames Names(General);
  // What takes no looking is asked first.
  ExprRef Known;
  std::vector<std::pair<Statements, ExprRef>> Samples;
  for (const LoopCondition &L : First.When) {
    Statements Tests;
    ExprRef Holds = ConditionTest(General, L, Names).run(Tests);
    if (!Tests.empty())
      Samples.emplace_back(std::move(Tests), Holds);
    else
      Known = Known ? binary(BinaryOp::LogicalAnd, Known, Holds) : Holds;
  }
  StmtRef Others =
      chooseAtRunTime(General, Versions.drop_front(), Bodies.drop_front());
  if (Samples.empty())
    return std::make_shared<IfStmt>(Known, Bodies.front(), Others);
  Type Bool = Type::boolean();
  Place Flag{Names.get("is_chosen_" + llvm::Twine(Versions.size())), Bool,
             nullptr};
  ExprRef IsChosen = var(Bool, Flag.Name);
  Statements Out = {std::make_shared<VarStmt>(
      Flag.Name, Bool, Known ? Known : constant(Bool, 1))};
  for (auto &[Tests, Holds] : Samples) {
    Tests.push_back(assign(Flag, Holds));
    Out.push_back(std::make_shared<IfStmt>(IsChosen, block(std::move(Tests))));
  }
  Out.push_back(std::make_shared<IfStmt>(IsChosen, Bodies.front(), Others));
  return block(std::move(Out));
}

/// Moves the arrays of run-time size from the top of \p Body to \p Allocations,
/// where those of other versions stand.
static StmtRef takeAllocations(const StmtRef &Body, Statements &Allocations) {
  Statements Rest = statementsOf(Body);
  while (!Rest.empty() && llvm::isa<LocalArrayStmt>(Rest.front().get())) {
    auto &Array = llvm::cast<LocalArrayStmt>(*Rest.front());
    auto Known = llvm::find_if(Allocations, [&](const StmtRef &S) {
      return llvm::cast<LocalArrayStmt>(*S).name() == Array.name();
    });
    if (Known == Allocations.end())
      Allocations.push_back(Rest.front());
    else if (!structurallyEqual(*Known, Rest.front()))
      *Known = std::make_shared<LocalArrayStmt>(
          Array.name().str(), Array.elem(),
          binary(BinaryOp::Max, Array.extent(),
                 llvm::cast<LocalArrayStmt>(**Known).extent()),
          nullptr, Array.tag());
    Rest.erase(Rest.begin());
  }
  return block(std::move(Rest));
}

/// The guards of the nest, then whether it pays.
static llvm::Expected<std::vector<ProgramGuard>>
allGuards(const Choice &C, const LowerOptions &Options) {
  const Nest &N = generalOf(C);
  llvm::Expected<std::vector<ProgramGuard>> Guards = guardsOf(N, Options);
  if (Guards && C.Pays)
    Guards->push_back({"there is too little work for threads", nullptr,
                       ifOutermostRuns(N, C.Pays), std::nullopt});
  if (Guards && C.AtLeastThreads > 1)
    Guards->push_back({"there are too few threads for a loop that runs twice",
                       nullptr,
                       binary(BinaryOp::Ge, teamSize(N.Facts.NumThreads),
                              i64(C.AtLeastThreads)),
                       std::nullopt});
  return Guards;
}

/// That the stores which were to bypass the caches do.
static llvm::Error checkStreams(const Nest &N, const StmtRef &Body) {
  llvm::StringSet<> Streamed;
  walk(Body, [&](const Stmt &S) {
    if (auto *Stream = llvm::dyn_cast<StreamStmt>(&S))
      Streamed.insert(Stream->array());
    return true;
  });
  for (const std::string &Array : N.Facts.NonTemporal)
    if (!Streamed.contains(Array))
      return makeError(
          {}, "'nontemporal' finds no row of '" + Array +
                  "' that is kept in vector registers and then stored; it "
                  "needs a 'cpu_vector' loop over its elements, of a constant "
                  "number of iterations that fill cache lines of " +
                  std::to_string(CacheLineBytes) + " bytes");
  return llvm::Error::success();
}

llvm::Expected<LoopProgram> lacuna::lower(const Choice &C,
                                          const LowerOptions &Options) {
  Statements Bodies, Body;
  for (const Version &V : C.Versions) {
    llvm::Expected<StmtRef> Code = Lowering(V.Graph).run();
    if (!Code)
      return Code.takeError();
    Bodies.push_back(takeAllocations(*Code, Body));
  }
  llvm::Expected<std::vector<ProgramGuard>> Guards = allGuards(C, Options);
  if (!Guards)
    return Guards.takeError();
  const Nest &N = generalOf(C);
  LoopProgram P;
  P.Name = N.Name;
  P.Operands = N.Operands;
  P.Guards = std::move(*Guards);
  Body.push_back(chooseAtRunTime(N, C.Versions, Bodies));
  P.Body = block(std::move(Body));
  if (llvm::Error E = checkStreams(N, P.Body))
    return std::move(E);
  if (hasKernels(P)) {
    llvm::Expected<ProgramTransfers> Needed =
        transfersOf(N, Options.AsWritten ? *Options.AsWritten : N);
    if (!Needed)
      return Needed.takeError();
    P.Transfers = std::move(*Needed);
    // A kernel reads through caches that do not see what it stores.
    for (ProgramGuard &G : P.Guards)
      G.OrOne = false;
  }
  if (!Options.Verify)
    return P;
  bool IsLoose =
      Options.IsFpLoose || llvm::any_of(C.Versions, [&](const Version &V) {
        return reassociates(*Options.AsWritten, V.Graph);
      });
  OutputScan Scan(*Options.AsWritten, IsLoose);
  llvm::Expected<StmtRef> Code = Lowering(Scan.nest()).run();
  if (!Code)
    return Code.takeError();
  P.Outputs = Scan.outputs(std::move(*Code));
  // What a workspace holds in the end is nothing that counts.
  llvm::erase_if(P.Outputs->Slices, [&](const ArraySlice &S) {
    return llvm::is_contained(N.Facts.Private, S.Array);
  });
  return P;
}

void lacuna::print(llvm::raw_ostream &OS, const Choice &C) {
  for (const Version &V : C.Versions) {
    if (C.AtLeastThreads > 1)
      OS << "// where there are " << C.AtLeastThreads << " threads\n";
    if (C.Pays) {
      OS << "// where ";
      print(OS, C.Pays);
      OS << '\n';
    }
    if (!V.When.empty())
      OS << "// where " << describe(V.When) << '\n';
    print(OS, V.Graph);
  }
}
