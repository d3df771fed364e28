//===- UsedRanges.cpp - what a run accesses at all ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedRanges.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/checks/Guards.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static constexpr llvm::StringLiteral AnyFlag = "is_used";

/// Whether \p Walk asks for no more than that the outermost loop runs.
static bool asksForTripsAlone(const Nest &N, const StmtRef &Walk) {
  if (isAlwaysReached(Walk))
    return true;
  ExprRef Runs = runsAtAll(N);
  std::vector<StmtRef> Parts = statementsOf(Walk);
  auto *If =
      Parts.size() == 1 ? llvm::dyn_cast<IfStmt>(Parts.front().get()) : nullptr;
  return If && Runs && structurallyEqual(If->cond(), Runs) && !If->elseBody() &&
         llvm::all_of(statementsOf(If->thenBody()), [](const StmtRef &S) {
           return llvm::isa<AssignStmt>(S.get());
         });
}

/// The flag that what is \p Asked sets, where \p Walk sets AnyFlag.
ExprRef UsedRanges::flagOf(ReachQuery Asked, const StmtRef &Walk) {
  for (const auto &[Other, Flag] : Known)
    if (structurallyEqual(Other, Walk))
      return Flag;
  const Type Bool = Type::boolean();
  Asked.Flag = Names.fresh(AnyFlag);
  Code.push_back(
      std::make_shared<VarStmt>(Asked.Flag, Bool, constant(Bool, 0)));
  Code.push_back(*reachWalk(N, Asked));
  Known.emplace_back(Walk, var(Bool, Asked.Flag));
  return Known.back().second;
}

ArrayRange UsedRanges::operator()(ArrayRange S) {
  ReachQuery Asked;
  Asked.Wanted.insert(S.Array);
  Asked.Flag = AnyFlag.str();
  std::optional<StmtRef> Walk = reachWalk(N, Asked);
  if (!Walk || asksForTripsAlone(N, *Walk))
    return S;
  ExprRef IsUsed = flagOf(std::move(Asked), *Walk);
  for (ExprRef *Bound : {&S.Lo, &S.Hi})
    *Bound = std::make_shared<SelectExpr>(IsUsed, *Bound, i64(0));
  return S;
}
