//===- PassedPlaces.cpp - places that a cursor passes over ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedPlaces.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

//===-- where the cursor is stepped ---------------------------------------===//

namespace {

/// Follows the cursor through an iteration: wherever statements step it, those
/// around, in the same block, store to what it passes over.
class StepFiller {
public:
  StepFiller(StringRef Cursor, StringRef Array)
      : Cursor(Cursor), Array(Array) {}

  bool run(const StmtRef &Body) {
    visitAll(Body, {});
    return IsFilled;
  }

private:
  /// A value of the cursor, counted from where it was at some point.
  struct Point {
    unsigned From;
    int64_t At;
    friend bool operator==(const Point &, const Point &) = default;
  };
  using Points = std::vector<Point>;

  std::optional<Point> pointOf(const ExprRef &E) const;
  void read(const ExprRef &E, const Points &Filled);
  void visitAssign(const AssignStmt &S, Points &Filled, Points &Passed);
  void visitAll(const StmtRef &Body, Points Filled);
  void visitParts(const Stmt &S, const Points &Filled);
  static bool areIn(const Points &Some, const Points &All) {
    return all_of(Some, [&](const Point &P) { return is_contained(All, P); });
  }

  StringRef Cursor, Array;
  unsigned Known = 0; ///< points that something is counted from
  Point Now = {0, 0};
  StringMap<Point> Copies;
  bool IsFilled = true;
};

} // namespace

std::optional<StepFiller::Point> StepFiller::pointOf(const ExprRef &E) const {
  const ExprRef Plain = withoutWidening(E);
  if (auto *Var = dyn_cast<VarExpr>(Plain.get())) {
    if (Var->name() == Cursor)
      return Now;
    auto Copy = Copies.find(Var->name());
    return Copy == Copies.end() ? std::nullopt : std::optional(Copy->second);
  }
  const std::optional<RaisedValue> Sum = raisedValue(Plain);
  std::optional<Point> Base = Sum ? pointOf(Sum->Base) : std::optional<Point>();
  if (Base)
    Base->At += Sum->By;
  return Base;
}

/// What a second cursor up to the first one reads is filled, since all steps
/// so far are.
void StepFiller::read(const ExprRef &E, const Points &Filled) {
  if (!E)
    return;
  walk(E, [&](const Expr &Part) {
    auto *Load = dyn_cast<LoadExpr>(&Part);
    if (!Load || Load->array() != Array)
      return;
    if (std::optional<Point> At = pointOf(Load->index()))
      IsFilled &= is_contained(Filled, *At);
  });
}

void StepFiller::visitAssign(const AssignStmt &S, Points &Filled,
                             Points &Passed) {
  /// More places than statements of a block store to.
  constexpr int64_t Most = 64;
  const Place &To = S.target();
  if (To.Index && To.Name == Array) {
    std::optional<Point> At = pointOf(To.Index);
    if (At && S.op() != ReduceOp::None)
      IsFilled &= is_contained(Filled, *At);
    else if (At)
      Filled.push_back(*At);
  }
  if (To.Index || To.Name != Cursor)
    return;
  const int64_t Step = constantValue(S.value()).value_or(0);
  IsFilled &= S.op() == ReduceOp::Add && Step > 0 && Step <= Most;
  for (int64_t I = 0; IsFilled && I < Step; ++I) {
    Passed.push_back(Now);
    ++Now.At;
  }
}

/// Arms and bodies begin with what is filled in front of them.
void StepFiller::visitParts(const Stmt &S, const Points &Filled) {
  const bool IsLoop = !isa<IfStmt>(S);
  const bool Steps = any_of(
      children(S), [&](const StmtRef &Part) { return assigns(Part, Cursor); });
  const Point Before = IsLoop && Steps ? Point{++Known, 0} : Now;
  for (const StmtRef &Part : children(S)) {
    Now = Before;
    visitAll(Part, Filled);
  }
  Now = Steps ? Point{++Known, 0} : Before;
}

/// Appends the statements of \p Body, those of blocks in it in their places:
/// these run whenever it does.
static void appendStraight(const StmtRef &Body, std::vector<StmtRef> &Out) {
  for (const StmtRef &S : statementsOf(Body))
    if (isa<BlockStmt>(S.get()))
      appendStraight(S, Out);
    else
      Out.push_back(S);
}

void StepFiller::visitAll(const StmtRef &Body, Points Filled) {
  Points Passed;
  std::vector<StmtRef> Straight;
  appendStraight(Body, Straight);
  for (const StmtRef &S : Straight) {
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    const bool Waits = !areIn(Passed, Filled);
    // Until all is filled nothing but what fills it may touch the array.
    for (const ExprRef &E : expressions(*S)) {
      read(E, Filled);
      if (Waits && E)
        walk(E, [&](const Expr &Part) {
          auto *Load = dyn_cast<LoadExpr>(&Part);
          IsFilled &= !Load || Load->array() != Array;
        });
    }
    if (auto *Let = dyn_cast<LetStmt>(S.get())) {
      Copies.erase(Let->name());
      if (std::optional<Point> Value = pointOf(Let->init()))
        Copies[Let->name()] = *Value;
    } else if (auto *Var = dyn_cast<VarStmt>(S.get())) {
      Copies.erase(Var->name());
    } else if (Assign) {
      visitAssign(*Assign, Filled, Passed);
    } else {
      for (const StmtRef &Part : children(*S))
        IsFilled &= !Waits || accesses(Part, Array) == 0;
      visitParts(*S, Filled);
    }
  }
  IsFilled &= areIn(Passed, Filled);
}

//===-- a loop behind all steps -------------------------------------------===//

static unsigned stepsIn(const StmtRef &S, StringRef Cursor) {
  unsigned Count = 0;
  walk(S, [&](const Stmt &Part) {
    auto *Assign = dyn_cast<AssignStmt>(&Part);
    Count +=
        Assign && !Assign->target().Index && Assign->target().Name == Cursor;
    return true;
  });
  return Count;
}

static bool isVar(const ExprRef &E, StringRef Name) {
  auto *Var = E ? dyn_cast<VarExpr>(withoutWidening(E).get()) : nullptr;
  return Var && Var->name() == Name;
}

/// Whether \p While stores to the elements of \p Array from \p Runner on, up to
/// \p Cursor: `while r < nz { a[r] = …; r += 1 }`.
static bool fillsBehind(const WhileStmt &While, StringRef Runner,
                        StringRef Cursor, StringRef Array) {
  auto *Less = dyn_cast<BinaryExpr>(While.cond().get());
  if (!Less || Less->op() != BinaryOp::Lt || !isVar(Less->lhs(), Runner) ||
      !isVar(Less->rhs(), Cursor) || stepsIn(While.body(), Runner) != 1)
    return false;
  bool IsStored = false;
  for (const StmtRef &S : statementsOf(While.body())) {
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    if (!Assign)
      continue;
    const Place &To = Assign->target();
    if (To.Index)
      IsStored |= To.Name == Array && Assign->op() == ReduceOp::None &&
                  isVar(To.Index, Runner);
    else if (To.Name == Runner)
      return IsStored && Assign->op() == ReduceOp::Add &&
             constantValue(Assign->value()) == 1;
  }
  return false;
}

static void appendUnnested(std::vector<StmtRef> &Out, const StmtRef &S) {
  for (const StmtRef &Part : statementsOf(S))
    if (isa<BlockStmt>(Part.get()))
      appendUnnested(Out, Part);
    else
      Out.push_back(Part);
}

/// Whether the statements of \p Body, all \p Steps steps among them, begin with
/// a copy of the cursor and end with a loop from there.
static bool endsWithFill(const StmtRef &Body, StringRef Cursor, StringRef Array,
                         unsigned Steps) {
  std::vector<StmtRef> All;
  appendUnnested(All, Body);
  StringSet<> Firsts, Runners;
  unsigned Seen = 0;
  for (const StmtRef &S : All) {
    Seen += stepsIn(S, Cursor);
    auto *Let = dyn_cast<LetStmt>(S.get());
    auto *Var = dyn_cast<VarStmt>(S.get());
    if (Let && Seen == 0 && isVar(Let->init(), Cursor))
      Firsts.insert(Let->name());
    if (Var && Seen == Steps && any_of(Firsts, [&](const auto &First) {
          return isVar(Var->init(), First.getKey());
        }))
      Runners.insert(Var->name());
    auto *While = dyn_cast<WhileStmt>(S.get());
    for (const auto &Runner : Runners) {
      if (While && fillsBehind(*While, Runner.getKey(), Cursor, Array))
        return true;
    }
    // It has to begin where the copy says.
    if (!Var)
      for (const auto &Runner : StringSet<>(Runners))
        if (assigns(S, Runner.getKey()))
          Runners.erase(Runner.getKey());
  }
  return false;
}

/// Whether one loop in \p Body, behind all steps of an iteration, fills the
/// array, and nothing else touches it.
static bool fillsInLoop(const StmtRef &Body, StringRef Cursor,
                        StringRef Array) {
  if (accesses(Body, Array) != 1)
    return false;
  const unsigned Steps = stepsIn(Body, Cursor);
  bool Fills = endsWithFill(Body, Cursor, Array, Steps);
  walk(Body, [&](const Stmt &S) {
    for (const StmtRef &Part : children(S))
      Fills |= stepsIn(Part, Cursor) == Steps &&
               endsWithFill(Part, Cursor, Array, Steps);
    return !Fills;
  });
  return Fills;
}

bool fillsPlaces(const StmtRef &Body, StringRef Cursor, StringRef Array) {
  return StepFiller(Cursor, Array).run(Body) ||
         fillsInLoop(Body, Cursor, Array);
}

} // namespace lacuna
