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

/// Whether \p Cond holds in every other iteration or so, as where two arrays
/// take turns.
static bool comesBack(const ExprRef &Cond) {
  const auto *Is = dyn_cast<BinaryExpr>(Cond.get());
  const auto *Rest = Is ? dyn_cast<BinaryExpr>(Is->lhs().get()) : nullptr;
  return Rest && Is->op() == BinaryOp::Eq && Rest->op() == BinaryOp::Rem &&
         constantValue(Rest->rhs()) && constantValue(Is->rhs());
}

/// Whether runs of \p Body store to the element of \p Array that they begin
/// with, which is the same one in all of them: no order keeps two apart.
static bool storesAgain(const Nest &N, const StmtRef &Body, StringRef Array,
                        const StringMap<ExprRef> &Lets) {
  if (const auto *B = dyn_cast<BlockStmt>(Body.get()))
    return any_of(B->body(), [&](const StmtRef &S) {
      return storesAgain(N, S, Array, Lets);
    });
  if (const auto *If = dyn_cast<IfStmt>(Body.get());
      If && comesBack(If->cond()))
    return storesAgain(N, If->thenBody(), Array, Lets) ||
           (If->elseBody() && storesAgain(N, If->elseBody(), Array, Lets));
  if (const auto *L = dyn_cast<LoopStmt>(Body.get()); L && !L->merge()) {
    const IndexVar *V = N.findIndexVar(L->var());
    if (!V || !V->Lo)
      return false;
    StringMap<ExprRef> Begun = Lets;
    Begun[L->var()] = substitute(V->Lo, Lets);
    return storesAgain(N, L->body(), Array, Begun);
  }
  const auto *A = dyn_cast<AssignStmt>(Body.get());
  return A && A->target().Name == Array && A->target().Index &&
         isOverScalars(N,
                       substitute(substitute(A->target().Index, Lets), Lets));
}

bool storesWhereDataSay(const Nest &N) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  return any_of(accessesIn(N, N.Body), [&](const Access &A) {
    return A.IsWrite && A.Index && readsMemory(substitute(A.Index, Lets));
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
                         !storesAgain(N, Rows.body(), X.Name, Lets) &&
                         any_of(Accesses, [&](const Access &A) {
                           return A.Name == X.Name && A.Index &&
                                  isChosenByData(N, A.Index, Lets);
                         });
                });
}

} // namespace lacuna
