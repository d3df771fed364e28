//===- GatheredRows.cpp - rows of a dense array at stored coordinates -----===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatheredRows.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// The element of an array, by a position alone, that \p Subscript depends on;
/// null if there is none.
static ExprRef coordinateIn(const Nest &N, const ExprRef &Subscript,
                            StringRef Position) {
  ExprRef Found;
  forEachLoad(Subscript, [&](const ExprRef &Load) {
    if (!Found && Load->type().isInteger() && usesVar(Load, Position) &&
        isUnchanging(N, Load) && all_of(freeVars(Load), [&](const auto &Name) {
          return Name.first() == Position || N.findOperand(Name.first());
        }))
      Found = Load;
  });
  return Found;
}

std::optional<Gather> gatherOf(const Nest &N, StringRef Lane) {
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Lane);
  if (Path.size() < 2 || Path[Path.size() - 2]->merge())
    return std::nullopt;
  const IndexVar &P = *N.findIndexVar(Path[Path.size() - 2]->var());
  std::optional<Segments> S = segmentsOf(N, P);
  if (!S || !positionsOf(N, *S))
    return std::nullopt;
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  std::optional<Gather> Result;
  walk(Path.back()->body(), [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      forEachLoad(E, [&](const ExprRef &Row) {
        auto &Load = llvm::cast<LoadExpr>(*Row);
        ExprRef Coordinate =
            coordinateIn(N, substitute(Load.index(), Lets), P.Name);
        if (Coordinate && !rowOf(Load.index()) && !Result)
          Result = {Load.array().str(),
                    std::max<int64_t>(Load.type().bits() / 8, 1),
                    {P.Name, S->Row->Name, 0, LoopCondition::Kind::Scattered,
                     Coordinate}};
      });
    return !Result;
  });
  return Result;
}

} // namespace lacuna
