//===- Coord.cpp - coord(p, j) and blocks of coordinates ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the positions of a row, counted in coordinates, is cut into
// blocks of coordinates. Each row goes on in a block where it stopped in the
// one before, so that its positions keep their order whatever `crd` holds:
// that coordinates ascend is what makes blocks useful, not what makes them
// right.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// Rows that wait for their next block stand on the stack of generated code.
static constexpr int64_t MaxRows = 4096;

/// Whether \p E, where it is evaluated, reads \p Array at \p Position.
static bool reads(const ExprRef &E, StringRef Array, StringRef Position) {
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    if (auto *At = dyn_cast<VarExpr>(Load->index().get()))
      if (Load->array() == Array && At->name() == Position)
        return true;
  if (isConditional(*E))
    return reads(E->operands().front(), Array, Position);
  return any_of(E->operands(), [&](const ExprRef &Part) {
    return reads(Part, Array, Position);
  });
}

/// Thesis 5.2: the same iterations, counted in coordinates.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &) {
  Expected<LoopArg> L = transformedArg(N, C, C.Args[0], Transform::Other);
  if (!L)
    return L.takeError();
  const IndexVar &P = *L->Var;
  const ClauseArg &Arg = C.Args[0];
  if (L->ByCoordinate)
    return makeError(Arg.Where, msg::IsCoordinateNotPosition(Arg.Text, P.Name),
                     {}, P.Name);
  std::string Crd = coordinateArray(N, P.Name);
  std::optional<Segments> S = segmentsOf(N, P);
  if (!S || Crd.empty())
    return makeError(Arg.Where, msg::NotOverCompressedLevel(P.Name));
  const Operand *Array = N.findOperand(Crd);
  if (!Array || Array->Written || !Array->Ty.isInteger())
    return makeError(Arg.Where, msg::CoordinatesAreWritten(Crd, P.Name));
  bool ReadsAlways =
      any_of(statementsOf(L->Loop->body()), [&](const StmtRef &B) {
        return isa<LetStmt, VarStmt, AssignStmt>(B.get()) &&
               any_of(expressions(*B),
                      [&](const ExprRef &E) { return reads(E, Crd, P.Name); });
      });
  if (!ReadsAlways)
    return makeError(Arg.Where, msg::CoordinateNotAlwaysRead(Crd, P.Name));
  const std::string &Wanted = C.Args[1].Text;
  bool IsOwn = Wanted == P.Coordinate;
  std::string Name = Wanted;
  if (IsOwn) {
    Name = unusedName(N, Wanted + "_coord");
  } else if (Error E = newNameArg(N, C.Args[1]).takeError()) {
    return std::move(E);
  }
  Nest Result = N;
  // The name goes over to the new variable.
  if (IsOwn)
    for (IndexVar &V : Result.IndexVars)
      if (V.Name == P.Name)
        V.Coordinate.clear();
  Result.Body =
      replaceLoop(N.Body, P.Name,
                  std::make_shared<LoopStmt>(Name, L->Loop->body(),
                                             L->Loop->tags(), L->Loop->tag()));
  Result.IndexVars.push_back(
      {Name, Type::i64(), nullptr, nullptr, IsOwn ? Wanted : ""});
  Result.Relations.push_back(
      {RelationKind::Coord, {P.Name}, {Name}, 0, tensorOver(N, P.Name)});
  return Result;
}

//===-- a loop over blocks moves out of the rows --------------------------===//

namespace {

class BlocksOutward {
public:
  BlocksOutward(const Nest &N, StringRef Rows, StringRef Blocks,
                TextRange Where)
      : N(N), Rows(Rows), Blocks(Blocks), Where(Where),
        RowLoop(findLoop(N.Body, Rows)) {}

  Expected<Nest> run();

private:
  Error checkRows();
  Error partition();
  Error checkDeclaration(const StmtRef &S, const StringSet<> &Changed);
  Error refuse(const Twine &Why) {
    return cannotExchange(Rows, Blocks, Where, Why);
  }

  const Nest &N;
  StringRef Rows, Blocks;
  TextRange Where;
  const LoopStmt *RowLoop;
  const LoopStmt *BlockLoop = nullptr;
  std::string Row; ///< the user's variable
  std::vector<StmtRef> Enter, Leave;
};

} // namespace

/// One thing for each row is remembered: there must be few rows, or rows whose
/// number is known in front.
Error BlocksOutward::checkRows() {
  const Relation *Tile = N.producer(Blocks);
  const Relation *Coord = N.producer(Tile->Parents.front());
  Row = segmentsOf(N, *N.findIndexVar(Coord->Parents.front()))->Row->Name;
  if (Rows == Row) {
    const IndexVar &V = *N.findIndexVar(Rows);
    bool IsOutermost = pathTo(N.Body, Rows).size() == 1;
    if (IsOutermost && isOverScalars(N, V.Lo) && isOverScalars(N, V.Hi))
      return Error::success();
    return refuse(msg::RowsNotOutermost(Rows));
  }
  const Relation *Cut = N.producer(Rows);
  if (Cut && Cut->Kind == RelationKind::Split && Cut->Children[1] == Rows &&
      Cut->Parents.front() == Row) {
    if (Cut->Factor > MaxRows)
      return refuse(msg::TooManyRowsRemembered(Rows, Cut->Factor, MaxRows));
    std::vector<const LoopStmt *> Path = pathTo(N.Body, Rows);
    if (any_of(Path,
               [&](const LoopStmt *L) { return L->var() == Cut->Children[0]; }))
      return Error::success();
  }
  return refuse(msg::NeitherRowsNorTile(Rows, Row));
}

Error BlocksOutward::checkDeclaration(const StmtRef &S,
                                      const StringSet<> &Changed) {
  if (auto *Let = dyn_cast<LetStmt>(S.get())) {
    std::string Read = readOf(Let->init(), Changed);
    if (!Read.empty())
      return refuse(msg::BetweenThemReadsWritten(Let->name(), Read));
  }
  if (auto *Var = dyn_cast<VarStmt>(S.get()); Var && !Var->init())
    return refuse(msg::NoValueAtRowStart(Var->name()));
  if (auto *Array = dyn_cast<LocalArrayStmt>(S.get()))
    return refuse(msg::ArrayKeptForEachRow(Array->name()));
  return Error::success();
}

/// Sorts the statements of a row into what comes before its positions and what
/// comes after them.
Error BlocksOutward::partition() {
  StringSet<> Changed;
  for (const Access &A : accessesIn(N, RowLoop->body()))
    if (A.IsWrite)
      Changed.insert(A.Name);
  walk(RowLoop->body(), [&](const Stmt &S) {
    if (auto *Var = dyn_cast<VarStmt>(&S))
      Changed.insert(Var->name());
    return true;
  });
  for (const StmtRef &S : statementsOf(RowLoop->body())) {
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    if (Loop && Loop->var() == Blocks) {
      BlockLoop = Loop;
      continue;
    }
    if (!BlockLoop)
      if (Error E = checkDeclaration(S, Changed))
        return E;
    (BlockLoop ? Leave : Enter).push_back(S);
  }
  return BlockLoop ? Error::success() : refuse(msg::NotDirectlyNested());
}

Expected<Nest> BlocksOutward::run() {
  if (Error E = checkRows())
    return std::move(E);
  if (Error E = partition())
    return std::move(E);
  std::vector<Guard> Conditions;
  for (const Conflict &X : conflicts(N, Rows, &Conditions))
    return refuse(msg::RowsWouldBeReordered(X.Name));
  StmtRef Track = std::make_shared<TrackStmt>(
      Row, block(Enter), BlockLoop->body(), block(Leave), RowLoop->tag());
  StmtRef Inner = std::make_shared<LoopStmt>(Rows.str(), block({Track}),
                                             RowLoop->tags(), RowLoop->tag());
  Nest Result = N;
  Result.Body = replaceLoop(
      N.Body, Rows,
      std::make_shared<LoopStmt>(Blocks.str(), block({Inner}),
                                 BlockLoop->tags(), BlockLoop->tag()));
  addGuards(N, Result.Guards, Conditions);
  return Result;
}

Expected<Nest> moveBlocksOutward(const Nest &N, StringRef Rows,
                                 StringRef Blocks, TextRange Where) {
  return BlocksOutward(N, Rows, Blocks, Where).run();
}

//===-- what other commands may do with blocks ----------------------------===//

Error requireOutsideBlocks(const Nest &N, const Clause &C, const ClauseArg &Arg,
                           const LoopArg &L, bool OnThreads) {
  std::string Blocks;
  bool IsInside = false;
  for (const LoopStmt *Loop : pathTo(N.Body, L.Var->Name)) {
    if (isBlockLoop(N, Loop->var()))
      Blocks = Loop->var().str();
  }
  if (Blocks.empty())
    return Error::success();
  walk(L.Loop->body(), [&](const Stmt &S) {
    IsInside |= isa<TrackStmt>(&S);
    return true;
  });
  if (!OnThreads && Blocks != L.Var->Name && !IsInside)
    return Error::success();
  return makeError(
      Arg.Where, msg::BlocksFollowEachOther(
                     L.Var->Name,
                     (Blocks == L.Var->Name
                          ? "runs over blocks of coordinates, one after the "
                            "other"
                          : "runs inside the blocks '" + Blocks + "'"),
                     C.Name, (OnThreads ? "around them" : "inside the rows")));
}

static constexpr ArgInfo Args[] = {loop(), newLoop()};

const Command commands::coord = {
    {{"coord", "coord(p, j)", Args}},
    "counts the iterations of a loop over positions in coordinates",
    apply};

} // namespace lacuna
