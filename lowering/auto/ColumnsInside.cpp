//===- ColumnsInside.cpp - columns inside of loops on threads -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `RowWalks` does by tiles, for loops that stand inside of a loop on
// threads with copies of arrays, of which isl knows nothing: two loops are
// exchanged there, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "ColumnsInside.h"
#include "Strides.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Elements of a row, and rows, for which the other order pays.
static constexpr int64_t LeastElements = 32, LeastRows = 16;

/// Whether all that \p Inner, inside of \p Outer, stores and reads lies side by
/// side along \p Outer, or is the same there, and some of it lies apart along
/// \p Inner.
static bool goesDown(const Nest &N, const LoopStmt &Outer,
                     const LoopStmt &Inner) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  bool IsDown = false, IsOther = false, Stores = false;
  auto Note = [&](const ExprRef &Given) {
    const ExprRef Index = substitute(Given, Lets);
    const Stride Out = strideOf(Index, Outer.var());
    walk(Index, [&](const Expr &E) { IsOther |= isa<LoadExpr>(&E); });
    IsOther |= Out == Stride::Other;
    IsDown |=
        Out == Stride::One && strideOf(Index, Inner.var()) == Stride::Other;
    return Out;
  };
  walk(Inner.body(), [&](const Stmt &S) {
    if (auto *Store = dyn_cast<AssignStmt>(&S)) {
      // What is not another element for each is a sum that waits for itself.
      IsOther |=
          !Store->target().Index || Note(Store->target().Index) != Stride::One;
      Stores = true;
    } else if (!isa<BlockStmt, LetStmt>(&S)) {
      IsOther = true;
    }
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = dyn_cast<LoadExpr>(&Part))
          Note(Load->index());
      });
    return true;
  });
  return Stores && IsDown && !IsOther;
}

std::optional<Version> withColumnsExchanged(const Nest &N,
                                            const Version &Plain) {
  std::optional<Version> Result;
  Directive Commands;
  std::vector<LoopCondition> When = Plain.When;
  auto Visit = [&](const LoopStmt &Inner) {
    const std::vector<const LoopStmt *> Path = pathTo(N.Body, Inner.var());
    if (Path.size() < 3 ||
        anyOf(Inner.body(), [](const Stmt &S) { return isa<LoopStmt>(&S); }))
      return;
    const LoopStmt &Outer = **(Path.end() - 2);
    const IndexVar &Row = *N.findIndexVar(Outer.var()),
                   &Term = *N.findIndexVar(Inner.var());
    if (!lengthOf(N, Row) || !lengthOf(N, Term) || !goesDown(N, Outer, Inner))
      return;
    Directive More = Commands.followedBy(clauses::reorder(
        clauseName(N, Outer.var()), clauseName(N, Inner.var())));
    std::optional<Version> Next =
        versionOf(N, More.followedBy(Plain.Clauses.Clauses));
    if (!Next)
      return;
    Commands = std::move(More);
    Result = std::move(Next);
    When.push_back({Outer.var().str(), "", LeastElements});
    When.push_back({Inner.var().str(), "", LeastRows});
  };
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Loop = dyn_cast<LoopStmt>(&S))
      Visit(*Loop);
    return true;
  });
  if (Result)
    Result->When = std::move(When);
  return Result;
}

} // namespace lacuna
