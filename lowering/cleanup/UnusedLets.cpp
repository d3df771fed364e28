//===- UnusedLets.cpp - constants that nothing reads ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/UnusedLets.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

void lacuna::addUses(const StmtRef &S, llvm::StringSet<> &Used) {
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      for (const auto &Name : freeVars(E))
        Used.insert(Name.getKey());
    return true;
  });
}

/// The statements of one scope, inner ones dealt with already, from the last
/// to the first: uses are met before what they use.
static std::vector<StmtRef> dropFrom(llvm::ArrayRef<StmtRef> Body) {
  llvm::StringSet<> Used;
  std::vector<StmtRef> Kept;
  for (const StmtRef &S : llvm::reverse(Body)) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    if (Let && !Used.contains(Let->name()))
      continue;
    addUses(S, Used);
    Kept.push_back(S);
  }
  std::reverse(Kept.begin(), Kept.end());
  return Kept;
}

StmtRef lacuna::dropUnusedLets(const StmtRef &S) {
  auto OnStmt = [](const StmtRef &Part) -> StmtRef {
    auto *Block = llvm::dyn_cast<BlockStmt>(Part.get());
    if (!Block)
      return nullptr;
    std::vector<StmtRef> Kept = dropFrom(Block->body());
    if (Kept.size() == Block->body().size())
      return nullptr;
    return std::make_shared<BlockStmt>(std::move(Kept), Block->tag());
  };
  return rewrite(S, OnStmt, nullptr);
}
