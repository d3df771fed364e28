//===- ExpandedValues.cpp - values for loops inside -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandedValues.h"
#include "PerIteration.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

class Expander {
public:
  Expander(const IndexVar &Loop, const StringSet<> &Written, MadeNames &Names)
      : Loop(Loop), Written(Written), Names(Names) {}

  /// False if \p Body computes in variables under a condition around loops.
  bool run(const std::vector<StmtRef> &Body, const ExprRef &Cond);
  ExpandedValues take() { return std::move(Result); }

private:
  ExprRef expanded(StringRef Name, const ExprRef &Value, const ExprRef &Cond,
                   SourceTag Tag);
  bool runIf(const IfStmt &If, const ExprRef &Cond);
  bool readsWritten(const ExprRef &E) const;

  const IndexVar &Loop;
  const StringSet<> &Written;
  MadeNames &Names;
  StringMap<ExprRef> Values; ///< of lets
  ExpandedValues Result;
};

} // namespace

bool Expander::readsWritten(const ExprRef &E) const {
  bool Reads = false;
  forEachLoad(E, [&](const ExprRef &Load) {
    Reads |= Written.contains(llvm::cast<LoadExpr>(*Load).array());
  });
  return Reads;
}

static bool hasLoop(const StmtRef &S) {
  return anyOf(
      S, [](const Stmt &Part) { return isa<LoopStmt, TrackStmt>(&Part); });
}

static StmtRef under(const ExprRef &Cond, StmtRef S) {
  return Cond ? std::make_shared<IfStmt>(Cond, std::move(S)) : S;
}

static ExprRef both(const ExprRef &A, const ExprRef &B) {
  return A ? binary(BinaryOp::LogicalAnd, A, B) : B;
}

/// What stands for \p Value, computed where \p Cond holds, in loops inside.
ExprRef Expander::expanded(StringRef Name, const ExprRef &Value,
                           const ExprRef &Cond, SourceTag Tag) {
  const Place Own{Names.fresh(Name + "_of_" + Loop.Name), Value->type(),
                  elementAt(Loop)};
  Result.Arrays.push_back(std::make_shared<LocalArrayStmt>(
      Own.Name, Own.Ty, elementsFor(Loop), nullptr, Tag));
  Result.Body.push_back(under(Cond, assign(Own, Value, Tag)));
  return valueOf(Own);
}

/// Conditions are asked in each iteration of loops inside.
bool Expander::runIf(const IfStmt &If, const ExprRef &Cond) {
  ExprRef Holds = substitute(If.cond(), Values);
  if (readsWritten(Holds))
    Holds = expanded("holds", Holds, Cond, If.tag());
  const StringMap<ExprRef> Outside = Values;
  bool IsGood = run(statementsOf(If.thenBody()), both(Cond, Holds));
  Values = Outside;
  if (If.elseBody())
    IsGood &= run(statementsOf(If.elseBody()),
                  both(Cond, unary(UnaryOp::LogicalNot, Holds)));
  Values = Outside;
  return IsGood;
}

/// Whether \p S declares or sets a variable, whose scope ends with a condition.
static bool usesVariables(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    auto *Assign = dyn_cast<AssignStmt>(&Part);
    return isa<VarStmt, LocalArrayStmt>(&Part) ||
           (Assign && !Assign->target().Index);
  });
}

bool Expander::run(const std::vector<StmtRef> &Body, const ExprRef &Cond) {
  for (const StmtRef &S : Body) {
    auto *Let = dyn_cast<LetStmt>(S.get());
    auto *If = dyn_cast<IfStmt>(S.get());
    auto *Inner = dyn_cast<LoopStmt>(S.get());
    const bool HasLoop = hasLoop(S);
    if (Let && (Cond || readsWritten(substitute(Let->init(), Values)))) {
      const ExprRef Value = substitute(Let->init(), Values);
      Values[Let->name()] = readsWritten(Value)
                                ? expanded(Let->name(), Value, Cond, S->tag())
                                : Value;
    } else if (If && HasLoop) {
      if (usesVariables(S) || !runIf(*If, Cond))
        return false;
    } else if (Inner && Cond) {
      Result.Body.push_back(std::make_shared<LoopStmt>(
          Inner->var().str(), under(Cond, substitute(Inner->body(), Values)),
          Inner->tags(), Inner->tag(), Inner->merge()));
    } else {
      Result.Body.push_back(
          under(HasLoop ? nullptr : Cond, substitute(S, Values)));
    }
  }
  return true;
}

ExpandedValues withValuesInArrays(const std::vector<StmtRef> &Body,
                                  const IndexVar &Loop,
                                  const StringSet<> &Written,
                                  MadeNames &Names) {
  const Nest &N = Names.nest();
  const bool IsSteady = !Loop.isDerived() && isOverScalars(N, Loop.Lo) &&
                        isOverScalars(N, Loop.Hi);
  if (!IsSteady)
    return {Body, {}};
  Expander E(Loop, Written, Names);
  return E.run(Body, nullptr) ? E.take() : ExpandedValues{Body, {}};
}

} // namespace lacuna
