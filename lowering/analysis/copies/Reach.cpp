//===- Reach.cpp - extents that are found in front of a nest --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/Reach.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/ResultDependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool lacuna::canFindReach(const Nest &N, const Operand &Array) {
  const ResultDependence Results(N);
  if (Array.Row || !Array.Records.empty() || Results.steersNest() ||
      llvm::none_of(accessesIn(N, N.Body), [&](const Access &A) {
        return A.Name == Array.Name && readsMemory(A.Index);
      }))
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
