//===- Orders.cpp - orders of iterations that pay -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Orders.h"
#include "DenseProducts.h"
#include "LaggedRows.h"
#include "PeeledLoops.h"
#include "RowWalks.h"
#include "RowsBeside.h"
#include "TableTiles.h"
#include "TimeTiles.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// \p N in orders that suit registers or caches better, where loops are as long
/// as they say, the best first. Sums along rows are another matter where they
/// are \p InLanes, which makes them faster still.
static std::vector<Version> inBetterOrder(const Nest &N, bool InLanes,
                                          const ScheduleContext &Context) {
  std::vector<Version> Result = inRegisterTiles(N, Context);
  if (!Result.empty())
    return Result;
  std::optional<Version> Other = alongRows(N);
  if (!Other && !InLanes)
    Other = rowsBeside(N);
  if (Other)
    Result.push_back(std::move(*Other));
  return Result;
}

/// Whether \p When, which asks for lengths of loops of \p N, holds (bool).
static ExprRef holds(const Nest &N, ArrayRef<LoopCondition> When) {
  ExprRef All;
  for (const LoopCondition &Asked : When) {
    const ExprRef Holds = binary(
        Asked.Asked == LoopCondition::Kind::Fewer ? BinaryOp::Lt : BinaryOp::Ge,
        lengthOf(N, *N.findIndexVar(Asked.Var)), i64(Asked.Count));
    All = All ? binary(BinaryOp::LogicalAnd, All, Holds) : Holds;
  }
  return All;
}

/// The same of a loop whose iterations cannot be shared out.
static std::optional<InOrder> reordered(const Nest &N,
                                        const ScheduleContext &Context) {
  std::vector<Version> Tiles = inBetterOrder(N, /*InLanes=*/false, Context);
  if (Tiles.empty())
    return std::nullopt;
  ExprRef Pays;
  for (const Version &V : Tiles) {
    const ExprRef Holds = holds(N, V.When);
    Pays = Pays ? binary(BinaryOp::LogicalOr, Pays, Holds) : Holds;
  }
  // Where it pays, and no other one is meant, the last one is.
  Tiles.back().When.clear();
  const std::vector<Guard> Guards = guardsOfAll(N, Tiles);
  for (Version &V : Tiles)
    V.Graph.Guards = Guards;
  return InOrder{std::move(Tiles), Pays, /*HasLoopsInside=*/true};
}

/// What keeps iterations in the order in which they need each other.
using OrderFinder = function_ref<std::optional<InOrder>(const Nest &)>;

/// What the first of \p Finders finds that pays; none if none does.
static Choice firstOf(ArrayRef<OrderFinder> Finders, const Nest &N,
                      const ScheduleContext &Context) {
  Choice Result;
  if (!Context.MayHaveTiles)
    return Result;
  for (OrderFinder Find : Finders) {
    std::optional<InOrder> Found = Find(N);
    if (!Found || (!Found->Pays && Context.LeastWork > 0))
      continue;
    Result.Versions = std::move(Found->Versions);
    if (Context.LeastWork > 0)
      Result.Pays = Found->Pays;
    Result.HasLoopsInside = Found->HasLoopsInside;
    Result.AtLeastThreads = Found->AtLeastThreads;
    break;
  }
  return Result;
}

/// Whether a loop of \p V is on \p Unit.
static bool isOn(const Version &V, ParallelUnit Unit) {
  return any_of(V.Clauses.Clauses, [&](const Clause &C) {
    return C.Name == "parallelize" && C.Args[1].Text == wordFor(Unit);
  });
}

static bool hasLanes(const Version &V) {
  return isOn(V, ParallelUnit::CpuVector);
}

bool addBetterOrder(const Nest &N, const ScheduleContext &Context,
                    std::vector<Version> &Others) {
  std::vector<Version> Tiles;
  if (Context.MayHaveTiles)
    Tiles = inBetterOrder(N, any_of(Others, hasLanes), Context);
  // Others are on threads.
  erase_if(Tiles,
           [](const Version &V) { return !isOn(V, ParallelUnit::CpuThread); });
  if (Tiles.empty())
    return false;
  // What is for one length that tiles take would hardly ever run.
  erase_if(Others, [&](const Version &V) {
    return any_of(V.When, [&](const LoopCondition &Asked) {
      return Asked.Asked == LoopCondition::Kind::Exactly &&
             any_of(Tiles.front().When, [&](const LoopCondition &OfTiles) {
               return OfTiles.Asked == LoopCondition::Kind::AtLeast &&
                      OfTiles.Var == Asked.Var && OfTiles.Count <= Asked.Count;
             });
    });
  });
  Others.insert(Others.begin(), std::make_move_iterator(Tiles.begin()),
                std::make_move_iterator(Tiles.end()));
  const std::vector<Guard> Guards = guardsOfAll(N, Others);
  for (Version &V : Others)
    V.Graph.Guards = Guards;
  return true;
}

Choice orderedAlone(const Nest &N, const ScheduleContext &Context) {
  const auto Peeled = [&](const Nest &Of) { return peeledLoops(Of, Context); };
  const auto Reordered = [&](const Nest &Of) { return reordered(Of, Context); };
  return firstOf({OrderFinder(Reordered), OrderFinder(tilesOfTime),
                  OrderFinder(Peeled), OrderFinder(rowsAtALag),
                  OrderFinder(tilesOfTable)},
                 N, Context);
}

/// Whether subscripts alone leave it open that iterations of the outermost loop
/// meet in an array. Where isl or copies allow threads all the same, an order
/// that iterations can keep is faster.
static bool mayMeet(const Nest &N) {
  const LoopStmt *Outermost = outermostLoop(N);
  std::vector<Guard> Conditions;
  return Outermost && any_of(threadConflicts(N, Outermost->var(), &Conditions),
                             [](const Conflict &X) { return X.IsArray; });
}

Choice orderedInstead(const Nest &N, const ScheduleContext &Context,
                      ArrayRef<Version> Others) {
  if (!mayMeet(N) || any_of(Others, hasLanes))
    return {};
  return firstOf({OrderFinder(tilesOfTime), OrderFinder(rowsAtALag)}, N,
                 Context);
}

} // namespace lacuna
