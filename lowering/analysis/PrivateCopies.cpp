//===- PrivateCopies.cpp - what copies of an array would do ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/PrivateCopies.h"
#include "StoredBoxes.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Messages.def"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace lacuna {

namespace {

/// Walks one iteration in its order and looks for elements of an array that are
/// read before it stores to them. What decides which elements these are must
/// not change in the nest.
class StoresFirst {
public:
  StoresFirst(const Nest &N, const Operand &Array)
      : N(N), Array(Array.Name), Stored(N, Array) {}

  /// Under which conditions nothing is; nothing if that cannot be shown.
  std::optional<std::vector<ExprRef>> run(const StmtRef &Iteration) {
    visit(Iteration);
    return Holds ? std::optional(std::move(Conditions)) : std::nullopt;
  }

private:
  void readIn(const Stmt &S);
  void storeIn(const AssignStmt &S);
  void visit(const StmtRef &S);
  void visitApart(const StmtRef &S);
  void visitLoop(const LoopStmt &S);
  void addRepeated(ArrayRef<Box> Once, const IndexVar &V, const ExprRef &End);

  const Nest &N;
  StringRef Array;
  StoredBoxes Stored;
  StringMap<ExprRef> Lets;
  std::vector<const IndexVar *> Around; ///< loops of the iteration
  std::vector<ExprRef> Conditions;
  bool OnlyStores = false; ///< reads are looked at another time
  bool Holds = true;
};

} // namespace

void StoresFirst::readIn(const Stmt &S) {
  if (OnlyStores)
    return;
  for (const ExprRef &E : expressions(S))
    walk(E, [&](const Expr &Part) {
      auto *Load = dyn_cast<LoadExpr>(&Part);
      if (!Load || Load->array() != Array || !Holds)
        return;
      const Box At = Stored.elementAt(substitute(Load->index(), Lets));
      Holds = Stored.contain(At, Around, Conditions);
    });
}

void StoresFirst::storeIn(const AssignStmt &S) {
  if (S.target().Name != Array || !S.target().Index)
    return;
  ExprRef Index = substitute(S.target().Index, Lets);
  const Box At = Stored.elementAt(Index);
  if (S.op() != ReduceOp::None)
    Holds &= OnlyStores || Stored.contain(At, Around, Conditions);
  else if (isUnchanging(N, Index))
    Stored.add(At);
}

/// What \p S stores is not known to be stored behind it.
void StoresFirst::visitApart(const StmtRef &S) {
  const StoredBoxes::Mark Before = Stored.mark();
  if (S)
    visit(S);
  Stored.forgetSince(Before);
}

/// What one iteration over \p V stores has been stored for its values up to
/// \p End.
void StoresFirst::addRepeated(ArrayRef<Box> Once, const IndexVar &V,
                              const ExprRef &End) {
  for (const Box &B : Once) {
    if (std::optional<Box> All = StoredBoxes::inLoop(B, V, End))
      Stored.add(std::move(*All));
    else if (End == V.Hi)
      Stored.addForEach(B, V);
  }
}

void StoresFirst::visitLoop(const LoopStmt &S) {
  const IndexVar *V = N.findIndexVar(S.var());
  if (!V || V->isDerived() || S.merge() || !isUnchanging(N, V->Lo) ||
      !isUnchanging(N, V->Hi))
    return visitApart(S.body());
  const StoredBoxes::Mark Before = Stored.mark();
  std::vector<Box> Once;
  {
    SaveAndRestore First(OnlyStores, true);
    visit(S.body());
    Once = Stored.since(Before);
    Stored.forgetSince(Before);
  }
  if (!OnlyStores) {
    Around.push_back(V);
    addRepeated(Once, *V, var(V->Ty, V->Name));
    visit(S.body());
    Stored.forgetSince(Before);
    Around.pop_back();
  }
  addRepeated(Once, *V, V->Hi);
}

void StoresFirst::visit(const StmtRef &S) {
  readIn(*S);
  if (auto *Let = dyn_cast<LetStmt>(S.get()))
    Lets[Let->name()] = substitute(Let->init(), Lets);
  else if (auto *Assign = dyn_cast<AssignStmt>(S.get()))
    storeIn(*Assign);
  if (auto *Loop = dyn_cast<LoopStmt>(S.get()))
    return visitLoop(*Loop);
  for (const StmtRef &Part : children(*S))
    if (isa<BlockStmt>(S.get()))
      visit(Part);
    else
      visitApart(Part);
}

/// One iteration of the innermost loop around all accesses to \p Array; null if
/// there is none.
static StmtRef iterationAround(const Nest &N, StringRef Array) {
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
  return Iteration;
}

std::optional<std::vector<Guard>> storesFirst(const Nest &N,
                                              const Operand &Array) {
  // In each loop around the innermost one an iteration is several of that.
  StmtRef Iteration = iterationAround(N, Array.Name);
  auto Conditions =
      Iteration ? StoresFirst(N, Array).run(Iteration) : std::nullopt;
  if (!Conditions)
    return std::nullopt;
  std::vector<Guard> Result;
  for (ExprRef &C : *Conditions)
    Result.push_back(
        {msg::GuardReadsOlderElements(Array.Name), std::move(C), "", {}, {}});
  return Result;
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

std::string whyNoWorkspace(const Nest &N, const Operand &Array,
                           std::vector<Guard> *Conditions) {
  const std::string Name = "'" + Array.Name + "'";
  if (!isBegunAnew(N, Array.Name))
    return msg::PrivateStoreUsesOldValue(Name);
  if (Array.Scratch)
    return "";
  if (!isRead(N, Array.Name))
    return msg::PrivateResultLost(Name);
  std::optional<std::vector<Guard>> Needed = storesFirst(N, Array);
  if (!Needed || (!Needed->empty() && !Conditions))
    return msg::PrivateReadsOlderElements(Name);
  if (Conditions)
    append_range(*Conditions, *Needed);
  return "";
}

std::string whyNotCopiedIn(const Nest &N, const LoopStmt &Loop,
                           StringRef Array) {
  const std::string Name = ("'" + Array + "'").str();
  if (accesses(Loop.body(), Array) != accesses(N.Body, Array))
    return msg::PrivateAccessedOutsideLoop(Name, Loop.var());
  if (pathTo(N.Body, Loop.var()).size() == 1)
    return "";
  std::optional<std::vector<Guard>> Needed =
      storesFirst(N, *N.findOperand(Array));
  return Needed && Needed->empty()
             ? ""
             : msg::PrivateLoopRunsAgain(Loop.var(), Name);
}

} // namespace lacuna
