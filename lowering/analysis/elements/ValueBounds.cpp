//===- ValueBounds.cpp - between what values are --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ValueBounds.h"
#include "lacuna/analysis/elements/Extreme.h"

using namespace lacuna;

/// No subscript is as large: memory ends before.
static constexpr int64_t Beyond = int64_t(1) << 47;
/// Guards evaluate ends in each run.
static constexpr unsigned MostNodes = 96;

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

ValueBounds lacuna::sumOf(const ValueBounds &A, const ValueBounds &B) {
  return {combined(BinaryOp::Add, A.Min, B.Min),
          combined(BinaryOp::Add, A.Max, B.Max)};
}

ValueBounds lacuna::differenceOf(const ValueBounds &A, const ValueBounds &B) {
  return {combined(BinaryOp::Sub, A.Min, B.Max),
          combined(BinaryOp::Sub, A.Max, B.Min)};
}

ValueBounds lacuna::leastOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOf(BinaryOp::Min, A.Min, B.Min),
          extremeOfKnown(BinaryOp::Min, A.Max, B.Max)};
}

ValueBounds lacuna::greatestOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOfKnown(BinaryOp::Max, A.Min, B.Min),
          extremeOf(BinaryOp::Max, A.Max, B.Max)};
}

ValueBounds lacuna::productOf(const ValueBounds &A, const ValueBounds &B) {
  auto IsFixed = [](const ValueBounds &V) {
    return V.areKnown() && structurallyEqual(V.Min, V.Max);
  };
  if (!IsFixed(A) && !IsFixed(B))
    return {};
  const ExprRef &Factor = IsFixed(A) ? A.Min : B.Min;
  const ValueBounds &Other = IsFixed(A) ? B : A;
  const ExprRef Low = combined(BinaryOp::Mul, Other.Min, Factor),
                High = combined(BinaryOp::Mul, Other.Max, Factor);
  if (std::optional<int64_t> Known = constantValue(Factor))
    return *Known >= 0 ? ValueBounds{Low, High} : ValueBounds{High, Low};
  return {combined(BinaryOp::Min, Low, High),
          combined(BinaryOp::Max, Low, High)};
}

ValueBounds lacuna::quotientOf(const ValueBounds &A, int64_t By) {
  return {combined(BinaryOp::Div, A.Min, i64(By)),
          combined(BinaryOp::Div, A.Max, i64(By))};
}

/// \p Of where \p By is positive, else \p Otherwise.
static ExprRef ifPositive(const ExprRef &By, const ExprRef &Of,
                          const ExprRef &Otherwise) {
  if (constantValue(By))
    return Of;
  return std::make_shared<SelectExpr>(binary(BinaryOp::Gt, By, i64(0)), Of,
                                      Otherwise);
}

ValueBounds lacuna::remainderOf(const ValueBounds &A, const ExprRef &By,
                                const Type &Ty) {
  if (constantValue(By) && *constantValue(By) <= 0)
    return {};
  const std::optional<int64_t> Least =
      A.Min ? constantValue(A.Min) : std::nullopt;
  const bool IsPositive = Least && *Least >= 0;
  // A large unsigned divisor is a negative value of i64; it leaves what it
  // divides as it is.
  const ExprRef Most = ifPositive(
      By, binary(BinaryOp::Sub, By, i64(1)),
      Ty.isSigned() ? binary(BinaryOp::Sub, i64(-1), By) : i64(Beyond));
  ExprRef Max = Most, Min = i64(0);
  if (A.Max && (Ty.isSigned() || IsPositive))
    Max = binary(BinaryOp::Min, binary(BinaryOp::Max, A.Max, i64(0)), Most);
  if (!Ty.isSigned())
    return {Ty.bits() == 64 ? ifPositive(By, Min, i64(-Beyond)) : Min, Max};
  if (!IsPositive)
    Min = binary(BinaryOp::Sub, i64(0), Most);
  if (!IsPositive && A.Min)
    Min = binary(BinaryOp::Max, binary(BinaryOp::Min, A.Min, i64(0)), Min);
  return {Min, Max};
}

ValueBounds lacuna::eitherOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOf(BinaryOp::Min, A.Min, B.Min),
          extremeOf(BinaryOp::Max, A.Max, B.Max)};
}

ValueBounds lacuna::bothOf(const ValueBounds &A, const ValueBounds &B) {
  return {extremeOfKnown(BinaryOp::Max, A.Min, B.Min),
          extremeOfKnown(BinaryOp::Min, A.Max, B.Max)};
}

ValueBounds lacuna::shortened(ValueBounds Of) {
  for (ExprRef *End : {&Of.Min, &Of.Max}) {
    unsigned Nodes = 0;
    if (*End)
      walk(*End, [&](const Expr &) { ++Nodes; });
    if (Nodes > MostNodes)
      *End = nullptr;
  }
  return Of;
}
