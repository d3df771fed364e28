//===- OutermostLoop.cpp - whether the user's loops run -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/loops/OutermostLoop.h"

using namespace lacuna;

ExprRef lacuna::runsAtAll(const Nest &N) {
  if (N.IndexVars.empty())
    return nullptr;
  const IndexVar &Root = N.IndexVars.front();
  return binary(BinaryOp::Lt, Root.Lo, Root.Hi);
}

ExprRef lacuna::ifOutermostRuns(const Nest &N, const ExprRef &Cond) {
  ExprRef Runs = runsAtAll(N);
  bool Reads = false;
  walk(Cond, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  if (!Runs || !Reads)
    return Cond;
  return binary(BinaryOp::LogicalOr, unary(UnaryOp::LogicalNot, Runs), Cond);
}

bool lacuna::runsOnThreads(const Nest &N) {
  return anyOf(N.Body, [](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Parallel &&
           Loop->tags().Parallel->Unit == ParallelUnit::CpuThread;
  });
}

ArrayRange lacuna::ifOutermostRuns(const Nest &N, ArrayRange S) {
  ExprRef Runs = runsAtAll(N);
  if (!Runs || !S.Hi)
    return S;
  auto IsBound = [](const ExprRef &E, const ExprRef &Bound) {
    return structurallyEqual(E, cast(Type::i64(), Bound));
  };
  const IndexVar &Root = N.IndexVars.front();
  if (!IsBound(S.Lo, Root.Lo) || !IsBound(S.Hi, Root.Hi))
    S.Hi = std::make_shared<SelectExpr>(Runs, S.Hi, S.Lo);
  return S;
}
