//===- SlidingWindows.cpp - inner loops as long as they were --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/SlidingWindows.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/cleanup/WideSubscripts.h"
#include "lacuna/ir/FrontValues.h"
#include "lacuna/ir/bounds/Difference.h"

using namespace lacuna;

/// Whether \p E has one value in all of \p N.
static bool isInvariant(const ExprRef &E, const Nest &N) {
  return isEvaluable(N, E) && !readsMemory(E);
}

static bool isInnermost(const ForStmt &S) {
  return !anyOf(S.body(), [](const Stmt &Part) {
    return llvm::isa<ForStmt, WhileStmt>(&Part);
  });
}

static StmtRef counted(const ForStmt &S, MadeNames &Names) {
  const Nest &N = Names.nest();
  const Type &Ty = S.type();
  if (S.tags().Mode != ForMode::Serial || !isInnermost(S) || !Ty.isSigned() ||
      Ty.bits() < 32 || readsMemory(S.lo()) || isInvariant(S.lo(), N) ||
      llvm::any_of(freeVars(S.lo()), [&](const auto &Name) {
        return assigns(S.body(), Name.getKey());
      }))
    return nullptr;
  const ExprRef Trips = difference(widened(S.hi()), widened(S.lo()));
  if (!Trips || constantValue(Trips) || !isInvariant(Trips, N))
    return nullptr;
  const std::string At = Names.get(S.var() + "_at");
  std::vector<StmtRef> Body = {std::make_shared<LetStmt>(
      S.var().str(),
      binary(BinaryOp::Add, S.lo(), cast(Ty, var(Type::i64(), At))))};
  llvm::append_range(Body, statementsOf(S.body()));
  return std::make_shared<ForStmt>(
      At, i64(0), Trips, std::make_shared<BlockStmt>(Body), S.tags(), S.tag());
}

StmtRef lacuna::countSlidingWindows(const StmtRef &S, MadeNames &Names) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *For = llvm::dyn_cast<ForStmt>(Part.get());
        return For ? counted(*For, Names) : nullptr;
      },
      nullptr);
}
