//===- TrackedLoops.cpp - tracked loops of the iteration graph ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "lacuna/lower/positions/FusedPositions.h"
#include "lacuna/lower/positions/PartsOfRows.h"
#include "lacuna/lower/positions/RowsOfBlocks.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// The relation that fused the row and the position that \p Var descends from.
static const Relation *fusionAbove(const Nest &N, llvm::StringRef Var) {
  const Relation *Made = N.producer(Var);
  while (Made && Made->Kind != RelationKind::Fuse)
    Made = N.producer(Made->Parents.front());
  return Made;
}

/// The loops from \p Loop down to a TrackStmt, where nothing else is inside
/// them; empty if there is none.
static std::vector<const LoopStmt *> pathToTrack(const LoopStmt &Loop) {
  std::vector<const LoopStmt *> Path = {&Loop};
  for (;;) {
    std::vector<StmtRef> Body = statementsOf(Path.back()->body());
    if (Body.size() != 1)
      return {};
    if (llvm::isa<TrackStmt>(Body.front().get()))
      return Path;
    auto *Inner = llvm::dyn_cast<LoopStmt>(Body.front().get());
    if (!Inner)
      return {};
    Path.push_back(Inner);
  }
}

/// Lowers the loops around a TrackStmt, all at once; on a GPU those inside the
/// ones on units. False if \p Loop is to be lowered as any other.
bool Lowering::lowerTracked(const LoopStmt &Loop, LoopScope &Scope,
                            Statements &Out) {
  if (!fusionAbove(N, Loop.var()))
    return false;
  std::vector<const LoopStmt *> Path = pathToTrack(Loop);
  if (Path.empty())
    return false;
  auto &Track =
      llvm::cast<TrackStmt>(*statementsOf(Path.back()->body()).front());
  FusedRows Rows = fusedRows(Track);
  const bool InKernel = Scope.Begins.count(Rows.Position->Name);
  if (llvm::any_of(Path, [](const LoopStmt *L) { return gpuTag(*L); })) {
    if (InKernel)
      return lowerBlock(Rows, Path, Track, Scope, Out);
    lowerKernel(Rows, Loop, Track, Scope, Out);
    return true;
  }
  // The innermost one follows the rows: parts of a thread's positions are
  // rounded up, and may reach into those of the next one together.
  if (InKernel && Path.size() > 1)
    return false;
  if (InKernel)
    lowerPart(Rows, Path, Track, Scope, Out);
  else
    lowerRows(Rows, Path, Track, Scope, Out);
  return true;
}

/// What the loop around \p Track is fused from.
Lowering::FusedRows Lowering::fusedRows(const TrackStmt &Track) const {
  const Relation *Fusion = N.consumer(Track.outer());
  FusedRows R{Fusion->Children.front(), N.findIndexVar(Track.outer()),
              N.findIndexVar(Fusion->Parents[1])};
  while (const Relation *Next = N.consumer(R.Fused)) {
    bool IsAbove =
        Next->Kind == RelationKind::Pos ||
        (Next->Kind == RelationKind::Fuse && Next->Parents[1] == R.Fused);
    if (!IsAbove)
      break;
    R.Fused = Next->Children.front();
  }
  if (auto Whole = WholeRows.find(R.Row->Name); Whole != WholeRows.end())
    R.Row = &Whole->second;
  return R;
}

/// The underived variable that the range of \p Var is over, null if there is
/// none.
static const IndexVar *rowAbove(const Nest &N, const IndexVar &Var) {
  for (const auto &Name : freeVars(Var.Lo))
    if (const IndexVar *V = N.findIndexVar(Name.getKey()))
      return V;
  return nullptr;
}

std::vector<ParentRow> Lowering::rowsAbove(const IndexVar &Row) const {
  std::vector<ParentRow> Above;
  const IndexVar *Child = N.findIndexVar(Row.Name);
  while (const IndexVar *Parent = rowAbove(N, *Child)) {
    auto Range = guardedRange(N, *Parent);
    ExprRef First = cast(Type::i64(), Parent->Lo),
            Last = cast(Type::i64(), Parent->Hi);
    Above.push_back({Parent, Child, Range ? Range->first : First,
                     Range ? Range->second : Last});
    Child = Parent;
  }
  return Above;
}

/// Consecutive positions that one iteration of the loop over \p Var stands for.
ExprRef Lowering::grainOf(llvm::StringRef Var, const LoopScope &Scope) const {
  const Relation &Made = *N.producer(Var);
  if (Made.Kind == RelationKind::Fuse)
    return i64(1);
  ExprRef Parent = grainOf(Made.Parents.front(), Scope);
  if (!isTile(Made) || Made.Children[0] != Var)
    return Parent;
  return binary(BinaryOp::Mul, Parent, Ranges.size(Made, Scope));
}

/// Declares how many rows there are, where their positions begin and how many
/// there are, without reading memory if there are no rows.
void Lowering::declarePositions(FusedRows &R, LoopScope &Scope,
                                Statements &Out) {
  if (rowAbove(N, *R.Row) && !WholeRows.contains(R.Row->Name))
    R.Row = declareWholeRow(*R.Row, Out);
  Ranges.declareAs(*R.Row, Scope, Out);
  ExprRef Rows = Scope.Lengths[R.Row->Name];
  ExprRef HasRows = binary(BinaryOp::Gt, Rows, i64(0));
  auto IfRows = [&](const ExprRef &Value) -> ExprRef {
    return std::make_shared<SelectExpr>(HasRows, Value, i64(0));
  };
  const std::string &Name = R.Position->Name;
  ExprRef Base = Names.let(
      Name + "_base", IfRows(beginOfRow(*R.Row, *R.Position, i64(0))), Out);
  ExprRef End =
      endOfRow(*R.Row, *R.Position, binary(BinaryOp::Sub, Rows, i64(1)));
  Scope.Begins[Name] = Base;
  Scope.Lengths[R.Fused] =
      Names.let(Name + "_count", IfRows(binary(BinaryOp::Sub, End, Base)), Out);
  Scope.Declared.insert(R.Fused);
}

/// Declares the range of \p Row for all of the rows above. Memory is read only
/// where there are any.
const IndexVar *Lowering::declareWholeRow(const IndexVar &Row,
                                          Statements &Out) {
  auto Range = guardedRange(N, Row);
  if (!Range) {
    fail(msg::RowsMayNotFollow(Row.Name));
    return &Row;
  }
  auto Bound = [&](const char *Suffix, const ExprRef &Value) {
    return cast(Row.Ty, Names.let(Row.Name + Suffix, Value, Out));
  };
  IndexVar Whole = Row;
  Whole.Lo = Bound("_first", Range->first);
  Whole.Hi = Bound("_last", Range->second);
  return &WholeRows.emplace(Row.Name, std::move(Whole)).first->second;
}

/// The statements of \p Track, whose loops over positions are made with
/// \p Tags.
TrackedRows Lowering::trackedRows(const FusedRows &R, const TrackStmt &Track,
                                  const LoopTags &Tags,
                                  const LoopScope &Scope) {
  TrackedRows T{R.Row,
                R.Position,
                {},
                {},
                nullptr,
                Track.tag(),
                anyOf(N.Body, [](const Stmt &S) { return gpuTag(S); }),
                gathersParts(N),
                rowsAbove(*R.Row),
                nullptr};
  LoopScope RowScope = Scope;
  RowScope.Loops.insert(R.Row->Name);
  for (const ParentRow &P : T.Above)
    RowScope.Loops.insert(P.Row->Name);
  for (const StmtRef &S : statementsOf(Track.enter()))
    lower(S, RowScope, T.Enter);
  for (const StmtRef &S : statementsOf(Track.leave()))
    lower(S, RowScope, T.Leave);
  RowScope.Loops.insert(R.Position->Name);
  T.Each = lowerScoped(Track.each(), RowScope);
  LoopStmt Loop(R.Position->Name, nullptr, Tags, Track.tag());
  T.MakeLoop = [this, Loop](const ExprRef &Lo, const ExprRef &Hi,
                            const StmtRef &Each) {
    Statements Made;
    emitLoop(Loop, Loop.var().str(), Lo, Hi, Each, Made);
    return block(std::move(Made));
  };
  return T;
}

void Lowering::lowerRows(FusedRows R, llvm::ArrayRef<const LoopStmt *> Path,
                         const TrackStmt &Track, LoopScope Scope,
                         Statements &Out) {
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
  TrackedRows T = trackedRows(R, Track, Inner, Scope);
  if (!Threads)
    return emitSerialRows(T, Out);

  declarePositions(R, Scope, Out);
  std::string Name = Threads->var().str();
  Ranges.declare(Name, Scope, Out);
  PositionChunks C{Name,
                   Scope.Lengths[R.Row->Name],
                   Scope.Begins[R.Position->Name],
                   Scope.Lengths[R.Fused],
                   grainOf(Name, Scope),
                   *Threads->tags().Parallel,
                   N.Facts.NumThreads};
  std::string Why = emitChunkedRows(N, T, C, Names, Hoisted, Out);
  if (!Why.empty())
    fail(Why);
}

//===-- on a GPU ----------------------------------------------------------===//

/// Blocks of fewer positions are searched for by each thread.
static constexpr int64_t LeastGrain = 32;

/// The kernel of \p Blocks, over fused positions, between those that it needs:
/// one finds the first row of each block, others do what rows do besides their
/// positions.
void Lowering::lowerKernel(FusedRows R, const LoopStmt &Blocks,
                           const TrackStmt &Track, LoopScope &Scope,
                           Statements &Out) {
  declarePositions(R, Scope, Out);
  const std::string Var = Blocks.var().str();
  Ranges.declare(Var, Scope, Out);
  PositionSpace S{R.Row, R.Position, Scope.Lengths[R.Row->Name],
                  Scope.Begins[R.Position->Name], Scope.Lengths[R.Fused]};
  ExprRef Grain = grainOf(Var, Scope);
  if (constantValue(Grain).value_or(LeastGrain) >= LeastGrain) {
    Scope.FirstRows[Var] = Names.get(R.Row->Name + "_starts");
    emitStarts(S, Grain, Scope.FirstRows[Var], Names, Out);
  }
  TrackedRows T = trackedRows(R, Track, LoopTags(), Scope);
  std::vector<RowPlace> Places = rowPlaces(T);
  auto Stores = [](const StmtRef &S) {
    return !llvm::isa<LetStmt, VarStmt>(S.get());
  };
  const bool ToElements = canCombineAtomically(T, Places);
  if (!ToElements)
    emitResults(T, Places, S.Rows, Names, Out);
  else if (llvm::any_of(T.Enter, Stores) || llvm::any_of(T.Leave, Stores))
    emitRows(T, {}, S.Rows, Names, Out);
  lowerLoop(Blocks, Scope, Out);
  if (!ToElements)
    emitRows(T, Places, S.Rows, Names, Out);
}

std::vector<RowPlace> Lowering::rowPlaces(const TrackedRows &T) {
  std::vector<RowPlace> Places;
  if (std::string Why = findRowPlaces(N, T, Places); !Why.empty())
    fail(Why);
  return Places;
}

/// The value of \p Var, which is fused or made of that, where the loops over
/// \p Inner begin.
ExprRef Lowering::beginAt(llvm::StringRef Var,
                          llvm::ArrayRef<const LoopStmt *> Inner,
                          const LoopScope &Scope) const {
  if (llvm::any_of(Inner, [&](const LoopStmt *L) { return L->var() == Var; }))
    return i64(0);
  const Relation *Consumer = N.consumer(Var);
  if (!Consumer)
    return var(Type::i64(), Var.str());
  llvm::StringMap<ExprRef> Children;
  for (const std::string &Child : Consumer->Children)
    Children[Child] = beginAt(Child, Inner, Scope);
  ExprRef Value =
      substitute(Ranges.recover(*N.findIndexVar(Var), Scope), Children);
  return rewrite(Value, [](const ExprRef &E) -> ExprRef {
    auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
    return Binary ? binary(Binary->op(), Binary->lhs(), Binary->rhs())
                  : nullptr;
  });
}

/// The positions of all iterations of \p Path.
PositionPart Lowering::positionsOf(const FusedRows &R,
                                   llvm::ArrayRef<const LoopStmt *> Path,
                                   LoopScope &Scope, Statements &Out) {
  ExprRef Base = Scope.Begins[R.Position->Name],
          Offset = beginAt(R.Fused, Path, Scope);
  PositionPart P;
  const Type Ty = searchType(R.Row->Ty);
  P.FirstRow = cast(Ty, rowAt(*R.Row, i64(0)));
  P.LastRow = cast(Ty, rowAt(*R.Row, Scope.Lengths[R.Row->Name]));
  for (const auto &[Blocks, Starts] : Scope.FirstRows)
    if (descends(N, Blocks, R.Fused)) {
      ExprRef Which = var(Type::i64(), Blocks);
      P.FirstRow = load(Ty, Starts, Which);
      P.LastRow = load(Ty, Starts, binary(BinaryOp::Add, Which, i64(1)));
    }
  P.From = Names.let(R.Position->Name + "_from",
                     binary(BinaryOp::Add, Base, Offset), Out);
  P.To = binary(BinaryOp::Add, P.From, i64(1));
  if (!Path.empty()) {
    if (const std::optional<AheadTag> &Ahead = Path.back()->tags().Ahead)
      P.Ahead = &*Ahead;
    const std::string Outermost = Path.front()->var().str();
    Ranges.declare(Outermost, Scope, Out);
    P.To = binary(BinaryOp::Add, P.From,
                  binary(BinaryOp::Mul, Ranges.length(Outermost, Scope),
                         grainOf(Outermost, Scope)));
    if (!Ranges.isExact(Outermost, Scope))
      P.To = binary(BinaryOp::Min, P.To,
                    binary(BinaryOp::Add, Base, Scope.Lengths[R.Fused]));
  }
  P.To = Names.let(R.Position->Name + "_to", P.To, Out);
  return P;
}

/// The threads of a block that runs \p Path, 0 if that is not known.
static int64_t threadsOf(const Nest &N, llvm::ArrayRef<const LoopStmt *> Path) {
  BlockShape Shape{0, 1};
  for (const LoopStmt *Loop : Path)
    if (const ParallelTag *Tag = gpuTag(*Loop)) {
      const int64_t Most = mostTrips(N, Loop->var()).value_or(0);
      (Tag->Unit == ParallelUnit::GpuWarp ? Shape.Warps : Shape.Lanes) = Most;
    }
  return Shape.threads();
}

/// The positions that one block has, if \p Path is all that it runs and its
/// threads can add up rows together.
bool Lowering::lowerBlock(const FusedRows &R,
                          llvm::ArrayRef<const LoopStmt *> Path,
                          const TrackStmt &Track, LoopScope Scope,
                          Statements &Out) {
  const LoopStmt *Blocks = nullptr;
  for (const auto &[Var, Starts] : Scope.FirstRows)
    if (descends(N, Var, R.Fused))
      Blocks = findLoop(N.Body, Var);
  auto IsElsewhere = [&](const Stmt &S) {
    return gpuTag(S) && !llvm::is_contained(Path, &llvm::cast<LoopStmt>(S));
  };
  auto HasOwnWay = [&](const LoopStmt *L) {
    return L->tags().Unroll != 0 || L->tags().Ahead ||
           !descends(N, L->var(), R.Fused);
  };
  if (!Blocks || llvm::is_contained(Path, Blocks) ||
      anyOf(Blocks->body(), IsElsewhere) || llvm::any_of(Path, HasOwnWay))
    return false;
  std::optional<int64_t> Grain = constantValue(grainOf(Blocks->var(), Scope));
  if (!Grain)
    return false;
  Statements Made;
  PositionPart P = positionsOf(R, Path, Scope, Made);
  ExprRef EndOfRows = rowAt(*R.Row, Scope.Lengths[R.Row->Name]);
  TrackedRows T = trackedRows(R, Track, LoopTags(), Scope);
  if (!emitRowsOfBlock(T, rowPlaces(T),
                       {P, EndOfRows, *Grain, threadsOf(N, Path)}, Names, Made))
    return false;
  Out.push_back(block(std::move(Made)));
  return true;
}

/// The positions that one thread has: parts of rows.
void Lowering::lowerPart(const FusedRows &R,
                         llvm::ArrayRef<const LoopStmt *> Path,
                         const TrackStmt &Track, LoopScope Scope,
                         Statements &Out) {
  LoopTags Inner;
  for (const LoopStmt *Loop : Path)
    if (Loop->tags().Unroll != 0)
      Inner.Unroll = Loop->tags().Unroll;
  PositionPart P = positionsOf(R, Path, Scope, Out);
  TrackedRows T = trackedRows(R, Track, Inner, Scope);
  emitPartsOfRows(T, rowPlaces(T), P, Names, Out);
}
