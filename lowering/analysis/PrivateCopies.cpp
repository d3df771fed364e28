//===- PrivateCopies.cpp - what copies of an array would do ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/PrivateCopies.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Messages.def"

using namespace llvm;

namespace lacuna {

namespace {

/// Walks one iteration in its order and looks for elements of an array that are
/// read before it stores to them. What decides which elements these are must
/// not change in the nest.
class StoresFirst {
public:
  StoresFirst(const Nest &N, StringRef Array) : N(N), Array(Array) {}

  bool holdsIn(const StmtRef &Iteration) {
    visit(Iteration);
    return Holds;
  }

private:
  /// The element that `Index` leads to has been stored to, for each `Var` of
  /// its range where there is one.
  struct Stored {
    ExprRef Index;
    const IndexVar *Var = nullptr;
  };

  bool isAll(const Stored &S) const;
  bool isStored(const ExprRef &Index) const;
  void readIn(const Stmt &S);
  void visit(const StmtRef &S);
  void visitIf(const IfStmt &S);
  void visitLoop(const LoopStmt &S);

  const Nest &N;
  StringRef Array;
  StringMap<ExprRef> Lets;
  std::vector<Stored> Known;
  std::vector<const IndexVar *> Around; ///< loops of the iteration
  bool Holds = true;
};

} // namespace

static bool haveOneRange(const IndexVar &A, const IndexVar &B) {
  return !A.isDerived() && !B.isDerived() && structurallyEqual(A.Lo, B.Lo) &&
         structurallyEqual(A.Hi, B.Hi);
}

/// Whether a loop that stores to element \p S for each value of its variable
/// stores to all of \p Array.
bool StoresFirst::isAll(const Stored &S) const {
  const ExprRef &Extent = N.findOperand(Array)->Extent;
  auto *At = dyn_cast<VarExpr>(withoutCasts(S.Index).get());
  return Extent && At && At->name() == S.Var->Name &&
         constantValue(S.Var->Lo) == 0 &&
         structurallyEqual(withoutCasts(S.Var->Hi), withoutCasts(Extent));
}

bool StoresFirst::isStored(const ExprRef &Index) const {
  return any_of(Known, [&](const Stored &S) {
    if (!S.Var)
      return structurallyEqual(S.Index, Index);
    if (isAll(S))
      return true;
    return any_of(Around, [&](const IndexVar *V) {
      StringMap<ExprRef> Here;
      Here[S.Var->Name] = var(V->Ty, V->Name);
      return haveOneRange(*S.Var, *V) &&
             structurallyEqual(substitute(S.Index, Here), Index);
    });
  });
}

void StoresFirst::readIn(const Stmt &S) {
  for (const ExprRef &E : expressions(S))
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      Holds &= !Load || Load->array() != Array ||
               isStored(substitute(Load->index(), Lets));
    });
}

void StoresFirst::visitIf(const IfStmt &S) {
  const std::vector<Stored> Before = Known;
  if (S.thenBody())
    visit(S.thenBody());
  Known = Before;
  if (S.elseBody())
    visit(S.elseBody());
  Known = Before;
}

void StoresFirst::visitLoop(const LoopStmt &S) {
  const size_t Before = Known.size();
  const IndexVar *V = N.findIndexVar(S.var());
  if (V)
    Around.push_back(V);
  visit(S.body());
  std::vector<Stored> Inside(Known.begin() + Before, Known.end());
  Known.resize(Before);
  if (V)
    Around.pop_back();
  if (!V || V->isDerived() || S.merge() || !isUnchanging(N, V->Lo) ||
      !isUnchanging(N, V->Hi))
    return;
  // What else the index names is the same behind the loop.
  for (Stored &E : Inside)
    if (!E.Var)
      Known.push_back({std::move(E.Index), V});
}

void StoresFirst::visit(const StmtRef &S) {
  readIn(*S);
  if (auto *If = dyn_cast<IfStmt>(S.get()))
    return visitIf(*If);
  if (auto *Loop = dyn_cast<LoopStmt>(S.get()))
    return visitLoop(*Loop);
  if (auto *Let = dyn_cast<LetStmt>(S.get())) {
    Lets[Let->name()] = substitute(Let->init(), Lets);
  } else if (auto *Assign = dyn_cast<AssignStmt>(S.get());
             Assign && Assign->target().Name == Array) {
    ExprRef Index = substitute(Assign->target().Index, Lets);
    if (Assign->op() != ReduceOp::None)
      Holds &= isStored(Index);
    else if (isUnchanging(N, Index))
      Known.push_back({Index});
  }
  const bool IsOnce = isa<BlockStmt>(S.get());
  const std::vector<Stored> Before = Known;
  for (const StmtRef &Part : children(*S))
    visit(Part);
  if (!IsOnce)
    Known = Before;
}

bool storesFirst(const Nest &N, StringRef Array) {
  // In each loop around the innermost one an iteration is several of that.
  StmtRef Iteration;
  StmtRef Body = N.Body;
  while (Body) {
    const LoopStmt *Only = nullptr;
    bool IsAlone = true;
    for (const StmtRef &S : statementsOf(Body)) {
      if (accesses(S, Array) == 0)
        continue;
      auto *Loop = dyn_cast<LoopStmt>(S.get());
      IsAlone &= !Only && Loop;
      Only = Loop;
    }
    Body = IsAlone && Only ? Only->body() : nullptr;
    if (Body)
      Iteration = Body;
  }
  return Iteration && StoresFirst(N, Array).holdsIn(Iteration);
}

/// Whether some store to \p Array does not go on from what the array holds.
static bool isBegunAnew(const Nest &N, StringRef Array) {
  StringSet<> FromArray;
  FromArray.insert(Array);
  auto ComesFrom = [&](const ExprRef &E) {
    bool Found = false;
    if (E)
      walk(E, [&](const Expr &Part) {
        if (auto *Load = dyn_cast<LoadExpr>(&Part))
          Found |= FromArray.contains(Load->array());
        else if (auto *Var = dyn_cast<VarExpr>(&Part))
          Found |= FromArray.contains(Var->name());
      });
    return Found;
  };
  size_t Size = 0;
  while (Size != FromArray.size()) {
    Size = FromArray.size();
    walk(N.Body, [&](const Stmt &S) {
      if (auto *Let = dyn_cast<LetStmt>(&S); Let && ComesFrom(Let->init()))
        FromArray.insert(Let->name());
      else if (auto *Var = dyn_cast<VarStmt>(&S); Var && ComesFrom(Var->init()))
        FromArray.insert(Var->name());
      else if (auto *Assign = dyn_cast<AssignStmt>(&S);
               Assign && ComesFrom(Assign->value()))
        FromArray.insert(Assign->target().Name);
      return true;
    });
  }
  bool Found = false;
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    Found |= Assign && Assign->target().Name == Array &&
             Assign->op() == ReduceOp::None && !ComesFrom(Assign->value());
    return !Found;
  });
  return Found;
}

static bool isRead(const Nest &N, StringRef Array) {
  return any_of(accessesIn(N, N.Body),
                [&](const Access &A) { return A.Name == Array && !A.IsWrite; });
}

std::string whyNoWorkspace(const Nest &N, const Operand &Array) {
  const std::string Name = "'" + Array.Name + "'";
  if (!isBegunAnew(N, Array.Name))
    return msg::PrivateStoreUsesOldValue(Name);
  if (!Array.Scratch && !isRead(N, Array.Name))
    return msg::PrivateResultLost(Name);
  if (!Array.Scratch && !storesFirst(N, Array.Name))
    return msg::PrivateReadsOlderElements(Name);
  return "";
}

std::string whyNotCopiedIn(const Nest &N, const LoopStmt &Loop,
                           StringRef Array) {
  const std::string Name = ("'" + Array + "'").str();
  if (accesses(Loop.body(), Array) != accesses(N.Body, Array))
    return msg::PrivateAccessedOutsideLoop(Name, Loop.var());
  if (pathTo(N.Body, Loop.var()).size() > 1 && !storesFirst(N, Array))
    return msg::PrivateLoopRunsAgain(Loop.var(), Name);
  return "";
}

} // namespace lacuna
