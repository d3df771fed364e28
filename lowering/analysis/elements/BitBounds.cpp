//===- BitBounds.cpp - between what shifts and bits are -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/BitBounds.h"

using namespace lacuna;

/// So few bits shift no subscript, and factors so small make none, that comes
/// to 2^63.
static constexpr int64_t FewBits = 16, SmallFactor = int64_t(1) << FewBits;

//===-- shifts ------------------------------------------------------------===//

/// \p By as one of the numbers by which values of \p Ty can be shifted.
static ExprRef amount(const ExprRef &By, const Type &Ty) {
  return binary(BinaryOp::Min, binary(BinaryOp::Max, By, i64(0)),
                i64(Ty.bits() == 64 ? 62 : Ty.bits() - 1));
}

static ExprRef powerOfTwo(const ExprRef &Exponent) {
  if (std::optional<int64_t> Known = constantValue(Exponent))
    return i64(int64_t(1) << *Known);
  return binary(BinaryOp::Shl, i64(1), Exponent);
}

static ExprRef shiftedRight(const ExprRef &Of, const ExprRef &By) {
  const std::optional<int64_t> Value = constantValue(Of),
                               Bits = constantValue(By);
  if (Value == 0 || (Value && Bits))
    return i64(*Value >> (Bits ? *Bits : 0));
  return binary(BinaryOp::Shr, Of, By);
}

static ValueBounds shiftedLeft(const ValueBounds &A, const ValueBounds &B,
                               const Type &Ty) {
  const bool IsPositive = isNeverNegative(A.Min);
  if (!A.areKnown() || !B.areKnown() ||
      !(IsPositive || (Ty.isSigned() && B.areOne())))
    return {};
  const ExprRef Least = powerOfTwo(amount(B.Min, Ty)), By = amount(B.Max, Ty),
                Most = powerOfTwo(By);
  const ValueBounds All = allValuesOf(Ty),
                    Of = {binary(BinaryOp::Mul, A.Min, Least),
                          binary(BinaryOp::Mul, A.Max, Most),
                          bothHold(A.Given, B.Given)};
  const std::optional<int64_t> Bits = constantValue(By);
  if (Bits && *Bits <= FewBits)
    return fitted(Of, Ty);
  // The ends themselves might wrap round.
  const ValueBounds Fits =
      where(binary(BinaryOp::Le, A.Max, shiftedRight(All.Max, By)), Of);
  return IsPositive
             ? Fits
             : where(binary(BinaryOp::Ge, A.Min, shiftedRight(All.Min, By)),
                     Fits);
}

static ValueBounds shiftedRight(const ValueBounds &A, const ValueBounds &B,
                                const Type &Ty) {
  const bool IsPositive = isNeverNegative(A.Min);
  if (!A.areKnown() || !(IsPositive || Ty.isSigned()))
    return {};
  if (B.areOne()) {
    const ExprRef By = amount(B.Min, Ty);
    return {shiftedRight(A.Min, By), shiftedRight(A.Max, By),
            bothHold(A.Given, B.Given)};
  }
  return IsPositive ? ValueBounds{i64(0), A.Max, A.Given} : ValueBounds();
}

//===-- bits --------------------------------------------------------------===//

static ExprRef isNotNegative(const ExprRef &End) {
  return binary(BinaryOp::Ge, End, i64(0));
}

static ValueBounds intersection(const ValueBounds &A, const ValueBounds &B) {
  // Of an operand that is not negative no more is left than it was.
  const ValueBounds OfA = isNeverNegative(A.Min)
                              ? ValueBounds{i64(0), A.Max, A.Given}
                              : ValueBounds(),
                    OfB = isNeverNegative(B.Min)
                              ? ValueBounds{i64(0), B.Max, B.Given}
                              : ValueBounds();
  if (OfA.areKnown() || OfB.areKnown())
    return bothOf(OfA, OfB);
  for (const auto &[Of, Mask] : {std::pair(&A, &B), std::pair(&B, &A)}) {
    if (!Mask->areOne())
      continue;
    // Taken away are at most the bits that the mask lacks.
    const std::optional<int64_t> Known = constantValue(Mask->Min);
    if (Known && *Known < 0)
      return sumOf(*Of, {i64(*Known + 1), i64(0)});
    return where(isNotNegative(Mask->Min), {i64(0), Mask->Max, Mask->Given});
  }
  return {};
}

/// The most that `a | b` and `a ^ b` are, neither of them being negative.
static ExprRef mostOfUnion(const ExprRef &A, const ExprRef &B) {
  // No bit is carried. Where all of the low ones may be set, they are.
  const std::optional<int64_t> Low = constantValue(B);
  if (Low && (*Low & (*Low + 1)) == 0)
    return constantValue(A) ? i64(*constantValue(A) | *Low)
                            : binary(BinaryOp::Or, A, B);
  return binary(BinaryOp::Add, A, B);
}

static ValueBounds unionOf(BinaryOp Op, const ValueBounds &A,
                           const ValueBounds &B, const Type &Ty) {
  if (!A.areKnown() || !B.areKnown())
    return {};
  ValueBounds Of = {Op == BinaryOp::Or ? greatestOf(A, B).Min : i64(0),
                    mostOfUnion(A.Max, B.Max), bothHold(A.Given, B.Given)};
  for (const ValueBounds *Part : {&A, &B})
    if (!isNeverNegative(Part->Min))
      Of = where(
          isNotNegative(Part->Min),
          where(binary(BinaryOp::Le, Part->Max, allValuesOf(Ty).Max), Of));
  return Of;
}

ValueBounds lacuna::bitsOf(BinaryOp Op, const ValueBounds &A,
                           const ValueBounds &B, const Type &Ty) {
  if (Ty.bits() > 64)
    return {};
  switch (Op) {
  case BinaryOp::Shl:
    return shiftedLeft(A, B, Ty);
  case BinaryOp::Shr:
    return shiftedRight(A, B, Ty);
  case BinaryOp::And:
    return intersection(A, B);
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return unionOf(Op, A, B, Ty);
  default:
    return {};
  }
}

//===-- what wraps round --------------------------------------------------===//

static ValueBounds unsignedProduct(const ValueBounds &A, const ValueBounds &B,
                                   const Type &Ty) {
  if (!A.areOne() && !B.areOne())
    return {};
  const ExprRef &Factor = A.areOne() ? A.Min : B.Min;
  const ValueBounds &Other = A.areOne() ? B : A;
  const std::optional<int64_t> Known = constantValue(Factor);
  if (Known && *Known >= -SmallFactor && *Known <= SmallFactor)
    return productOf(A, B);
  if (!Other.areKnown())
    return {};
  ValueBounds Of = {Other.Min, Other.Max, bothHold(A.Given, B.Given)};
  if (!isNeverNegative(Factor))
    Of = where(isNotNegative(Factor), Of);
  if (!Of.areKnown())
    return {};
  // A quotient of what there is tells, since the product itself might wrap.
  const ExprRef Most =
      binary(BinaryOp::Div, allValuesOf(Ty).Max,
             Known ? Factor : binary(BinaryOp::Max, Factor, i64(1)));
  Of = inside(Of, binary(BinaryOp::Sub, i64(0), Most), Most);
  if (!Of.areKnown())
    return {};
  return {binary(BinaryOp::Mul, Of.Min, Factor),
          binary(BinaryOp::Mul, Of.Max, Factor), Of.Given};
}

ValueBounds lacuna::unsignedOf(BinaryOp Op, const ValueBounds &A,
                               const ValueBounds &B, const Type &Ty) {
  return Op == BinaryOp::Mul   ? unsignedProduct(A, B, Ty)
         : Op == BinaryOp::Add ? sumOf(A, B)
                               : differenceOf(A, B);
}
