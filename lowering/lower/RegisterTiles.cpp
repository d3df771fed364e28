//===- RegisterTiles.cpp - dense tiles kept in registers -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTiles.h"
#include "LoopQueries.h"
#include "Reductions.h"
#include "Registers.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Half of what 32 registers of 64 bytes hold: the operands need the rest.
static constexpr int64_t MaxTileBytes = 1024;

namespace {

/// The elements that one statement of a vector loop updates.
struct Tile {
  const ForStmt *Lanes;
  const AssignStmt *Update;
  /// The updated element's subscript in terms of the lane and of what is known
  /// in front of the loop around `Lanes`.
  ExprRef Subscript;
};

} // namespace

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

/// The tiles that the statements of \p Lanes update and nothing else in the
/// body of \p Loop touches.
static void findTiles(const ForStmt &Loop, const ForStmt &Lanes,
                      llvm::StringMap<ExprRef> Lets, std::vector<Tile> &Found) {
  llvm::StringSet<> Variants = variantsIn(Loop);
  Variants.erase(Lanes.var());
  for (const StmtRef &S : statementsOf(Lanes.body())) {
    addLet(S, Lets);
    auto *Update = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Update || Update->op() == ReduceOp::None || Update->isAtomic())
      continue;
    const Place &To = Update->target();
    if (!To.Index || !To.Ty.isArithmetic() ||
        constantTrips(Lanes) * (To.Ty.bits() / 8) > MaxTileBytes ||
        accesses(Loop.body(), To.Name) != 1)
      continue;
    ExprRef Subscript = substitute(To.Index, Lets);
    bool Varies = llvm::any_of(freeVars(Subscript), [&](const auto &Name) {
      return Variants.contains(Name.getKey());
    });
    if (!Varies && !hasLoad(Subscript))
      Found.push_back({&Lanes, Update, Subscript});
  }
}

/// Only loops that run in each iteration: no element is touched that the user's
/// loop does not touch.
static std::vector<Tile> tilesOf(const ForStmt &Loop) {
  std::vector<Tile> Found;
  llvm::StringMap<ExprRef> Lets;
  for (const StmtRef &S : statementsOf(Loop.body())) {
    addLet(S, Lets);
    auto *Lanes = llvm::dyn_cast<ForStmt>(S.get());
    if (Lanes && Lanes->tags().Mode == ForMode::Simd &&
        Lanes->tags().Reductions.empty() && constantTrips(*Lanes) > 0 &&
        constantValue(Lanes->lo()) == 0)
      findTiles(Loop, *Lanes, Lets, Found);
  }
  return Found;
}

static StmtRef copyLanes(const Tile &T, const Place &To, const Place &From) {
  StmtRef Copy =
      assign(To, load(From.Ty, From.Name, From.Index), T.Update->tag());
  return std::make_shared<ForStmt>(T.Lanes->var().str(), T.Lanes->lo(),
                                   T.Lanes->hi(), Copy, T.Lanes->tags(),
                                   T.Lanes->tag());
}

static StmtRef rewriteLoop(const ForStmt &Loop, MadeNames &Names) {
  if (Loop.tags().Mode != ForMode::Serial)
    return nullptr;
  std::vector<Tile> Tiles = tilesOf(Loop);
  if (Tiles.empty())
    return nullptr;
  Statements Before, After;
  StmtRef Body = Loop.body();
  for (const Tile &T : Tiles) {
    const Place &To = T.Update->target();
    Place Element{To.Name, To.Ty, T.Subscript};
    Place Local{Names.get(To.Name + "_tile"), To.Ty,
                cast(Type::i64(), var(T.Lanes->type(), T.Lanes->var()))};
    Before.push_back(std::make_shared<LocalArrayStmt>(
        Local.Name, To.Ty, i64(constantTrips(*T.Lanes)), nullptr, Loop.tag()));
    Before.push_back(copyLanes(T, Local, Element));
    After.push_back(copyLanes(T, Element, Local));
    Body = redirect(Body, To, Local);
  }
  return ifItRuns(Loop, std::move(Before), Body, std::move(After), Names);
}

StmtRef lacuna::keepTilesInRegisters(const StmtRef &S, MadeNames &Names) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        return Loop ? rewriteLoop(*Loop, Names) : nullptr;
      },
      nullptr);
}
