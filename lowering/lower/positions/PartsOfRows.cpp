//===- PartsOfRows.cpp - rows whose positions are shared out --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/PartsOfRows.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/lower/parallel/PartialResults.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

ExprRef lacuna::storedByEnter(const TrackedRows &T, const Reduction &R) {
  ExprRef Value;
  for (const StmtRef &S : T.Enter)
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
      if (Assign->op() == ReduceOp::None &&
          samePlace(Assign->target(), R.Target))
        Value = Assign->value();
  return Value;
}

Statements lacuna::startOfPart(const TrackedRows &T,
                               llvm::ArrayRef<RowPlace> Places) {
  llvm::StringSet<> Used;
  addUses(T.Each, Used);
  for (const RowPlace &P : Places) {
    const Reduction &R = P.Into;
    std::optional<Place> To = placeOfRow(T.Enter, T.Leave, R.Op, R.Target);
    for (const auto &Name : freeVars(To ? To->Index : R.Target.Index))
      Used.insert(Name.getKey());
    if (T.InKernel || identityOf(R.Op, R.Target.Ty))
      continue;
    Used.insert(R.Target.Name);
    for (const auto &Name : freeVars(storedByEnter(T, R)))
      Used.insert(Name.getKey());
  }
  Statements Kept;
  for (const StmtRef &S : llvm::reverse(T.Enter)) {
    auto *Let = llvm::dyn_cast<LetStmt>(S.get());
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    if (!(Let && Used.contains(Let->name())) &&
        !(Var && Used.contains(Var->name())))
      continue;
    Kept.push_back(S);
    addUses(S, Used);
  }
  std::reverse(Kept.begin(), Kept.end());
  return Kept;
}

bool lacuna::canCombineAtomically(const TrackedRows &T,
                                  llvm::ArrayRef<RowPlace> Places) {
  return !T.IsGathered && llvm::all_of(Places, [&](const RowPlace &P) {
    return hasAtomicForm(P.Into.Op, P.Into.Target.Ty, T.InKernel) &&
           placeOfRow(T.Enter, T.Leave, P.Into.Op, P.Into.Target);
  });
}

static StmtRef atomic(const Place &To, const AssignStmt &S) {
  return std::make_shared<AssignStmt>(To, S.op(), S.value(), /*Atomic=*/true,
                                      S.tag());
}

Place lacuna::elementOfRow(const TrackedRows &T, const Reduction &R) {
  return *placeOfRow(T.Enter, T.Leave, R.Op, R.Target);
}

AtomicPart lacuna::atomicPart(const TrackedRows &T,
                              llvm::ArrayRef<RowPlace> Places,
                              llvm::function_ref<Place(const Reduction &)> To,
                              MadeNames &Names) {
  AtomicPart Part{{}, T.Each, {}};
  for (const RowPlace &P : Places) {
    const Reduction &R = P.Into;
    if (P.Inner) {
      auto OnStmt = [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        return Assign && samePlace(Assign->target(), R.Target)
                   ? atomic(R.Target, *Assign)
                   : nullptr;
      };
      Part.Each = rewrite(Part.Each, OnStmt, nullptr);
      continue;
    }
    PartialResult Result =
        reduceApart(R, Names.fresh(R.Target.Name + "_part"),
                    T.InKernel ? identityInKernel(R.Op, R.Target.Ty) : nullptr,
                    T.Source, Part.Each, Names, Part.Declare);
    Place Target = To(R);
    Part.Update.push_back(ifUpdated(
        Result.count(), atomic(Target, AssignStmt(Target, R.Op, Result.value(),
                                                  /*Atomic=*/true, T.Source))));
  }
  return Part;
}
