//===- PrivateCopies.cpp - what copies of an array would do ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/PrivateCopies.h"
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
    return Holds ? std::optional(Conditions) : std::nullopt;
  }

  /// Under which conditions \p Iteration, which `run` has walked, stores to
  /// the same elements for all values of variables around it.
  std::optional<std::vector<ExprRef>> runAlike(const StmtRef &Iteration) {
    Stored.forgetVarying();
    Conditions.clear();
    checkStores(Iteration);
    return Holds ? std::optional(Conditions) : std::nullopt;
  }

private:
  const IndexVar *loopOf(const LoopStmt &S) const;
  void checkStores(const StmtRef &S);
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
    if (std::optional<Box> All = Stored.inLoop(B, V, End))
      Stored.add(std::move(*All));
    else if (End == V.Hi)
      Stored.addForEach(B, V);
  }
}

/// The variable of \p S if all of its range is run through, and that is the
/// same wherever one looks at it; else null.
const IndexVar *StoresFirst::loopOf(const LoopStmt &S) const {
  const IndexVar *V = N.findIndexVar(S.var());
  const bool IsFixed = V && !V->isDerived() && !S.merge() &&
                       isUnchanging(N, V->Lo) && isUnchanging(N, V->Hi);
  return IsFixed ? V : nullptr;
}

/// That all stores in \p S, whether they happen or not, are to elements that
/// are stored anyway.
void StoresFirst::checkStores(const StmtRef &S) {
  if (auto *Assign = dyn_cast<AssignStmt>(S.get());
      Assign && Assign->target().Name == Array && Assign->target().Index) {
    ExprRef Index = substitute(Assign->target().Index, Lets);
    Holds = Holds && isUnchanging(N, Index) &&
            Stored.contain(Stored.elementAt(Index), Around, Conditions);
  }
  auto *Loop = dyn_cast<LoopStmt>(S.get());
  const IndexVar *V = Loop ? loopOf(*Loop) : nullptr;
  if (V)
    Around.push_back(V);
  for (const StmtRef &Part : children(*S))
    checkStores(Part);
  if (V)
    Around.pop_back();
}

void StoresFirst::visitLoop(const LoopStmt &S) {
  const IndexVar *V = loopOf(S);
  if (!V)
    return visitApart(S.body());
  std::vector<Box> Once;
  {
    SaveAndRestore First(OnlyStores, true);
    const StoredBoxes::Mark Before = Stored.mark();
    visit(S.body());
    Once = Stored.since(Before);
    Stored.forgetSince(Before);
  }
  if (!OnlyStores) {
    Around.push_back(V);
    const StoredBoxes::Mark Before = Stored.mark();
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

/// The innermost loop around all accesses to \p Array; null if there is none.
/// Those around it are appended to \p Around, the outermost first.
static const LoopStmt *loopAround(const Nest &N, StringRef Array,
                                  std::vector<const LoopStmt *> &Around) {
  const LoopStmt *Innermost = nullptr;
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
    if (!IsAlone || !Only)
      return Innermost;
    if (Innermost)
      Around.push_back(Innermost);
    Innermost = Only;
    Body = Only->body();
  }
  return Innermost;
}

static std::optional<std::vector<Guard>>
asGuards(const std::optional<std::vector<ExprRef>> &Conditions,
         const std::string &Reason) {
  if (!Conditions)
    return std::nullopt;
  std::vector<Guard> Result;
  for (const ExprRef &C : *Conditions)
    Result.push_back({Reason, C, "", {}, {}});
  return Result;
}

std::optional<std::vector<Guard>> storesFirst(const Nest &N,
                                              const Operand &Array) {
  // In each loop around the innermost one an iteration is several of that.
  std::vector<const LoopStmt *> Around;
  const LoopStmt *Loop = loopAround(N, Array.Name, Around);
  if (!Loop)
    return std::nullopt;
  return asGuards(StoresFirst(N, Array).run(Loop->body()),
                  msg::GuardReadsOlderElements(Array.Name));
}

/// Whether the loop runs over the same values for all of variables around.
static bool runsAlike(const Nest &N, const LoopStmt &Loop) {
  const IndexVar *V = N.findIndexVar(Loop.var());
  auto IsFixed = [&](const ExprRef &Bound) {
    return isUnchanging(N, Bound) && none_of(freeVars(Bound), [&](auto &Name) {
             return N.findIndexVar(Name.first());
           });
  };
  return V && !V->isDerived() && !Loop.merge() && IsFixed(V->Lo) &&
         IsFixed(V->Hi);
}

/// That all iterations of \p Loop store to the same elements of \p Array.
static std::optional<std::vector<Guard>>
storesAlikeIn(const Nest &N, const Operand &Array, const LoopStmt &Loop) {
  StoresFirst Walk(N, Array);
  if (!Walk.run(Loop.body()))
    return std::nullopt;
  return asGuards(Walk.runAlike(Loop.body()),
                  msg::GuardLeavesOlderElements(Array.Name));
}

std::optional<std::vector<Guard>> storesAlike(const Nest &N,
                                              const Operand &Array) {
  std::vector<const LoopStmt *> Loops;
  const LoopStmt *Innermost = loopAround(N, Array.Name, Loops);
  if (!Innermost)
    return std::nullopt;
  Loops.push_back(Innermost);
  std::optional<std::vector<Guard>> Fewest;
  for (const LoopStmt *Loop : Loops) {
    // The last iteration of the outermost loop stores if any does.
    if (Loop != Loops.front() && !runsAlike(N, *Loop))
      break;
    auto Needed = storesAlikeIn(N, Array, *Loop);
    if (Needed && (!Fewest || Needed->size() < Fewest->size()))
      Fewest = std::move(Needed);
  }
  return Fewest;
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
  // What comes back from a result is that, not what the array held.
  auto IsOtherArray = [&](const Place &P) {
    return P.Index && P.Name != Array && N.findOperand(P.Name);
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
               Assign && !IsOtherArray(Assign->target()) &&
               ComesFrom(Assign->value()))
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
