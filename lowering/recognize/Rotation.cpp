//===- Rotation.cpp - arrays that take turns ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for t { for i { b[i] = a[i] } }
//       -->  for t { for i {
//              if t % 2 == 0 { b[i] = a[i] } else { if t % 2 == 1 { a[i] = b[i]
//            } } } }
//
// The alternatives stand innermost, so that loops keep their names; who runs
// them tile by tile gives each its own loops.
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/Rotation.h"
#include "lacuna/analysis/NestQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

std::optional<std::vector<std::vector<size_t>>>
Rotation::steps(size_t Most) const {
  std::vector<size_t> First(Arrays.size());
  for (size_t K = 0; K < First.size(); ++K)
    First[K] = K;
  std::vector<std::vector<size_t>> All;
  for (std::vector<size_t> Now = First; All.empty() || Now != First;) {
    if (All.size() == Most)
      return std::nullopt;
    All.push_back(Now);
    for (size_t K = 0; K < Now.size(); ++K)
      Now[K] = All.back()[From[K]];
  }
  return All;
}

ExprRef turnsBehind(const Nest &N, size_t Period) {
  const IndexVar &V = *N.findIndexVar(outermostLoop(N)->var());
  return std::make_shared<SelectExpr>(
      binary(BinaryOp::Lt, V.Lo, V.Hi),
      binary(BinaryOp::Rem,
             binary(BinaryOp::Sub, cast(Type::i64(), V.Hi),
                    cast(Type::i64(), V.Lo)),
             i64(int64_t(Period))),
      i64(0));
}

namespace {

class Turns {
public:
  Turns(Nest &N, const Rotation &R, std::vector<std::vector<size_t>> Steps,
        function_ref<std::string(StringRef)> NewName)
      : N(N), R(R), Steps(std::move(Steps)), NewName(NewName) {}

  bool run();

private:
  bool accesses(const StmtRef &S) const;
  bool accesses(const ExprRef &E) const;
  std::string nameAt(StringRef Name, size_t Step) const;
  ExprRef isTurn(size_t Step) const;
  StmtRef visit(const StmtRef &S);
  std::vector<StmtRef> visitAll(const std::vector<StmtRef> &List);
  StmtRef inTurns(const std::vector<StmtRef> &List);
  StmtRef copyFor(const std::vector<StmtRef> &List, size_t Step);
  ExprRef chosen(const ExprRef &E) const;

  Nest &N;
  const Rotation &R;
  const std::vector<std::vector<size_t>> Steps;
  function_ref<std::string(StringRef)> NewName;
  ExprRef Number; ///< of the step, modulo their count
  bool HasForm = true;
};

} // namespace

static bool holdsLoop(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) { return isa<LoopStmt>(&Part); });
}

static bool declares(const StmtRef &S) {
  return isa<LetStmt, VarStmt, LocalArrayStmt>(S.get());
}

/// The array that \p E, itself, is about; empty if it is about none.
static StringRef arrayOf(const Expr &E) {
  if (auto *Load = dyn_cast<LoadExpr>(&E))
    return Load->array();
  if (auto *Address = dyn_cast<AddressExpr>(&E))
    return Address->array();
  return "";
}

bool Turns::accesses(const ExprRef &E) const {
  bool Found = false;
  if (E)
    walk(E, [&](const Expr &Part) {
      Found |= is_contained(R.Arrays, arrayOf(Part));
    });
  return Found;
}

bool Turns::accesses(const StmtRef &S) const {
  return anyOf(S, [&](const Stmt &Part) {
    auto *Assign = dyn_cast<AssignStmt>(&Part);
    return (Assign && is_contained(R.Arrays, Assign->target().Name)) ||
           any_of(expressions(Part),
                  [&](const ExprRef &E) { return accesses(E); });
  });
}

/// What the array called \p Name is called in the turn of \p Step.
std::string Turns::nameAt(StringRef Name, size_t Step) const {
  auto At = find(R.Arrays, Name);
  return At == R.Arrays.end() ? Name.str()
                              : R.Arrays[Steps[Step][At - R.Arrays.begin()]];
}

ExprRef Turns::isTurn(size_t Step) const {
  return binary(BinaryOp::Eq, Number, i64(int64_t(Step)));
}

/// \p E about array \p Name.
static ExprRef about(const ExprRef &E, const std::string &Name) {
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    return load(E->type(), Name, Load->index());
  return std::make_shared<AddressExpr>(Name,
                                       llvm::cast<AddressExpr>(*E).index());
}

/// A choice of elements for \p E, if it is itself about one of the arrays; else
/// null.
ExprRef Turns::chosen(const ExprRef &E) const {
  const StringRef Name = arrayOf(*E);
  if (!is_contained(R.Arrays, Name))
    return nullptr;
  ExprRef Result = about(E, nameAt(Name, Steps.size() - 1));
  for (size_t Step = Steps.size() - 1; Step-- > 0;)
    Result = std::make_shared<SelectExpr>(isTurn(Step),
                                          about(E, nameAt(Name, Step)), Result);
  return Result;
}

/// \p List for the turn of \p Step. What the first copy declares keeps its
/// name.
StmtRef Turns::copyFor(const std::vector<StmtRef> &List, size_t Step) {
  StringMap<std::string> Names;
  auto NameOf = [&](StringRef Name) {
    auto Own = Names.find(Name);
    return Own == Names.end() ? nameAt(Name, Step) : Own->second;
  };
  if (Step > 0)
    walk(block(List), [&](const Stmt &S) {
      StringRef Name;
      if (auto *Let = dyn_cast<LetStmt>(&S))
        Name = Let->name();
      else if (auto *Var = dyn_cast<VarStmt>(&S))
        Name = Var->name();
      else if (auto *Array = dyn_cast<LocalArrayStmt>(&S))
        Name = Array->name();
      if (!Name.empty())
        Names[Name] = NewName(Name);
      return true;
    });
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    if (auto *V = dyn_cast<VarExpr>(E.get()))
      return var(E->type(), NameOf(V->name()));
    return arrayOf(*E).empty() ? nullptr : about(E, NameOf(arrayOf(*E)));
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    if (auto *Let = dyn_cast<LetStmt>(S.get()))
      return std::make_shared<LetStmt>(NameOf(Let->name()), Let->init(),
                                       S->tag());
    if (auto *Var = dyn_cast<VarStmt>(S.get()))
      return std::make_shared<VarStmt>(NameOf(Var->name()), Var->type(),
                                       Var->init(), S->tag());
    if (auto *Array = dyn_cast<LocalArrayStmt>(S.get()))
      return std::make_shared<LocalArrayStmt>(NameOf(Array->name()),
                                              Array->elem(), Array->extent(),
                                              Array->init(), S->tag());
    if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
      Place To = Assign->target();
      To.Name = NameOf(To.Name);
      return Assign->with(std::move(To), Assign->value());
    }
    return nullptr;
  };
  std::vector<StmtRef> Copy;
  for (const StmtRef &S : List) {
    HasForm &= !anyOf(S, [](const Stmt &Part) {
      return isa<TrackStmt, PrefetchStmt, WhileStmt>(&Part);
    });
    Copy.push_back(rewrite(S, OnStmt, OnExpr));
  }
  return block(std::move(Copy));
}

/// \p List, without loops, once for each turn.
StmtRef Turns::inTurns(const std::vector<StmtRef> &List) {
  StmtRef Result;
  for (size_t Step = Steps.size(); Step-- > 0;)
    Result =
        std::make_shared<IfStmt>(isTurn(Step), copyFor(List, Step), Result);
  return Result;
}

StmtRef Turns::visit(const StmtRef &S) {
  return block(visitAll(statementsOf(S)));
}

/// Statements of one scope.
std::vector<StmtRef> Turns::visitAll(const std::vector<StmtRef> &List) {
  if (none_of(List, holdsLoop))
    return any_of(List, [&](const StmtRef &S) { return accesses(S); })
               ? std::vector{inTurns(List)}
               : List;
  std::vector<StmtRef> Out, Run; // those that run in one turn
  auto Flush = [&] {
    if (!Run.empty())
      Out.push_back(inTurns(std::exchange(Run, {})));
  };
  for (const StmtRef &S : List) {
    if (!declares(S) && !holdsLoop(S) && accesses(S)) {
      Run.push_back(S);
      continue;
    }
    Flush();
    if (!accesses(S)) {
      Out.push_back(S);
    } else if (declares(S)) {
      Out.push_back(
          rewrite(S, nullptr, [&](const ExprRef &E) { return chosen(E); }));
    } else if (auto *Loop = dyn_cast<LoopStmt>(S.get())) {
      Out.push_back(
          std::make_shared<LoopStmt>(Loop->var().str(), visit(Loop->body()),
                                     Loop->tags(), S->tag(), Loop->merge()));
    } else if (auto *If = dyn_cast<IfStmt>(S.get())) {
      Out.push_back(std::make_shared<IfStmt>(
          rewrite(If->cond(), [&](const ExprRef &E) { return chosen(E); }),
          visit(If->thenBody()),
          If->elseBody() ? visit(If->elseBody()) : nullptr, S->tag()));
    } else if (isa<BlockStmt>(S.get())) {
      Out.push_back(std::make_shared<BlockStmt>(visitAll(statementsOf(S))));
    } else {
      HasForm = false;
    }
  }
  Flush();
  return Out;
}

bool Turns::run() {
  const LoopStmt *Outermost = outermostLoop(N);
  for (const IndexVar &V : N.IndexVars)
    HasForm &= !accesses(V.Lo) && !accesses(V.Hi);
  for (const Guard &G : N.Guards) {
    HasForm &= !accesses(G.Cond) && !accesses(G.Lo) && !accesses(G.Hi);
    for (const GuardRange &R : G.Inner)
      HasForm &= !accesses(R.Lo) && !accesses(R.Hi);
  }
  HasForm &= !N.Epilogue || !accesses(N.Epilogue);
  for (const StmtRef &S : statementsOf(N.Body))
    HasForm &= S.get() == Outermost || !accesses(S);
  if (!HasForm || !Outermost)
    return false;
  const IndexVar &V = *N.findIndexVar(Outermost->var());
  Number = binary(BinaryOp::Rem,
                  binary(BinaryOp::Sub, cast(Type::i64(), var(V.Ty, V.Name)),
                         cast(Type::i64(), V.Lo)),
                  i64(int64_t(Steps.size())));
  N.Body = visit(N.Body);
  return HasForm;
}

bool takeTurns(Nest &N, const Rotation &R,
               function_ref<std::string(StringRef)> NewName) {
  auto Steps = R.steps(MostTurns);
  if (!Steps || Steps->size() == 1)
    return Steps.has_value();
  return Turns(N, R, std::move(*Steps), NewName).run();
}

} // namespace lacuna
