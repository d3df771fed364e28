//===- RegisterTiles.cpp - dense tiles kept in registers ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/RegisterTiles.h"
#include "LaneParts.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/cleanup/Registers.h"
#include "lacuna/cleanup/WideSubscripts.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Half of what 32 registers of 64 bytes hold: the operands need the rest.
static constexpr int64_t MaxTileBytes = 1024;

namespace {

/// Loops around a vector loop that are unrolled, outside in: a tile has as many
/// rows.
using RowLoops = llvm::SmallVector<const ForStmt *, 2>;

/// The elements that one statement of a vector loop updates.
struct Tile {
  RowLoops Rows;
  const ForStmt *Lanes;
  const AssignStmt *Update;
  /// The updated element's subscript in terms of the lane, the rows and of what
  /// is known in front of the loop around `Lanes`.
  ExprRef Subscript;
  /// Whether that loop runs `Lanes` in each iteration.
  bool Always;
  /// The loop in front of that one that sets all elements, or null.
  StmtRef Start;
  /// The number of lanes, if it is known at run time alone.
  ExprRef Trips = nullptr;
};

/// Where a statement is in a loop for which tiles are looked for.
struct Position {
  llvm::StringMap<ExprRef> Lets;
  RowLoops Rows;
  /// Whether each iteration runs it.
  bool Always = true;
};

/// Where a tile is kept meanwhile.
struct LocalTile {
  Tile From;
  Place Element, Local;
  /// A bool, true where the tile was loaded. Null if that is always so.
  ExprRef Loaded = nullptr;
};

class TileKeeper {
public:
  explicit TileKeeper(MadeNames &Names) : Names(Names) {}

  StmtRef run(const StmtRef &S);

private:
  std::vector<Tile> tilesOf(const ForStmt &Loop) const;
  void findIn(const StmtRef &S, Position At, const ForStmt &Loop,
              std::vector<Tile> &Found) const;
  void findUpdates(const ForStmt &Lanes, Position At, const ForStmt &Loop,
                   std::vector<Tile> &Found) const;
  /// How many lanes of \p Lanes there are at most, where \p Trips is their
  /// number.
  int64_t mostOf(const ForStmt &Lanes, const ExprRef &Trips) const {
    const int64_t Known = Lanes.tags().MostTrips;
    auto *Var = llvm::dyn_cast<VarExpr>(Trips.get());
    return Known != 0 || !Var ? Known : Most.lookup(Var->name());
  }
  ExprRef tailTrips(const ForStmt &Lanes,
                    const llvm::StringMap<ExprRef> &Lets) const;
  bool isTile(const Place &To, int64_t Lanes) const;

  StmtRef runBlock(const BlockStmt &Block);
  StmtRef runIf(const IfStmt &If);
  StmtRef runLoop(const StmtRef &S, std::vector<Tile> Tiles);
  LocalTile declare(const Tile &T, SourceTag Tag, Statements &Out);
  StmtRef keepAround(const StmtRef &S, llvm::ArrayRef<Tile> Tiles);
  StmtRef loadBefore(const StmtRef &S, const LocalTile &T);
  StmtRef keepParts(const ForStmt &Loop, llvm::ArrayRef<Tile> Tail,
                    const LaneParts &Parts);
  StmtRef keepTail(const ForStmt &Loop, llvm::ArrayRef<Tile> Tail);

  MadeNames &Names;
  /// Numbers of elements of the local arrays that were met.
  llvm::StringMap<int64_t> LocalExtents;
  /// What variables are at most where the pass is.
  llvm::StringMap<int64_t> Most;
};

} // namespace

//===-- finding -----------------------------------------------------------===//

/// Names that have another value in the next iteration of \p Loop.
static llvm::StringSet<> variantsIn(const ForStmt &Loop) {
  llvm::StringSet<> Names = declaredIn(Loop.body());
  Names.insert(Loop.var());
  walk(Loop.body(), [&](const Stmt &S) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      Names.insert(Assign->target().Name);
    return true;
  });
  return Names;
}

static bool hasLoad(const ExprRef &E) {
  bool Found = false;
  walk(E, [&](const Expr &Node) { Found |= llvm::isa<LoadExpr>(Node); });
  return Found;
}

/// Adds what \p S declares, in terms of what is known before all of \p Lets.
static void addLet(const StmtRef &S, llvm::StringMap<ExprRef> &Lets) {
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    Lets[Let->name()] = substitute(Let->init(), Lets);
}

static bool isInLanes(const ForStmt &Loop) {
  return Loop.tags().Mode == ForMode::Simd && Loop.tags().Reductions.empty();
}

static bool isVectorLoop(const ForStmt &Loop) {
  return isInLanes(Loop) && constantTrips(Loop) > 0 &&
         constantValue(Loop.lo()) == 0;
}

/// Whether the iterations of \p Loop update rows of a tile: elements of their
/// own.
static bool isRowLoop(const ForStmt &Loop) {
  return Loop.tags().IsIndependent &&
         Loop.tags().Unroll == LoopTags::FullUnroll &&
         constantTrips(Loop) > 0 && constantValue(Loop.lo()) == 0;
}

/// How many lanes the rows of \p Rows have together.
static int64_t lanesOf(const RowLoops &Rows, int64_t Lanes) {
  for (const ForStmt *Row : Rows)
    Lanes *= constantTrips(*Row);
  return Lanes;
}

/// The number of iterations of \p Lanes, the rest of a row behind its full
/// tiles, where that is a variable of lowering's of which is known what it is
/// at most; else null. A sum of the user's might wrap round.
ExprRef TileKeeper::tailTrips(const ForStmt &Lanes,
                              const llvm::StringMap<ExprRef> &Lets) const {
  if (Lanes.tags().MostTrips != 0 && constantValue(Lanes.lo()) == 0)
    return substitute(Lanes.hi(), Lets);
  const ExprRef Lo = substitute(Lanes.lo(), Lets);
  ExprRef Trips = withoutCasts(substitute(Lanes.hi(), Lets));
  if (constantValue(Lo) != 0) {
    auto *Sum = llvm::dyn_cast<BinaryExpr>(Trips.get());
    if (!Sum || Sum->op() != BinaryOp::Add ||
        !structurallyEqual(withoutCasts(Sum->lhs()), withoutCasts(Lo)))
      return nullptr;
    Trips = withoutCasts(Sum->rhs());
  }
  auto *Max = llvm::dyn_cast<BinaryExpr>(Trips.get());
  if (Max && Max->op() == BinaryOp::Max && constantValue(Max->rhs()) == 0)
    Trips = withoutCasts(Max->lhs());
  return mostOf(Lanes, Trips) > 0 ? Trips : nullptr;
}

/// Whether up to \p Lanes lanes that update \p To have a tile. A whole local
/// array is in registers already.
bool TileKeeper::isTile(const Place &To, int64_t Lanes) const {
  return To.Index && To.Ty.isArithmetic() &&
         Lanes * (To.Ty.bits() / 8) <= MaxTileBytes &&
         LocalExtents.lookup(To.Name) != Lanes;
}

/// The tiles that the statements of \p Lanes update and nothing else in the
/// body of \p Loop touches.
void TileKeeper::findUpdates(const ForStmt &Lanes, Position At,
                             const ForStmt &Loop,
                             std::vector<Tile> &Found) const {
  llvm::StringSet<> Variants = variantsIn(Loop);
  const ExprRef Trips =
      isVectorLoop(Lanes) ? nullptr : tailTrips(Lanes, At.Lets);
  if (!At.Rows.empty() && !At.Always)
    return;
  const int64_t MostLanes =
      lanesOf(At.Rows, Trips ? mostOf(Lanes, Trips) : constantTrips(Lanes));
  auto Varies = [&](const ExprRef &E) {
    return llvm::any_of(freeVars(E), [&](const auto &Name) {
      return Variants.contains(Name.getKey());
    });
  };
  // Nor may it be another one in each row.
  if (Trips && Varies(Trips))
    return;
  Variants.erase(Lanes.var());
  for (const ForStmt *Row : At.Rows)
    Variants.erase(Row->var());
  for (const StmtRef &S : statementsOf(Lanes.body())) {
    addLet(S, At.Lets);
    auto *Update = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Update || Update->op() == ReduceOp::None || Update->isAtomic() ||
        !isTile(Update->target(), MostLanes) ||
        accesses(Loop.body(), Update->target().Name) != 1)
      continue;
    ExprRef Subscript = substitute(Update->target().Index, At.Lets);
    if (!Varies(Subscript) && !hasLoad(Subscript))
      Found.push_back(
          {At.Rows, &Lanes, Update, Subscript, At.Always, nullptr, Trips});
  }
}

void TileKeeper::findIn(const StmtRef &S, Position At, const ForStmt &Loop,
                        std::vector<Tile> &Found) const {
  for (const StmtRef &Part : statementsOf(S)) {
    addLet(Part, At.Lets);
    auto *For = llvm::dyn_cast<ForStmt>(Part.get());
    if (For &&
        (isVectorLoop(*For) || (isInLanes(*For) && tailTrips(*For, At.Lets)))) {
      findUpdates(*For, At, Loop, Found);
      continue;
    }
    if (For && For->tags().Mode != ForMode::Serial)
      continue; // Threads have tiles of their own.
    Position Inside = At;
    if (For && isRowLoop(*For)) {
      Inside.Rows.push_back(For);
    } else if (!llvm::isa<BlockStmt>(Part.get())) {
      Inside.Rows.clear();
      Inside.Always = false;
    }
    for (const StmtRef &Inner : children(*Part))
      findIn(Inner, Inside, Loop, Found);
  }
}

std::vector<Tile> TileKeeper::tilesOf(const ForStmt &Loop) const {
  std::vector<Tile> Found;
  if (Loop.tags().Mode == ForMode::Serial)
    findIn(Loop.body(), {}, Loop, Found);
  return Found;
}

/// The subscript at which \p S, a loop, sets the elements of \p T and does
/// nothing else; null if it does not.
static ExprRef setBy(const StmtRef &S, const Tile &T) {
  const std::string &Array = T.Update->target().Name;
  auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
  if (!Loop || !T.Rows.empty() || Loop->tags().Mode == ForMode::Threads ||
      constantValue(Loop->lo()) != 0 || Loop->type() != T.Lanes->type() ||
      constantTrips(*Loop) != constantTrips(*T.Lanes) ||
      accesses(S, Array) != 1)
    return nullptr;
  llvm::StringMap<ExprRef> Names;
  Names[Loop->var()] = var(T.Lanes->type(), T.Lanes->var());
  const Statements Body = statementsOf(Loop->body());
  for (const StmtRef &Part : Body)
    if (Part != Body.back() && !llvm::isa<LetStmt>(Part.get()))
      return nullptr;
    else
      addLet(Part, Names);
  auto *Set = llvm::dyn_cast<AssignStmt>(Body.back().get());
  if (!Set || Set->op() != ReduceOp::None || Set->target().Name != Array ||
      !Set->target().Index)
    return nullptr;
  return substitute(Set->target().Index, Names);
}

/// Takes the loop that sets the elements of \p T off the end of \p Before; null
/// if there is none.
static StmtRef takeStart(Statements &Before, const Tile &T) {
  for (size_t I = Before.size(); I-- > 0;) {
    StmtRef S = Before[I];
    ExprRef Subscript = setBy(S, T);
    if (Subscript &&
        structurallyEqual(widened(Subscript), widened(T.Subscript))) {
      Before.erase(Before.begin() + ptrdiff_t(I));
      return S;
    }
    if (!llvm::isa<LetStmt>(S.get()) ||
        accesses(S, T.Update->target().Name) != 0)
      return nullptr;
  }
  return nullptr;
}

//===-- keeping -----------------------------------------------------------===//

static StmtRef copyLanes(const Tile &T, const Place &To, const Place &From) {
  StmtRef Copy =
      assign(To, load(From.Ty, From.Name, From.Index), T.Update->tag());
  auto Around = [&](const ForStmt &Loop) {
    Copy = std::make_shared<ForStmt>(Loop.var().str(), Loop.lo(), Loop.hi(),
                                     Copy, Loop.tags(), Loop.tag());
  };
  Around(*T.Lanes);
  for (const ForStmt *Row : llvm::reverse(T.Rows))
    Around(*Row);
  return Copy;
}

/// The number of the element that is updated among those of \p T, row by row.
static ExprRef numberInTile(const Tile &T) {
  ExprRef Row;
  for (const ForStmt *Loop : T.Rows) {
    ExprRef Number = cast(Type::i64(), var(Loop->type(), Loop->var()));
    Row = Row ? binary(BinaryOp::Add,
                       binary(BinaryOp::Mul, Row, i64(constantTrips(*Loop))),
                       Number)
              : Number;
  }
  ExprRef Lane = cast(Type::i64(), var(T.Lanes->type(), T.Lanes->var()));
  if (!Row)
    return Lane;
  const ExprRef Lanes = i64(constantTrips(*T.Lanes));
  return binary(BinaryOp::Add, binary(BinaryOp::Mul, Row, Lanes), Lane);
}

static StmtRef loadTile(const LocalTile &T) {
  return copyLanes(T.From, T.Local, T.Element);
}

/// The loop that sets the elements, setting those of the tile.
static StmtRef startTile(const LocalTile &T) {
  auto &Loop = llvm::cast<ForStmt>(*T.From.Start);
  Place Local = T.Local;
  Local.Index = cast(Type::i64(), var(Loop.type(), Loop.var()));
  return withParts(T.From.Start, [&](const StmtRef &Body) {
    Statements Parts = statementsOf(Body);
    auto &Set = llvm::cast<AssignStmt>(*Parts.back());
    Parts.back() = assign(Local, Set.value(), Set.tag());
    return block(std::move(Parts));
  });
}

static StmtRef storeTile(const LocalTile &T) {
  StmtRef Copy = copyLanes(T.From, T.Element, T.Local);
  return T.Loaded ? std::make_shared<IfStmt>(T.Loaded, Copy) : Copy;
}

LocalTile TileKeeper::declare(const Tile &T, SourceTag Tag, Statements &Out) {
  const Place &To = T.Update->target();
  const int64_t Extent = lanesOf(T.Rows, constantTrips(*T.Lanes));
  std::string Name = Names.get(To.Name + "_tile");
  LocalExtents[Name] = Extent;
  Out.push_back(
      std::make_shared<LocalArrayStmt>(Name, To.Ty, i64(Extent), nullptr, Tag));
  LocalTile Kept{T,
                 {To.Name, To.Ty, T.Subscript},
                 {Name, To.Ty, numberInTile(T)},
                 nullptr};
  if (T.Start)
    Out.push_back(startTile(Kept));
  else if (T.Always)
    Out.push_back(loadTile(Kept));
  if (T.Start || T.Always)
    return Kept;
  const Type Bool = Type::boolean();
  std::string Loaded = Names.get(To.Name + "_loaded");
  Out.push_back(
      std::make_shared<VarStmt>(Loaded, Bool, constant(Bool, 0), Tag));
  Kept.Loaded = var(Bool, Loaded);
  return Kept;
}

/// Whether each iteration of a loop with \p Body touches \p Array.
static bool alwaysTouches(const StmtRef &Body, llvm::StringRef Array) {
  return llvm::any_of(statementsOf(Body), [&](const StmtRef &S) {
    if (llvm::isa<BlockStmt>(S.get()))
      return alwaysTouches(S, Array);
    auto *For = llvm::dyn_cast<ForStmt>(S.get());
    return For && isVectorLoop(*For) && accesses(S, Array) != 0;
  });
}

/// \p S, which uses \p T, with the tile loaded where that is certain, in front
/// of a loop rather than inside.
StmtRef TileKeeper::loadBefore(const StmtRef &S, const LocalTile &T) {
  if (accesses(S, T.Local.Name) == 0)
    return S;
  auto *For = llvm::dyn_cast<ForStmt>(S.get());
  const bool IsLanes = For && isVectorLoop(*For);
  if (!IsLanes && !(For && alwaysTouches(For->body(), T.Local.Name)))
    return withParts(S,
                     [&](const StmtRef &Part) { return loadBefore(Part, T); });
  auto *Flag = llvm::cast<VarExpr>(T.Loaded.get());
  StmtRef SetFlag = assign({Flag->name().str(), Flag->type(), nullptr},
                           constant(Flag->type(), 1));
  StmtRef Load = std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, T.Loaded),
                                          block({loadTile(T), SetFlag}));
  return IsLanes ? block({Load, S})
                 : ifItRuns(*For, {Load}, For->body(), {}, Names);
}

StmtRef TileKeeper::keepAround(const StmtRef &S, llvm::ArrayRef<Tile> Tiles) {
  auto &Loop = llvm::cast<ForStmt>(*S);
  Statements Out, Before, After, Behind;
  StmtRef Body = Loop.body();
  for (const Tile &T : Tiles) {
    LocalTile Kept = declare(T, Loop.tag(), T.Start ? Out : Before);
    Body = redirect(Body, T.Update->target(), Kept.Local);
    if (Kept.Loaded)
      Body = loadBefore(Body, Kept);
    (T.Start ? Behind : After).push_back(storeTile(Kept));
  }
  Body = run(Body);
  Out.push_back(
      Before.empty()
          ? withParts(S, [&](const StmtRef &) { return Body; })
          : ifItRuns(Loop, std::move(Before), Body, std::move(After), Names));
  Out.insert(Out.end(), Behind.begin(), Behind.end());
  return block(std::move(Out));
}

//===-- tails
//---------------------------------------------------------------===//

/// Whether \p S stores nothing but what \p Lanes does.
static bool isAround(const StmtRef &S, const ForStmt &Lanes) {
  if (S.get() == &Lanes || llvm::isa<LetStmt, PrefetchStmt>(S.get()))
    return true;
  auto *For = llvm::dyn_cast<ForStmt>(S.get());
  return (llvm::isa<BlockStmt, IfStmt>(S.get()) ||
          (For && For->tags().Mode == ForMode::Serial)) &&
         llvm::all_of(children(*S), [&](const StmtRef &Part) {
           return isAround(Part, Lanes);
         });
}

/// Whether \p Tail is all that the body of \p Loop does: then parts of its
/// lanes may do it twice.
static bool isAll(llvm::ArrayRef<Tile> Tail, const ForStmt &Loop) {
  const ForStmt &Lanes = *Tail.front().Lanes;
  const size_t Updates =
      llvm::count_if(statementsOf(Lanes.body()), [](const StmtRef &S) {
        return !llvm::isa<LetStmt>(S.get());
      });
  return Updates == Tail.size() && isAround(Loop.body(), Lanes) &&
         llvm::all_of(Tail, [&](const Tile &T) { return T.Lanes == &Lanes; });
}

/// \p Loop with the lanes of \p Tail as \p Parts, each with tiles of its own;
/// null if some have none.
StmtRef TileKeeper::keepParts(const ForStmt &Loop, llvm::ArrayRef<Tile> Tail,
                              const LaneParts &Parts) {
  LoopInParts In = inParts(Loop.body(), *Tail.front().Lanes, Tail.front().Trips,
                           Parts, Names);
  StmtRef Whole = std::make_shared<ForStmt>(
      Loop.var().str(), Loop.lo(), Loop.hi(), In.Body, Loop.tags(), Loop.tag());
  const std::vector<Tile> Tiles = tilesOf(llvm::cast<ForStmt>(*Whole));
  if (Tiles.size() != In.Arrays.size())
    return nullptr;
  In.Begins.push_back(withArraysOf(keepAround(Whole, Tiles), In.Arrays));
  return block(std::move(In.Begins));
}

/// \p Loop with \p Tail in registers, whatever the number of its lanes; null if
/// that cannot be.
StmtRef TileKeeper::keepTail(const ForStmt &Loop, llvm::ArrayRef<Tile> Tail) {
  if (!isAll(Tail, Loop))
    return nullptr;
  const ExprRef &Trips = Tail.front().Trips;
  StmtRef Result;
  for (const LaneParts &Parts : partsOfLanes(mostOf(*Tail.front().Lanes, Trips),
                                             lanesOf(Tail.front().Rows, 1))) {
    StmtRef Kept = keepParts(Loop, Tail, Parts);
    if (!Kept)
      return nullptr;
    Result = std::make_shared<IfStmt>(
        binary(BinaryOp::Ge, Trips, i64(Parts.LeastLanes)), Kept, Result);
  }
  return Result;
}

//===-- running -----------------------------------------------------------===//

/// \p S, a loop, with \p Tiles in registers.
StmtRef TileKeeper::runLoop(const StmtRef &S, std::vector<Tile> Tiles) {
  std::vector<Tile> Tail;
  llvm::copy_if(Tiles, std::back_inserter(Tail),
                [](const Tile &T) { return T.Trips != nullptr; });
  if (Tail.empty() && !Tiles.empty())
    return keepAround(S, Tiles);
  if (!Tail.empty() && Tail.size() == Tiles.size())
    if (StmtRef Kept = keepTail(llvm::cast<ForStmt>(*S), Tail))
      return Kept;
  return withParts(S, [&](const StmtRef &Part) { return run(Part); });
}

/// A tile whose elements were set just before is not loaded but set.
StmtRef TileKeeper::runBlock(const BlockStmt &Block) {
  Statements Out;
  for (const StmtRef &S : Block.body()) {
    auto *Loop = llvm::dyn_cast<ForStmt>(S.get());
    std::vector<Tile> Tiles = Loop ? tilesOf(*Loop) : std::vector<Tile>();
    for (Tile &T : Tiles)
      if (!T.Trips && accesses(S, T.Update->target().Name) == 1)
        T.Start = takeStart(Out, T);
    Out.push_back(Loop ? runLoop(S, std::move(Tiles)) : run(S));
  }
  return std::make_shared<BlockStmt>(std::move(Out), Block.tag());
}

/// What is left of a row is compared with the width of a tile, and is less
/// where that is so.
StmtRef TileKeeper::runIf(const IfStmt &If) {
  StmtRef Then = run(If.thenBody());
  auto *Cond = llvm::dyn_cast<BinaryExpr>(If.cond().get());
  auto *Var = Cond && Cond->op() == BinaryOp::Ge
                  ? llvm::dyn_cast<VarExpr>(Cond->lhs().get())
                  : nullptr;
  const std::string Name = Var ? Var->name().str() : "";
  if (Var && Var->type() == Type::i64() && Names.isMade(Name))
    Most[Name] = constantValue(Cond->rhs()).value_or(1) - 1;
  StmtRef Else = If.elseBody() ? run(If.elseBody()) : nullptr;
  Most.erase(Name);
  return std::make_shared<IfStmt>(If.cond(), Then, Else, If.tag());
}

/// Outer loops first: a tile is kept as long as it can be.
StmtRef TileKeeper::run(const StmtRef &S) {
  if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get()))
    LocalExtents[Array->name()] = constantValue(Array->extent()).value_or(0);
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get()))
    return runBlock(*Block);
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return runIf(*If);
  if (auto *Loop = llvm::dyn_cast<ForStmt>(S.get()))
    return runLoop(S, tilesOf(*Loop));
  return withParts(S, [&](const StmtRef &Part) { return run(Part); });
}

StmtRef lacuna::keepTilesInRegisters(const StmtRef &S, MadeNames &Names) {
  return TileKeeper(Names).run(S);
}
