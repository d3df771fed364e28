//===- DenseForms.cpp - loops over all that is stored or not --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/DenseForms.h"
#include "LeftOutZeros.h"
#include "LevelTensor.h"
#include "RowConditions.h"
#include "lacuna/analysis/NestQueries.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

namespace {

/// One loop over coordinates, and the search in it.
class DenseLoop {
public:
  DenseLoop(const Nest &N, StringRef Var)
      : N(N), Lets(letsIn(N.Body)), Path(pathTo(N.Body, Var)),
        Loop(*Path.back()), Column(*N.findIndexVar(Var)),
        Along(alongRow(Loop.body(), Column, N, Lets)) {}

  /// The nest with another loop in its place; nothing if it does not search.
  std::optional<Nest> replaced();
  /// The array of coordinates that is searched.
  const std::string &searched() const { return Search.Crd; }

private:
  bool findSearch(const StmtRef &Body);
  bool findCases();
  StmtRef withCase(const StmtRef &Case) const;

  std::string fresh(StringRef Base);
  StmtRef withOwnLocals(const StmtRef &Body);
  StmtRef at(const StmtRef &Body, const ExprRef &Position,
             const ExprRef &Coordinate);
  ExprRef hasColumns() const;
  ExprRef isOutside() const;
  ExprRef positionsBehindFirst(const std::string &Next);
  bool isWithinArray() const;
  StmtRef checkAtOnce(const std::string &Written);
  StmtRef checkStepwise(const std::string &Written);
  StmtRef checkRow(const std::string &Written);
  StmtRef eachEntry();
  StmtRef overEntries(const std::string &Written);
  StmtRef withCursor();

  const Nest &N;
  const StringMap<ExprRef> Lets;
  const std::vector<const LoopStmt *> Path;
  const LoopStmt &Loop;
  const IndexVar &Column;
  const RowBody Along; ///< what is gone through instead

  SegmentSearch Search;
  StmtRef Block; ///< in which the search stands
  size_t Place = 0;
  int64_t LeastColumns = 1; ///< for one of which the search certainly runs
  StmtRef Found, Missing;   ///< the body of the loop
  /// Where nothing has to be done without an entry.
  std::optional<LeftOutZeros> LeftOut;
  std::vector<IndexVar> Made;
  llvm::StringSet<> Names;
};

ExprRef wide(const ExprRef &E) { return cast(Type::i64(), E); }

ExprRef negated(const ExprRef &E) { return unary(UnaryOp::LogicalNot, E); }

StmtRef setFlag(const std::string &Name, const ExprRef &Value) {
  return assign({Name, Type::boolean(), nullptr}, Value);
}

bool uses(const StmtRef &S, StringRef Name) {
  return anyOf(S, [&](const Stmt &Part) {
    return llvm::any_of(expressions(Part),
                        [&](const ExprRef &E) { return usesVar(E, Name); });
  });
}

} // namespace

//===-- the search --------------------------------------------------------===//

/// Finds a search among the statements of \p Body that runs for all columns but
/// for some that have names: what it reads is read in any case.
bool DenseLoop::findSearch(const StmtRef &Body) {
  const std::vector<StmtRef> List = statementsOf(Body);
  for (size_t At = 0; At < List.size(); ++At) {
    if (isa<LoopStmt, WhileStmt>(List[At].get())) {
      if (auto S = searchFor(Column.Name, N, Lets, List, At)) {
        Search = std::move(*S);
        Block = Body;
        Place = At;
        return true;
      }
      continue;
    }
    if (isa<BlockStmt>(List[At].get()) && findSearch(List[At]))
      return true;
    const auto *If = dyn_cast<IfStmt>(List[At].get());
    if (If &&
        N.findIndexVar(leavesOut(substitute(If->cond(), Lets), Column.Name)) &&
        findSearch(If->thenBody())) {
      ++LeastColumns;
      return true;
    }
  }
  return false;
}

/// The loop's body with \p Case in place of the block that searches.
StmtRef DenseLoop::withCase(const StmtRef &Case) const {
  if (Along.Body == Block)
    return Case;
  return rewrite(
      Along.Body,
      [&](const StmtRef &S) -> StmtRef { return S == Block ? Case : nullptr; },
      nullptr);
}

bool DenseLoop::findCases() {
  const std::vector<StmtRef> List = statementsOf(Block);
  const StmtRef There =
      withoutSearch(N, Search, Search.Found, Lets, List, Place);
  if (!There)
    return false;
  Found = withCase(There);
  for (const SearchOutcome &Outcome : Search.Missing) {
    const StmtRef Case = withoutSearch(N, Search, Outcome, Lets, List, Place);
    const StmtRef Body = Case ? withCase(Case) : nullptr;
    if (!Body || (Missing && !structurallyEqual(Missing, Body)))
      return false;
    Missing = Body;
  }
  auto IsOther = [](const Stmt &S) {
    return isa<LoopStmt, LocalArrayStmt>(&S);
  };
  return !uses(Missing, AtPosition) && !uses(Missing, LostPosition) &&
         !uses(Found, LostPosition) && !anyOf(Found, IsOther) &&
         !anyOf(Missing, IsOther);
}

//===-- what is made ------------------------------------------------------===//

std::string DenseLoop::fresh(StringRef Base) {
  std::string Name = unusedName(
      N, Base, [&](StringRef Taken) { return Names.contains(Taken); });
  Names.insert(Name);
  return Name;
}

/// \p Body with names of its own for what it declares.
StmtRef DenseLoop::withOwnLocals(const StmtRef &Body) {
  StringMap<ExprRef> Renamed;
  walk(Body, [&](const Stmt &S) {
    if (const auto *Let = dyn_cast<LetStmt>(&S))
      Renamed[Let->name()] = var(Let->type(), fresh(Let->name()));
    if (const auto *Var = dyn_cast<VarStmt>(&S))
      Renamed[Var->name()] = var(Var->type(), fresh(Var->name()));
    return true;
  });
  auto NameOf = [&](StringRef Old) {
    return llvm::cast<VarExpr>(*Renamed.lookup(Old)).name().str();
  };
  return rewrite(
      substitute(Body, Renamed),
      [&](const StmtRef &S) -> StmtRef {
        if (const auto *Let = dyn_cast<LetStmt>(S.get()))
          return std::make_shared<LetStmt>(NameOf(Let->name()), Let->init(),
                                           S->tag());
        if (const auto *Var = dyn_cast<VarStmt>(S.get()))
          return std::make_shared<VarStmt>(NameOf(Var->name()), Var->type(),
                                           Var->init(), S->tag());
        return nullptr;
      },
      nullptr);
}

/// \p Body at \p Position, which has \p Coordinate.
StmtRef DenseLoop::at(const StmtRef &Body, const ExprRef &Position,
                      const ExprRef &Coordinate) {
  StringMap<ExprRef> There;
  There[AtPosition] = Position;
  There[Column.Name] = Coordinate;
  return substitute(withOwnLocals(Body), There);
}

/// Whether the row is none of those that Along goes through, or the segment is
/// none that a search by comparisons goes through as the loop does, or the
/// range of coordinates, or a factor is not finite.
ExprRef DenseLoop::isOutside() const {
  std::vector<ExprRef> Any = Along.Unless;
  Any.push_back(binary(BinaryOp::Lt, Search.Hi, Search.Lo));
  Any.push_back(binary(BinaryOp::Lt, wide(Column.Lo), i64(0)));
  const Type &Ty = Search.Key->type();
  if (!Ty.holdsAllOf(Column.Ty) && Ty.bits() < 64)
    Any.push_back(binary(BinaryOp::Lt,
                         i64(int64_t(1) << (Ty.bits() - Ty.isSigned())),
                         wide(Column.Hi)));
  if (isWithinArray()) {
    Any.push_back(
        binary(BinaryOp::Lt, wide(Search.indexAt(Search.Lo)), i64(0)));
    Any.push_back(binary(BinaryOp::Lt, wide(N.findOperand(Search.Crd)->Extent),
                         wide(Search.indexAt(Search.Hi))));
  }
  if (LeftOut)
    for (const ExprRef &Factor : LeftOut->Finite)
      Any.push_back(negated(question("isfinite", Factor)));
  ExprRef Is;
  for (const ExprRef &E : Any)
    if (constantValue(E) != 0)
      Is = Is ? binary(BinaryOp::LogicalOr, Is, E) : E;
  return Is;
}

/// Whether the loop runs for so many columns that it searches.
ExprRef DenseLoop::hasColumns() const {
  if (LeastColumns == 1)
    return binary(BinaryOp::Lt, Column.Lo, Column.Hi);
  return binary(
      BinaryOp::LogicalAnd, binary(BinaryOp::Lt, Column.Lo, Column.Hi),
      binary(BinaryOp::Lt, i64(LeastColumns - 1),
             binary(BinaryOp::Sub, wide(Column.Hi), wide(Column.Lo))));
}

/// The positions behind the first one of the row, as a loop over \p Next.
ExprRef DenseLoop::positionsBehindFirst(const std::string &Next) {
  const ExprRef One = constant(Search.PositionTy, 1);
  Made.push_back({Next, Search.PositionTy,
                  binary(BinaryOp::Add, Search.Lo, One), Search.Hi, ""});
  return var(Search.PositionTy, Next);
}

/// Whether it is known that all coordinates of a row that is not outside are
/// elements of their array.
bool DenseLoop::isWithinArray() const {
  return N.findOperand(Search.Crd)->Extent != nullptr;
}

/// Looks at all of a row within its array: in lanes.
StmtRef DenseLoop::checkAtOnce(const std::string &Written) {
  const std::string Next = fresh("p");
  const ExprRef At = positionsBehindFirst(Next),
                One = constant(Search.PositionTy, 1);
  const ExprRef IsBeside = binary(
      BinaryOp::LogicalOr,
      binary(BinaryOp::Lt, Search.coordinateAt(Search.Lo), wide(Column.Lo)),
      binary(BinaryOp::Ge,
             Search.coordinateAt(binary(BinaryOp::Sub, Search.Hi, One)),
             wide(Column.Hi)));
  const ExprRef Descends =
      binary(BinaryOp::Ge, Search.coordinateAt(binary(BinaryOp::Sub, At, One)),
             Search.coordinateAt(At));
  return block({setFlag(Written, IsBeside),
                std::make_shared<LoopStmt>(
                    Next, std::make_shared<AssignStmt>(
                              lacuna::Place{Written, Type::boolean(), nullptr},
                              ReduceOp::Or, Descends))});
}

/// Looks no further than a search for the last column does, which reads on up
/// to what is not less.
StmtRef DenseLoop::checkStepwise(const std::string &Written) {
  const std::string Next = fresh("p");
  const ExprRef At = positionsBehindFirst(Next),
                One = constant(Search.PositionTy, 1);
  auto Unless = [&](const ExprRef &Cond) -> StmtRef {
    return std::make_shared<IfStmt>(negated(var(Type::boolean(), Written)),
                                    setFlag(Written, Cond));
  };
  const ExprRef Before = Search.coordinateAt(binary(BinaryOp::Sub, At, One));
  const StmtRef Order = std::make_shared<LoopStmt>(
      Next,
      Unless(binary(BinaryOp::LogicalOr,
                    binary(BinaryOp::Ge, Before,
                           binary(BinaryOp::Sub, wide(Column.Hi), i64(1))),
                    binary(BinaryOp::Ge, Before, Search.coordinateAt(At)))));
  return block(
      {setFlag(Written, binary(BinaryOp::Lt, Search.coordinateAt(Search.Lo),
                               wide(Column.Lo))),
       Order,
       Unless(binary(BinaryOp::Ge,
                     Search.coordinateAt(binary(BinaryOp::Sub, Search.Hi, One)),
                     wide(Column.Hi)))});
}

/// Sets \p Written where the row cannot be gone through but as written.
StmtRef DenseLoop::checkRow(const std::string &Written) {
  const StmtRef Entries =
      isWithinArray() ? checkAtOnce(Written) : checkStepwise(Written);
  return std::make_shared<IfStmt>(
      hasColumns(),
      block({setFlag(Written, isOutside()),
             std::make_shared<IfStmt>(
                 binary(BinaryOp::LogicalAnd,
                        negated(var(Type::boolean(), Written)),
                        binary(BinaryOp::Lt, Search.Lo, Search.Hi)),
                 Entries)}));
}

/// What is done for each entry: a merge of the row alone, or where coordinates
/// are made of what is stored, a loop over positions.
StmtRef DenseLoop::eachEntry() {
  const std::string Position = fresh("p"), Coordinate = fresh(Column.Name);
  const ExprRef At = var(Search.PositionTy, Position),
                Here = var(Column.Ty, Coordinate);
  const StmtRef Body = at(Found, At, Here);
  const IndexVar Positions{Position, Search.PositionTy, Search.Lo, Search.Hi,
                           ""};
  if (!Search.isPlain()) {
    Made.push_back(Positions);
    // The condition holds, and says which elements are accessed.
    const ExprRef IsColumn =
        binary(BinaryOp::LogicalAnd, binary(BinaryOp::Le, Column.Lo, Here),
               binary(BinaryOp::Lt, Here, Column.Hi));
    return std::make_shared<LoopStmt>(
        Position,
        block({std::make_shared<LetStmt>(
                   Coordinate, cast(Column.Ty, Search.coordinateAt(At))),
               std::make_shared<IfStmt>(IsColumn, Body)}),
        LoopTags(), Loop.tag());
  }
  const std::string Has = fresh("has");
  Made.push_back({Coordinate, Column.Ty, Column.Lo, Column.Hi, ""});
  Made.push_back(Positions);
  return std::make_shared<LoopStmt>(
      Coordinate, Body, LoopTags(), Loop.tag(),
      std::make_shared<Merge>(
          Merge{{{Has, Position}}, var(Type::boolean(), Has)}));
}

/// The loop over what is stored.
StmtRef DenseLoop::overEntries(const std::string &Written) {
  std::vector<StmtRef> Out, Again;
  ExprRef IsNegativeZero;
  for (const ZeroSum &Sum : LeftOut->Zeros) {
    const lacuna::Place &To = Sum.Target;
    const ExprRef Now =
        To.Index ? load(To.Ty, To.Name, To.Index) : var(To.Ty, To.Name);
    const std::string First = fresh("first");
    Out.push_back(std::make_shared<VarStmt>(First, To.Ty, Now));
    Again.push_back(assign(To, var(To.Ty, First)));
    const ExprRef Is = binary(
        BinaryOp::LogicalAnd,
        binary(BinaryOp::Eq, Now, std::make_shared<ConstantExpr>(To.Ty, "0.0")),
        question("signbit", Now));
    IsNegativeZero =
        IsNegativeZero ? binary(BinaryOp::LogicalOr, IsNegativeZero, Is) : Is;
  }
  Out.push_back(eachEntry());
  if (IsNegativeZero) {
    Again.push_back(setFlag(Written, constant(Type::boolean(), 1)));
    Out.push_back(
        std::make_shared<IfStmt>(IsNegativeZero, block(std::move(Again))));
  }
  return block(std::move(Out));
}

/// The loop over all coordinates, which moves a cursor along.
StmtRef DenseLoop::withCursor() {
  const std::string Cursor = fresh("p"), Coordinate = fresh(Column.Name);
  const ExprRef At = var(Search.PositionTy, Cursor),
                Here = var(Column.Ty, Coordinate);
  Made.push_back({Coordinate, Column.Ty, Column.Lo, Column.Hi, ""});
  const ExprRef HasEntry =
      binary(BinaryOp::LogicalAnd, binary(BinaryOp::Lt, At, Search.Hi),
             binary(BinaryOp::Eq, Search.coordinateAt(At), wide(Here)));
  const StmtRef Step = std::make_shared<AssignStmt>(
      lacuna::Place{Cursor, Search.PositionTy, nullptr}, ReduceOp::Add,
      constant(Search.PositionTy, 1));
  const StmtRef Entry = block({at(Found, At, Here), Step});
  const StmtRef None = at(Missing, At, Here);
  const StmtRef Each = std::make_shared<IfStmt>(
      HasEntry, Entry, statementsOf(None).empty() ? nullptr : None);
  return block(
      {std::make_shared<VarStmt>(Cursor, Search.PositionTy, Search.Lo),
       std::make_shared<LoopStmt>(Coordinate, Each, LoopTags(), Loop.tag())});
}

std::optional<Nest> DenseLoop::replaced() {
  if (Path.size() < 2 || Column.isDerived() || Loop.merge() ||
      !findSearch(Along.Body) || !findCases())
    return std::nullopt;
  LeftOut.emplace(N, Lets, Path, Column, Search.Crd, Found,
                  Along.Unless.empty() ? Found : Loop.body());
  if (!LeftOut->find(Missing))
    LeftOut.reset();
  const std::string Written = fresh("as_written");
  const ExprRef IsWritten = var(Type::boolean(), Written);
  std::vector<StmtRef> Out;
  Out.push_back(std::make_shared<VarStmt>(Written, Type::boolean(),
                                          constant(Type::boolean(), 1)));
  Out.push_back(checkRow(Written));
  Out.push_back(std::make_shared<IfStmt>(
      negated(IsWritten), LeftOut ? overEntries(Written) : withCursor()));
  Nest M = N;
  StmtRef AsIs;
  walk(N.Body, [&](const Stmt &S) {
    for (const StmtRef &Part : children(S))
      if (Part.get() == &Loop)
        AsIs = Part;
    return !AsIs;
  });
  Out.push_back(std::make_shared<IfStmt>(IsWritten, AsIs));
  M.Body = replaceLoop(N.Body, Column.Name, block(std::move(Out)));
  auto Derived = llvm::find_if(M.IndexVars,
                               [](const IndexVar &V) { return V.isDerived(); });
  M.IndexVars.insert(Derived, Made.begin(), Made.end());
  if (LeftOut) {
    llvm::append_range(M.Guards, LeftOut->Guards);
    if (Search.isPlain())
      M.Tensors.push_back(levelTensor(M, Made.back().Name, Search.Crd, M.Body));
  }
  return M;
}

std::optional<EntryNest>
overEntries(const Nest &N, llvm::function_ref<bool(StringRef)> IsNamed) {
  std::vector<std::string> Loops;
  walk(N.Body, [&](const Stmt &S) {
    const auto *Loop = dyn_cast<LoopStmt>(&S);
    if (Loop && !IsNamed(Loop->var()))
      Loops.push_back(Loop->var().str());
    return true;
  });
  EntryNest Result{N, {}};
  for (const std::string &Var : Loops) {
    DenseLoop Loop(Result.Graph, Var);
    std::optional<Nest> New = Loop.replaced();
    if (!New)
      continue;
    if (!llvm::is_contained(Result.Searched, Loop.searched()))
      Result.Searched.push_back(Loop.searched());
    Result.Graph = std::move(*New);
  }
  return Result.Searched.empty() ? std::nullopt : std::optional(Result);
}

} // namespace lacuna
