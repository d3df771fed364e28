//===- AffineRaces.cpp - iterations that isl tells apart ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineRaces.h"
#include "commands/AffineNest.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Accesses of a nest that isl is asked about: it would give up on more.
static constexpr size_t MostAccesses = 24;

static bool isShort(const AffineView &View) {
  size_t Accesses = 0;
  for (const AffineStatement &S : View.Statements)
    Accesses += S.Accesses.size();
  return Accesses <= MostAccesses;
}

/// \p N with loops that run one iteration after the other. A model that it has,
/// of the nest as it was lifted, may be one of other loops.
static Nest withoutTags(Nest N) {
  N.Model = nullptr;
  N.Body = rewrite(
      N.Body,
      [](const StmtRef &S) -> StmtRef {
        auto *Loop = dyn_cast<LoopStmt>(S.get());
        if (!Loop || Loop->tags() == LoopTags())
          return nullptr;
        return std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(),
                                          LoopTags(), Loop->tag(),
                                          Loop->merge());
      },
      nullptr);
  return N;
}

/// Whether \p Loop does nothing but set what is declared in \p N, from what \p
/// N does not store to.
static bool onlyComputes(const Nest &N, const StmtRef &Loop) {
  const StringSet<> Declared = declaredIn(N.Body);
  bool Result = true;
  auto Visit = [&](const ExprRef &E) {
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      Result &= !isa<AddressExpr>(&Part) &&
                !(Load && !Declared.contains(Load->array()) &&
                  assigns(N.Body, Load->array().str()));
    });
  };
  walk(Loop, [&](const Stmt &S) {
    Result &= isa<LoopStmt, WhileStmt, BlockStmt, AssignStmt, IfStmt, LetStmt,
                  VarStmt, LocalArrayStmt>(&S);
    if (auto *Inner = dyn_cast<LoopStmt>(&S)) {
      const IndexVar *V = N.findIndexVar(Inner->var());
      Result &= V && !V->isDerived() && !Inner->merge();
      if (Result)
        for (const ExprRef &Bound : {V->Lo, V->Hi})
          Visit(Bound);
    }
    if (auto *Store = dyn_cast<AssignStmt>(&S))
      Result &= Declared.contains(Store->target().Name);
    for (const ExprRef &E : expressions(S))
      Visit(E);
    return Result;
  });
  return Result;
}

/// \p N without loops that only compute values, whose bounds may be anything:
/// what is stored, where, stays.
static Nest withoutComputing(Nest N) {
  const Nest Given = N;
  N.Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        const bool IsLoop = isa<LoopStmt, WhileStmt>(S.get());
        return IsLoop && onlyComputes(Given, S) ? block({}) : nullptr;
      },
      nullptr);
  return N;
}

bool areIndependent(const Nest &Given, StringRef Var, Nest &Guarded) {
  Nest N = withoutTags(Given);
  std::optional<AffineView> View = affineViewOf(N);
  if (!View) {
    N = withoutComputing(std::move(N));
    View = affineViewOf(N);
  }
  if (!View || !isShort(*View))
    return false;
  Expected<std::shared_ptr<const AffineModel>> Model =
      AffineModel::of(N, AffineEffort::Glanced);
  if (!Model) {
    consumeError(Model.takeError());
    return false;
  }
  const std::vector<std::string> &Loops = deepestOf((*Model)->view()).Loops;
  auto At = find(Loops, Var);
  if (At == Loops.end())
    return false;
  // Parts of an iteration, which have numbers of their own, run in order.
  AffineSchedule Order = asWritten((*Model)->view());
  const size_t Number = At - Loops.begin();
  AffineLoop &Of = Order.Loops[Number];
  const int64_t Parts = AffineNest::stepsOf(Of);
  for (AffineExpr &Value : Of.Values)
    Value = quotient(Value, Parts);
  auto Race = (*Model)->carriedBy(Order, Number);
  if (!Race) {
    consumeError(Race.takeError());
    return false;
  }
  if (*Race)
    return false;
  Nest WithGuards = Guarded;
  if (Error E = addAssumptions(WithGuards, **Model)) {
    consumeError(std::move(E));
    return false;
  }
  Guarded = std::move(WithGuards);
  return true;
}

} // namespace lacuna
