//===- SharedFlags.cpp - variables that parallel iterations set -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads of a GPU have variables of their own, and OpenMP has no atomic `||`.
// So what notes whether something is so, as `precompute` does, is an array of
// one element where loops with `atomics` set it.
//
//===----------------------------------------------------------------------===//

#include "SharedFlags.h"
#include "lacuna/analysis/Accesses.h"

using namespace llvm;

namespace lacuna {

static bool hasAtomics(const LoopStmt &Loop) {
  const std::optional<ParallelTag> &Tag = Loop.tags().Parallel;
  return Tag && Tag->Races == RaceStrategy::Atomics;
}

/// The variables, false to begin with and else only noted in, that a loop with
/// `atomics` shares.
static StringSet<> sharedFlags(const StmtRef &Body) {
  StringSet<> Flags, Shared;
  walk(Body, [&](const Stmt &S) {
    auto *Var = dyn_cast<VarStmt>(&S);
    if (Var && Var->type().isBool() && Var->init() &&
        constantValue(Var->init()) == 0)
      Flags.insert(Var->name());
    return true;
  });
  walk(Body, [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && !asNote(S))
      Flags.erase(Assign->target().Name);
    return true;
  });
  walk(Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (!Loop || !hasAtomics(*Loop))
      return true;
    StringSet<> Own;
    walk(Loop->body(), [&](const Stmt &Inner) {
      if (auto *Var = dyn_cast<VarStmt>(&Inner))
        Own.insert(Var->name());
      else if (const AssignStmt *Note = asNote(Inner);
               Note && Flags.contains(Note->target().Name) &&
               !Own.contains(Note->target().Name))
        Shared.insert(Note->target().Name);
      return true;
    });
    return true;
  });
  return Shared;
}

Nest withSharedFlags(Nest N) {
  const StringSet<> Flags = sharedFlags(N.Body);
  const Type Ty = Type::i32();
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    if (auto *Var = dyn_cast<VarStmt>(S.get());
        Var && Flags.contains(Var->name()))
      return std::make_shared<LocalArrayStmt>(Var->name().str(), Ty, i64(1),
                                              constant(Ty, 0), S->tag());
    const AssignStmt *Note = asNote(*S);
    if (!Note || !Flags.contains(Note->target().Name))
      return nullptr;
    return std::make_shared<AssignStmt>(Place{Note->target().Name, Ty, i64(0)},
                                        ReduceOp::Or, cast(Ty, Note->value()),
                                        /*Atomic=*/false, S->tag());
  };
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    auto *Var = dyn_cast<VarExpr>(E.get());
    if (!Var || !Flags.contains(Var->name()))
      return nullptr;
    return binary(BinaryOp::Ne, load(Ty, Var->name().str(), i64(0)),
                  constant(Ty, 0));
  };
  if (!Flags.empty())
    N.Body = rewrite(N.Body, OnStmt, OnExpr);
  return N;
}

} // namespace lacuna
