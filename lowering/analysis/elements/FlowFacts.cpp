//===- FlowFacts.cpp - what holds where a statement stands ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/FlowFacts.h"
#include "lacuna/analysis/reductions/Comparisons.h"
#include "lacuna/ir/bounds/Difference.h"

using namespace lacuna;
using llvm::dyn_cast;
using llvm::isa;

/// Calls \p Fn on the variables that \p S assigns or declares.
static void forEachAssigned(const StmtRef &S,
                            llvm::function_ref<void(llvm::StringRef)> Fn) {
  walk(S, [&](const Stmt &Part) {
    if (auto *Var = dyn_cast<VarStmt>(&Part))
      Fn(Var->name());
    if (auto *Assign = dyn_cast<AssignStmt>(&Part))
      if (!Assign->target().Index)
        Fn(Assign->target().Name);
    return true;
  });
}

FlowFacts::FlowFacts(const Nest &N)
    : N(&N), Assigned(std::make_shared<llvm::StringSet<>>()) {
  forEachAssigned(N.Body,
                  [&](llvm::StringRef Name) { Assigned->insert(Name); });
}

ValueBounds FlowFacts::ofSteady(const ExprRef &E) const {
  ValueBounds All;
  for (const Fact &F : Facts)
    if (structurallyEqual(F.Of, E))
      All = bothOf(All, F.In);
  return All;
}

void FlowFacts::clear() {
  Facts.clear();
  Variables.clear();
}

void FlowFacts::set(llvm::StringRef Variable, const ValueBounds &To) {
  Variables[Variable] = shortened(To);
}

void FlowFacts::forgetAssigned(const StmtRef &S) {
  forEachAssigned(S, [&](llvm::StringRef Name) { Variables.erase(Name); });
}

void FlowFacts::join(const FlowFacts &Before, const FlowFacts &Other) {
  Facts = Before.Facts;
  for (auto &Entry : Variables)
    Entry.second = shortened(
        eitherOf(Entry.second, Other.Variables.lookup(Entry.first())));
}

//===-- conditions --------------------------------------------------------===//

/// Whether \p E has one value as long as the loops around stay where they are.
bool FlowFacts::isSteady(const ExprRef &E) const {
  bool Steady = true;
  walk(E, [&](const Expr &Part) {
    if (auto *Var = dyn_cast<VarExpr>(&Part))
      Steady &= !changes(Var->name());
    if (auto *Load = dyn_cast<LoadExpr>(&Part)) {
      const Operand *O = N->findOperand(Load->array());
      Steady &= O && !O->Written;
    }
    Steady &= !isa<OpaqueExpr>(&Part);
  });
  return Steady;
}

void FlowFacts::add(const ExprRef &E, const ValueBounds &In) {
  if (!In.Min && !In.Max)
    return;
  auto *Var = dyn_cast<VarExpr>(E.get());
  if (Var && changes(Var->name()))
    set(Var->name(), bothOf(Variables.lookup(Var->name()), In));
  else if (isSteady(E))
    Facts.push_back({E, shortened(In)});
}

/// \p E without conversions that keep its value, in i64.
static ExprRef withoutExtension(ExprRef E) {
  while (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    if (!From.isInteger() || From.isBool() ||
        !(E->type().holdsAllOf(From) || E->type().bits() == 64))
      break;
    E = Cast->operand();
  }
  return E;
}

/// Between what a value is of which that \p Op \p R holds, computed in i64.
static ValueBounds comparedTo(BinaryOp Op, const ValueBounds &R,
                              const ValueBounds &Own) {
  auto Moved = [](const ExprRef &End, int64_t By) {
    return End ? binary(BinaryOp::Add, End, i64(By)) : nullptr;
  };
  switch (Op) {
  case BinaryOp::Lt:
    return {nullptr, Moved(R.Max, -1)};
  case BinaryOp::Le:
    return {nullptr, R.Max};
  case BinaryOp::Gt:
    return {Moved(R.Min, 1), nullptr};
  case BinaryOp::Ge:
    return {R.Min, nullptr};
  case BinaryOp::Eq:
    return R;
  case BinaryOp::Ne: {
    if (!R.areKnown() || !structurallyEqual(R.Min, R.Max))
      return {};
    const bool IsLeast = Own.Min && constantDifference(Own.Min, R.Min) == 0,
               IsMost = Own.Max && constantDifference(Own.Max, R.Max) == 0;
    return {IsLeast ? Moved(R.Min, 1) : nullptr,
            IsMost ? Moved(R.Max, -1) : nullptr};
  }
  default:
    return {};
  }
}

/// The same, compared without sign: as values of i64 large ones are negative.
static ValueBounds comparedUnsigned(BinaryOp Op, const ValueBounds &R,
                                    const ValueBounds &Own) {
  const bool IsLess = Op == BinaryOp::Lt || Op == BinaryOp::Le;
  if (IsLess && isNeverNegative(R.Min))
    return {i64(0), comparedTo(Op, R, Own).Max};
  if (!IsLess &&
      (Op == BinaryOp::Ne || Op == BinaryOp::Eq || isNeverNegative(Own.Min)))
    return comparedTo(Op, R, Own);
  return {};
}

/// \p L \p Op \p R holds.
void FlowFacts::assumeCompared(BinaryOp Op, const ExprRef &L, const ExprRef &R,
                               BoundsOf Bounds) {
  const Type &Ty = L->type();
  if (!Ty.isInteger() || Ty.isBool() || Ty.bits() > 64)
    return;
  const bool IsWide = !Ty.isSigned() && Ty.bits() == 64;
  const ValueBounds Of = Bounds(R);
  ValueBounds Own = Bounds(L);
  if (Own.Given)
    Own = {};
  ValueBounds In =
      IsWide ? comparedUnsigned(Op, Of, Own) : comparedTo(Op, Of, Own);
  In.Given = Of.Given;
  add(withoutExtension(L), In);
}

void FlowFacts::assume(const ExprRef &Cond, bool Holds,
                       const llvm::StringMap<ExprRef> &Lets, BoundsOf Bounds) {
  if (auto *Var = dyn_cast<VarExpr>(Cond.get()))
    if (ExprRef Init = Lets.lookup(Var->name()); Init && isSteady(Init))
      return assume(Init, Holds, Lets, Bounds);
  if (auto *Not = dyn_cast<UnaryExpr>(Cond.get());
      Not && Not->op() == UnaryOp::LogicalNot)
    return assume(Not->operands()[0], !Holds, Lets, Bounds);
  auto *Both = dyn_cast<BinaryExpr>(Cond.get());
  if (!Both)
    return;
  switch (Both->op()) {
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
    if ((Both->op() == BinaryOp::LogicalAnd) != Holds)
      return;
    assume(Both->lhs(), Holds, Lets, Bounds);
    return assume(Both->rhs(), Holds, Lets, Bounds);
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne: {
    const BinaryOp Op = Holds ? Both->op() : negated(Both->op());
    assumeCompared(Op, Both->lhs(), Both->rhs(), Bounds);
    return assumeCompared(mirrored(Op), Both->rhs(), Both->lhs(), Bounds);
  }
  default:
    return;
  }
}
