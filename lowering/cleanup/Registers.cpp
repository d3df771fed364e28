//===- Registers.cpp - elements accumulated in local variables ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/Registers.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Whether \p R is the only thing in \p Body that touches its array, in one
/// unconditional statement that is not atomic.
static bool isAlone(const Reduction &R, const StmtRef &Body) {
  if (!R.Target.Index || accesses(Body, R.Target.Name) != 1)
    return false;
  return llvm::any_of(statementsOf(Body), [&](const StmtRef &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    return Assign && !Assign->isAtomic() &&
           samePlace(Assign->target(), R.Target);
  });
}

/// \p E where it is as short as a name, else a let for it.
static ExprRef once(const std::string &Name, const ExprRef &E, MadeNames &Names,
                    Statements &Out) {
  if (llvm::isa<ConstantExpr, VarExpr>(E.get()))
    return E;
  return Names.let(Name, E, Out);
}

StmtRef lacuna::ifItRuns(const ForStmt &Loop, Statements Before,
                         const StmtRef &Body, Statements After,
                         MadeNames &Names) {
  Statements Out;
  std::string Var = Loop.var().str();
  ExprRef Lo = once(Var + "_lo", Loop.lo(), Names, Out);
  ExprRef Hi = once(Var + "_hi", Loop.hi(), Names, Out);
  Before.push_back(
      std::make_shared<ForStmt>(Var, Lo, Hi, Body, Loop.tags(), Loop.tag()));
  Before.insert(Before.end(), After.begin(), After.end());
  ExprRef Runs = binary(BinaryOp::Lt, Lo, Hi);
  StmtRef All = block(std::move(Before));
  if (constantValue(Runs) != 1)
    All = std::make_shared<IfStmt>(Runs, All, nullptr, Loop.tag());
  Out.push_back(All);
  return block(std::move(Out));
}

/// Of `if (x > *p) *p = x` nothing may be stored where nothing is greater.
static StmtRef leave(const Reduction &R, const ExprRef &Value, SourceTag Tag) {
  StmtRef Store = assign(R.Target, Value, Tag);
  const bool IsExtremum = R.Op == ReduceOp::Min || R.Op == ReduceOp::Max;
  if (!IsExtremum || !R.Target.Index || !constantValue(R.Target.Index))
    return Store;
  return std::make_shared<IfStmt>(
      binary(BinaryOp::Ne, Value,
             load(R.Target.Ty, R.Target.Name, R.Target.Index)),
      Store, nullptr, Tag);
}

static StmtRef rewriteLoop(const ForStmt &Loop, MadeNames &Names) {
  if (Loop.tags().Mode != ForMode::Serial || holdsLoop(Loop.body()))
    return nullptr;
  Statements Before, After;
  StmtRef Body = Loop.body();
  for (const Reduction &R : reductionsOf(Body, Loop.var())) {
    if (!isAlone(R, Body))
      continue;
    const Place &Target = R.Target;
    std::string Name = Names.get(Target.Name + "_acc");
    Before.push_back(std::make_shared<VarStmt>(
        Name, Target.Ty, load(Target.Ty, Target.Name, Target.Index),
        Loop.tag()));
    Body = redirect(Body, Target, {Name, Target.Ty, nullptr});
    After.push_back(leave(R, var(Target.Ty, Name), Loop.tag()));
  }
  if (After.empty())
    return nullptr;
  return ifItRuns(Loop, std::move(Before), Body, std::move(After), Names);
}

StmtRef lacuna::accumulateInRegisters(const StmtRef &S, MadeNames &Names) {
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        return Loop ? rewriteLoop(*Loop, Names) : nullptr;
      },
      nullptr);
}

bool lacuna::isKnownOutside(const ExprRef &E, const ForStmt &Loop) {
  const llvm::StringSet<> Declared = declaredIn(Loop.body());
  return !readsMemory(E) && llvm::all_of(freeVars(E), [&](const auto &Name) {
    return Name.first() != Loop.var() && !Declared.contains(Name.first()) &&
           !assigns(Loop.body(), Name.first());
  });
}

/// The element of \p Array that \p Loop accesses, if it is one that is the same
/// in all its iterations.
static std::optional<Place> onlyElement(const ForStmt &Loop,
                                        llvm::StringRef Array) {
  std::optional<Place> Result;
  bool IsOnly = true;
  auto See = [&](const Place &P) {
    if (!Result)
      Result = P;
    IsOnly &= samePlace(*Result, P);
  };
  walk(Loop.body(), [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == Array)
      See(Assign->target());
    for (const ExprRef &E : expressions(S))
      forEachLoad(E, [&](const ExprRef &Load) {
        auto &Of = llvm::cast<LoadExpr>(*Load);
        if (Of.array() == Array)
          See({Of.array().str(), Of.type(), Of.index()});
      });
    return true;
  });
  return Result && IsOnly && isKnownOutside(Result->Index, Loop) ? Result
                                                                 : std::nullopt;
}

/// Lanes that store have a register each, and no place in common.
static bool suitsRegisters(const ForStmt &Loop, llvm::StringRef Array) {
  return Loop.tags().Mode == ForMode::Serial ||
         (Loop.tags().Mode == ForMode::Simd && !assigns(Loop.body(), Array));
}

static StmtRef withOwn(const ForStmt &Loop, llvm::ArrayRef<std::string> Own,
                       MadeNames &Names) {
  if (holdsLoop(Loop.body()))
    return nullptr;
  Statements Before, After;
  StmtRef Body = Loop.body();
  for (const std::string &Array : Own) {
    const std::optional<Place> Of = onlyElement(Loop, Array);
    if (!Of || !suitsRegisters(Loop, Array))
      continue;
    const Place Kept{Names.fresh(Array + "_kept"), Of->Ty, nullptr};
    Before.push_back(std::make_shared<VarStmt>(Kept.Name, Kept.Ty, valueOf(*Of),
                                               Loop.tag()));
    Body = rewrite(
        redirect(Body, *Of, Kept), nullptr, [&](const ExprRef &E) -> ExprRef {
          auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
          return Load && Load->array() == Array ? valueOf(Kept) : nullptr;
        });
    if (assigns(Loop.body(), Array))
      After.push_back(assign(*Of, valueOf(Kept), Loop.tag()));
  }
  if (Before.empty())
    return nullptr;
  return ifItRuns(Loop, std::move(Before), Body, std::move(After), Names);
}

StmtRef lacuna::keepOwnInRegisters(const StmtRef &S, MadeNames &Names) {
  std::vector<std::string> Own;
  for (const StmtRef &Part : statementsOf(S))
    if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(Part.get()))
      Own.push_back(Array->name().str());
  return rewrite(
      S,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        return Loop ? withOwn(*Loop, Own, Names) : nullptr;
      },
      nullptr);
}
