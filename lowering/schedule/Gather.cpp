//===- Gather.cpp - rows of a dense array at stored coordinates -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gather.h"
#include "Segments.h"
#include "Work.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Whether \p E reads an array where \p Position says, and nothing that differs
/// between iterations but that.
static bool isCoordinate(const Nest &N, const ExprRef &E, StringRef Position) {
  bool Reads = false;
  walk(E, [&](const Expr &Part) { Reads |= isa<LoadExpr>(Part); });
  return Reads && E->type().isInteger() && isUnchanging(N, E) &&
         all_of(freeVars(E), [&](const auto &Name) {
           return Name.first() == Position || N.findOperand(Name.first());
         });
}

/// The first array of which \p Body reads an element that \p Coordinate says.
static const LoadExpr *gatherIn(const StmtRef &Body, StringRef Coordinate) {
  const LoadExpr *Found = nullptr;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Load = dyn_cast<LoadExpr>(&Part);
        if (!Found && Load && !Load->row() &&
            usesVar(Load->index(), Coordinate))
          Found = Load;
      });
    return !Found;
  });
  return Found;
}

std::optional<Gather> gatherOf(const Nest &N, StringRef Lane) {
  std::vector<const LoopStmt *> Path = pathTo(N.Body, Lane);
  if (Path.size() < 2)
    return std::nullopt;
  const LoopStmt &Positions = *Path[Path.size() - 2];
  const IndexVar *P =
      Positions.merge() ? nullptr : N.findIndexVar(Positions.var());
  std::optional<Segments> S = P ? segmentsOf(N, *P) : std::nullopt;
  if (!S || !positionsOf(N, *S))
    return std::nullopt;
  for (const StmtRef &Part : statementsOf(Positions.body())) {
    auto *Let = dyn_cast<LetStmt>(Part.get());
    if (!Let || !isCoordinate(N, Let->init(), P->Name))
      continue;
    if (const LoadExpr *Load = gatherIn(Path.back()->body(), Let->name()))
      return Gather{Load->array().str(),
                    std::max<int64_t>(Load->type().bits() / 8, 1),
                    {P->Name, S->Row->Name, 0, LoopCondition::Kind::Scattered,
                     Let->init()}};
  }
  return std::nullopt;
}

} // namespace lacuna
