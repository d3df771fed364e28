//===- Limits.cpp - how large a nest may be -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Limits.h"
#include "lift/state/Messages.def"

using namespace lacuna;

static constexpr unsigned MaxLoops = 64, MaxAccesses = 2000;

static unsigned countAccesses(const StmtRef &Body) {
  unsigned Count = 0;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    Count += Assign && Assign->target().Index;
    for (const ExprRef &Whole : expressions(S))
      walk(Whole, [&](const Expr &E) { Count += llvm::isa<LoadExpr>(&E); });
    return true;
  });
  return Count;
}

static std::string refusal(llvm::StringRef Has, unsigned Count,
                           llvm::StringRef Of, unsigned Most) {
  return msg::NestTooLarge(Has, Count, Of, Most);
}

std::string plugin::tooLarge(const Nest &N) {
  if (N.IndexVars.size() > MaxLoops)
    return refusal(msg::PrefixNestHas(), N.IndexVars.size(), " loops",
                   MaxLoops);
  if (unsigned Count = countAccesses(N.Body); Count > MaxAccesses)
    return refusal("the nest accesses arrays in ", Count, " places",
                   MaxAccesses);
  return "";
}
