//===- LevelTensor.cpp - the level that a loop was found to walk ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LevelTensor.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

Tensor levelTensor(const Nest &N, StringRef Position, const std::string &Crd,
                   const StmtRef &Body) {
  const std::string Name = Position.str();
  Tensor T;
  if (std::optional<Segments> S = segmentsOf(N, *N.findIndexVar(Name)))
    T.Levels = {{&DenseLevel, S->Row->Name, {}},
                {&CompressedLevel, Name, {S->Pos, Crd}}};
  else
    T.Levels = {{&SegmentLevel, Name, {Crd}}};
  auto Look = [&](const Expr &Part) {
    auto *Load = dyn_cast<LoadExpr>(&Part);
    auto *Index = Load && !rowOf(Load->index())
                      ? dyn_cast<VarExpr>(withoutCasts(Load->index()).get())
                      : nullptr;
    if (Index && Index->name() == Name && N.findOperand(Load->array()) &&
        !is_contained(T.Values, Load->array()))
      T.Values.push_back(Load->array().str());
  };
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, Look);
    return true;
  });
  if (T.Values.empty())
    T.Values = {Crd};
  T.Name = unusedName(N, Crd + "_level");
  return T;
}

} // namespace lacuna
