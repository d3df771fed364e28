//===- CursorSteps.cpp - elements that are stepped by constants -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/CursorSteps.h"

using namespace llvm;

namespace lacuna {

std::optional<int64_t> signedConstant(const ExprRef &E) {
  auto *Minus = dyn_cast<UnaryExpr>(withoutIntegerCasts(E).get());
  const bool IsNegated = Minus && Minus->op() == UnaryOp::Neg;
  std::optional<int64_t> Value =
      constantValue(withoutIntegerCasts(IsNegated ? Minus->operands()[0] : E));
  // Conversions keep small numbers, and negative ones of one width.
  const bool IsBelow = IsNegated || (Value && *Value < 0);
  const ExprRef From = IsNegated ? withoutIntegerCasts(E) : E;
  if (!Value || (IsBelow && From->type().bits() != E->type().bits()) ||
      (IsBelow && !IsNegated && isa<CastExpr>(E.get())) ||
      (*Value > INT32_MAX && E->type().bits() != 32) || *Value < INT32_MIN ||
      *Value > UINT32_MAX)
    return std::nullopt;
  const int64_t Signed =
      *Value > INT32_MAX ? static_cast<int32_t>(*Value) : *Value;
  return IsNegated ? -Signed : Signed;
}

std::optional<int64_t> stepOf(const AssignStmt &S) {
  const Type &Ty = S.target().Ty, &By = S.value()->type();
  if (S.op() != ReduceOp::Add || !S.target().Index || !Ty.isInteger() ||
      !By.isInteger() || By.bits() < Ty.bits() || By.bits() > 64)
    return std::nullopt;
  std::optional<int64_t> Step = signedConstant(S.value());
  if (!Step || *Step == 0 || std::abs(*Step) > MaxStep)
    return std::nullopt;
  return Step;
}

bool areCursors(const StmtRef &Body, StringRef Array) {
  bool AreStepped = true, IsRead = false;
  int64_t Direction = 0;
  walk(Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Load = dyn_cast<LoadExpr>(&Part);
        IsRead |= Load && Load->array() == Array;
      });
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->target().Name != Array)
      return true;
    const unsigned Bits = Assign->target().Ty.bits();
    std::optional<int64_t> Step = stepOf(*Assign);
    AreStepped &= (Bits == 32 || Bits == 64) && Step &&
                  (Direction == 0 || (Direction < 0) == (*Step < 0));
    Direction = Step.value_or(0);
    return true;
  });
  return AreStepped && IsRead && Direction != 0;
}

} // namespace lacuna
