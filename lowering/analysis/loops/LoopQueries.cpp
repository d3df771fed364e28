//===- LoopQueries.cpp - questions about loop IR --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/loops/LoopQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool lacuna::holdsLoop(llvm::ArrayRef<StmtRef> Body) {
  return llvm::any_of(Body, [](const StmtRef &S) {
    return anyOf(S, [](const Stmt &Part) {
      return llvm::isa<ForStmt, WhileStmt>(Part);
    });
  });
}

StmtRef lacuna::withParts(const StmtRef &S,
                          llvm::function_ref<StmtRef(const StmtRef &)> Fn) {
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get())) {
    std::vector<StmtRef> Body;
    for (const StmtRef &Part : Block->body())
      Body.push_back(Fn(Part));
    return std::make_shared<BlockStmt>(std::move(Body), S->tag());
  }
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return std::make_shared<IfStmt>(
        If->cond(), Fn(If->thenBody()),
        If->elseBody() ? Fn(If->elseBody()) : nullptr, S->tag());
  if (auto *For = llvm::dyn_cast<ForStmt>(S.get()))
    return std::make_shared<ForStmt>(For->var().str(), For->lo(), For->hi(),
                                     Fn(For->body()), For->tags(), S->tag());
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return std::make_shared<WhileStmt>(While->cond(), Fn(While->body()),
                                       S->tag());
  return S;
}

StmtRef
lacuna::withThreadBodies(const StmtRef &S,
                         llvm::function_ref<StmtRef(const ForStmt &)> Fn) {
  auto OnStmt = [&](const StmtRef &Part) -> StmtRef {
    auto *Threads = llvm::dyn_cast<ForStmt>(Part.get());
    if (!Threads || Threads->tags().Mode != ForMode::GpuThread)
      return nullptr;
    return std::make_shared<ForStmt>(Threads->var().str(), Threads->lo(),
                                     Threads->hi(), Fn(*Threads),
                                     Threads->tags(), Threads->tag());
  };
  return rewrite(S, OnStmt, nullptr);
}
