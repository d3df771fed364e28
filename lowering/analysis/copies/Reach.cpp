//===- Reach.cpp - extents that are found in front of a nest --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/Reach.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/ResultDependence.h"

using namespace lacuna;

/// Whether data choose an element of \p Array that \p N assigns to.
static bool isChosenByData(const Nest &N, llvm::StringRef Array) {
  llvm::StringSet<> Loaded;
  auto IsLoaded = [&](const ExprRef &E) {
    bool Found = false;
    walk(E, [&](const Expr &Part) {
      auto *Var = llvm::dyn_cast<VarExpr>(&Part);
      Found |=
          llvm::isa<LoadExpr>(Part) || (Var && Loaded.contains(Var->name()));
    });
    return Found;
  };
  return anyOf(N.Body, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S); Let && IsLoaded(Let->init()))
      Loaded.insert(Let->name());
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    return Assign && Assign->target().Name == Array && Assign->target().Index &&
           IsLoaded(Assign->target().Index);
  });
}

bool lacuna::canFindReach(const Nest &N, const Operand &Array) {
  const ResultDependence Results(N);
  if (Array.Row || !Array.Records.empty() || Results.steersNest() ||
      !isChosenByData(N, Array.Name))
    return false;
  return !anyOf(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    return Results.decides(S) ||
           (Assign && Results.depends(Assign->target().Index));
  });
}

void lacuna::addReach(Nest &N, llvm::StringRef Name) {
  Operand Reach;
  Reach.Name = unusedName(N, (Name + "_reach").str());
  Reach.Kind = OperandKind::Scalar;
  Reach.Ty = Type::i64();
  Reach.ReachOf = Name.str();
  for (Operand &O : N.Operands)
    if (O.Name == Name)
      O.Extent = var(Type::i64(), Reach.Name);
  N.Operands.push_back(std::move(Reach));
}
