//===- ValueBounds.cpp - between what values are --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ValueBounds.h"
#include "lacuna/analysis/elements/Extreme.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// No subscript is as large: memory ends before.
static constexpr int64_t Beyond = int64_t(1) << 47;
/// Guards evaluate ends in each run, and conditions that several ends share.
static constexpr unsigned MostNodes = 96, MostOfConditions = 2 * MostNodes;

/// \p A \p Op \p B, null if one of them is.
static ExprRef combined(BinaryOp Op, const ExprRef &A, const ExprRef &B) {
  return A && B ? binary(Op, A, B) : nullptr;
}

/// The least or greatest of \p A and \p B, null if one of them is.
static ExprRef extremeOf(BinaryOp Op, const ExprRef &A, const ExprRef &B) {
  if (!A || !B)
    return nullptr;
  Extreme Of(Op);
  Of.add(A);
  Of.add(B);
  return Of.value();
}

/// The same, or the one of them that is not null.
static ExprRef extremeOfKnown(BinaryOp Op, const ExprRef &A, const ExprRef &B) {
  return A && B ? extremeOf(Op, A, B) : A ? A : B;
}

ExprRef lacuna::bothHold(const ExprRef &A, const ExprRef &B) {
  if (!A || !B)
    return A ? A : B;
  // Later conditions may be asked only where earlier ones hold.
  ExprRef All = A;
  for (const ExprRef &Part : conjunctsOf(B))
    if (llvm::none_of(conjunctsOf(All), [&](const ExprRef &Known) {
          return structurallyEqual(Known, Part);
        }))
      All = binary(BinaryOp::LogicalAnd, All, Part);
  return All;
}

ValueBounds lacuna::where(const ExprRef &Cond, ValueBounds Of) {
  if (std::optional<int64_t> Holds = constantValue(Cond))
    return *Holds ? Of : ValueBounds();
  if (!Of.areKnown())
    return {};
  Of.Given = bothHold(Of.Given, Cond);
  return Of;
}

bool lacuna::isNeverNegative(const ExprRef &End) {
  if (!End)
    return false;
  if (std::optional<int64_t> Value = constantValue(End))
    return *Value >= 0 && *Value <= Beyond;
  if (auto *Cast = llvm::dyn_cast<CastExpr>(End.get())) {
    const Type &From = Cast->operand()->type();
    return From.isBool() ||
           (From.isInteger() && !From.isSigned() && From.bits() < 64);
  }
  auto *Of = llvm::dyn_cast<BinaryExpr>(End.get());
  if (!Of)
    return false;
  const bool L = isNeverNegative(Of->lhs()), R = isNeverNegative(Of->rhs());
  switch (Of->op()) {
  case BinaryOp::Max:
    return L || R;
  case BinaryOp::Add:
  case BinaryOp::Min:
  case BinaryOp::Div:
    return L && R;
  case BinaryOp::Shr:
    return L;
  default:
    return false;
  }
}

ValueBounds lacuna::allValuesOf(const Type &Ty) {
  if (Ty.bits() == 64)
    return {i64(-Beyond), i64(Beyond)};
  const int64_t Half = int64_t(1) << (Ty.bits() - 1);
  return Ty.isSigned() ? ValueBounds{i64(-Half), i64(Half - 1)}
                       : ValueBounds{i64(0), i64(2 * Half - 1)};
}

ValueBounds lacuna::fitted(const ValueBounds &Of, const Type &Ty) {
  if (Ty.bits() == 64)
    return Of;
  if (!Of.areKnown() || Ty.bits() > 64)
    return {};
  const ValueBounds All = allValuesOf(Ty);
  return inside(Of, All.Min, All.Max);
}

ValueBounds lacuna::inside(const ValueBounds &Of, const ExprRef &Least,
                           const ExprRef &Most) {
  if (isNeverNegative(Of.Min))
    return where(binary(BinaryOp::Le, Of.Max, Most), Of);
  // Behind a large number of 64 bits without sign may be a small one.
  ValueBounds Inside = where(binary(BinaryOp::Ge, Of.Min, Least), Of);
  Inside = where(binary(BinaryOp::Le, Of.Min, Most), Inside);
  return where(binary(BinaryOp::Le, Of.Max, Most), Inside);
}

ValueBounds lacuna::sumOf(const ValueBounds &A, const ValueBounds &B) {
  return {combined(BinaryOp::Add, A.Min, B.Min),
          combined(BinaryOp::Add, A.Max, B.Max), bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::differenceOf(const ValueBounds &A, const ValueBounds &B) {
  return {combined(BinaryOp::Sub, A.Min, B.Max),
          combined(BinaryOp::Sub, A.Max, B.Min), bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::leastOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOf(BinaryOp::Min, A.Min, B.Min),
          extremeOfKnown(BinaryOp::Min, A.Max, B.Max),
          bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::greatestOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOfKnown(BinaryOp::Max, A.Min, B.Min),
          extremeOf(BinaryOp::Max, A.Max, B.Max), bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::productOf(const ValueBounds &A, const ValueBounds &B) {
  if (!A.areOne() && !B.areOne())
    return {};
  const ExprRef &Factor = A.areOne() ? A.Min : B.Min;
  const ValueBounds &Other = A.areOne() ? B : A;
  const ExprRef Low = combined(BinaryOp::Mul, Other.Min, Factor),
                High = combined(BinaryOp::Mul, Other.Max, Factor),
                Given = bothHold(A.Given, B.Given);
  if (std::optional<int64_t> Known = constantValue(Factor))
    return *Known >= 0 ? ValueBounds{Low, High, Given}
                       : ValueBounds{High, Low, Given};
  return {combined(BinaryOp::Min, Low, High),
          combined(BinaryOp::Max, Low, High), Given};
}

ValueBounds lacuna::quotientOf(const ValueBounds &A, int64_t By) {
  return {combined(BinaryOp::Div, A.Min, i64(By)),
          combined(BinaryOp::Div, A.Max, i64(By)), A.Given};
}

/// The most that `a % By` is for a signed \p By.
static ExprRef mostOfRemainder(const ExprRef &By) {
  const ExprRef Less = binary(BinaryOp::Sub, By, i64(1));
  return constantValue(By)
             ? Less
             : std::make_shared<SelectExpr>(binary(BinaryOp::Gt, By, i64(0)),
                                            Less,
                                            binary(BinaryOp::Sub, i64(-1), By));
}

ValueBounds lacuna::remainderOf(const ValueBounds &Of, const ExprRef &By,
                                const Type &Ty) {
  // What is known anyway is more than what is near.
  const ValueBounds A = Of.Given ? ValueBounds() : Of;
  if (constantValue(By) && *constantValue(By) <= 0)
    return {};
  const bool IsPositive = isNeverNegative(A.Min);
  const ExprRef Most =
      Ty.isSigned() ? mostOfRemainder(By) : binary(BinaryOp::Sub, By, i64(1));
  ExprRef Max = Most, Min = i64(0);
  if (A.Max && (Ty.isSigned() || IsPositive))
    Max = binary(BinaryOp::Min, binary(BinaryOp::Max, A.Max, i64(0)), Most);
  // A large unsigned divisor is a negative value of i64; it leaves what it
  // divides as it is.
  if (!Ty.isSigned() && Ty.bits() == 64)
    return where(binary(BinaryOp::Gt, By, i64(0)), {Min, Max});
  if (!Ty.isSigned() || IsPositive)
    return {Min, Max};
  Min = binary(BinaryOp::Sub, i64(0), Most);
  if (A.Min)
    Min = binary(BinaryOp::Max, binary(BinaryOp::Min, A.Min, i64(0)), Min);
  return {Min, Max};
}

ValueBounds lacuna::eitherOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOf(BinaryOp::Min, A.Min, B.Min),
          extremeOf(BinaryOp::Max, A.Max, B.Max), bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::bothOf(const ValueBounds &A, const ValueBounds &B) {
  // What holds anywhere comes first.
  for (const ValueBounds *Sure : {&A, &B})
    if (!Sure->Given && Sure->areKnown() && (A.Given || B.Given))
      return *Sure;
  return {extremeOfKnown(BinaryOp::Max, A.Min, B.Min),
          extremeOfKnown(BinaryOp::Min, A.Max, B.Max),
          bothHold(A.Given, B.Given)};
}

ValueBounds lacuna::shortened(ValueBounds Of) {
  auto NodesOf = [](const ExprRef &E) {
    unsigned Nodes = 0;
    if (E)
      walk(E, [&](const Expr &) { ++Nodes; });
    return Nodes;
  };
  if (NodesOf(Of.Given) > MostOfConditions)
    return {};
  for (ExprRef *End : {&Of.Min, &Of.Max})
    if (NodesOf(*End) > MostNodes)
      *End = nullptr;
  return Of;
}
