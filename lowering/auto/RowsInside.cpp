//===- RowsInside.cpp - sums over entries, a row at a time ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsInside.h"
#include "Strides.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Elements of a row below which entries are read again in less time than
/// results are.
static constexpr int64_t LeastElements = 4;

/// The loops of \p N as far as each holds one other, the outermost first.
static std::vector<const LoopStmt *> loopsInside(const Nest &N) {
  std::vector<const LoopStmt *> Path, Found;
  StmtRef Body = N.Body;
  do {
    Found.clear();
    walk(Body, [&](const Stmt &S) {
      auto *Loop = dyn_cast<LoopStmt>(&S);
      if (Loop)
        Found.push_back(Loop);
      return !Loop;
    });
    if (Found.size() == 1) {
      Path.push_back(Found.front());
      Body = Found.front()->body();
    }
  } while (Found.size() == 1);
  return Found.empty() ? Path : std::vector<const LoopStmt *>();
}

/// Whether what \p Loop stores, and some of what it reads, lies side by side
/// along it, and nothing lies apart.
static bool goesAlongRows(const Nest &N, const LoopStmt &Loop) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  bool ReadsRow = false, StoresRow = false, IsApart = false;
  auto Note = [&](const ExprRef &Index, bool &IsRow) {
    const Stride Found = strideOf(substitute(Index, Lets), Loop.var());
    IsRow |= Found == Stride::One;
    IsApart |= Found == Stride::Other;
  };
  walk(Loop.body(), [&](const Stmt &S) {
    auto *Store = dyn_cast<AssignStmt>(&S);
    if (Store && Store->target().Index)
      Note(Store->target().Index, StoresRow);
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = dyn_cast<LoadExpr>(&Part))
          Note(Load->index(), ReadsRow);
      });
    return true;
  });
  return ReadsRow && StoresRow && !IsApart;
}

std::optional<RowsInside> withRowsInside(const Nest &N) {
  const std::vector<const LoopStmt *> Path = loopsInside(N);
  auto HasLength = [&](const LoopStmt *Loop) {
    const IndexVar *Var = N.findIndexVar(Loop->var());
    return Var && lengthOf(N, *Var) != nullptr;
  };
  if (Path.size() < 3 || HasLength(Path.back()))
    return std::nullopt;
  auto Row = find_if(drop_begin(Path), HasLength);
  if (Row == Path.end() || !goesAlongRows(N, **Row))
    return std::nullopt;
  const std::string Var = (*Row)->var().str();
  const std::optional<int64_t> Trips = constantTripCount(N, Var);
  if (Trips && *Trips < LeastElements)
    return std::nullopt;
  std::vector<std::string> Names;
  for (const LoopStmt *Loop : Path)
    if (Loop != *Row)
      Names.push_back(clauseName(N, Loop->var()));
  Names.push_back(clauseName(N, Var));
  const Clause Order = clauses::order(Names);
  std::optional<Version> Result = versionOf(N, {{Order}});
  if (!Result)
    return std::nullopt;
  RowsInside Found{std::move(Result->Graph), Order, std::nullopt};
  if (!Trips)
    Found.Unless =
        LoopCondition{Var, "", LeastElements, LoopCondition::Kind::Fewer};
  return Found;
}

} // namespace lacuna
