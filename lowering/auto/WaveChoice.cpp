//===- WaveChoice.cpp - loops whose order data decide ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveChoice.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"

using namespace llvm;

namespace lacuna {

/// Whether \p Index is loaded, or counted from what is loaded. What counts from
/// elsewhere up to what is loaded begins where all others do.
static bool isChosenByData(const Nest &N, const ExprRef &Index,
                           const StringMap<ExprRef> &Lets) {
  if (readsMemory(substitute(Index, Lets)))
    return true;
  return any_of(N.IndexVars, [&](const IndexVar &V) {
    return freeVars(Index).contains(V.Name) && V.Lo &&
           readsMemory(substitute(V.Lo, Lets));
  });
}

bool paysAsWavefront(const Nest &N, const LoopStmt &Rows) {
  if (!anyOf(Rows.body(),
             [](const Stmt &S) { return isa<LoopStmt, WhileStmt>(S); }))
    return false;
  std::vector<Guard> Conditions;
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  const std::vector<Access> Accesses = accessesIn(N, Rows.body());
  return all_of(threadConflicts(N, Rows.var(), &Conditions),
                [&](const Conflict &X) {
                  return X.IsArray && !N.findOperand(X.Name)->Scratch &&
                         any_of(Accesses, [&](const Access &A) {
                           return A.Name == X.Name && A.Index &&
                                  isChosenByData(N, A.Index, Lets);
                         });
                });
}

} // namespace lacuna
