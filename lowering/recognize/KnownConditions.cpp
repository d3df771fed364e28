//===- KnownConditions.cpp - conditions whose value is known --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownConditions.h"
#include "lacuna/ir/merges/MergeBodies.h"

using llvm::dyn_cast;

namespace lacuna {

std::optional<bool> holds(BinaryOp Op, Comparison C) {
  switch (Op) {
  case BinaryOp::Lt:
    return C == Comparison::Less;
  case BinaryOp::Le:
    return C != Comparison::Greater;
  case BinaryOp::Gt:
    return C == Comparison::Greater;
  case BinaryOp::Ge:
    return C != Comparison::Less;
  case BinaryOp::Eq:
    return C == Comparison::Equal;
  case BinaryOp::Ne:
    return C != Comparison::Equal;
  default:
    return std::nullopt;
  }
}

static Comparison turned(Comparison C) {
  return C == Comparison::Less      ? Comparison::Greater
         : C == Comparison::Greater ? Comparison::Less
                                    : Comparison::Equal;
}

std::optional<bool> decideBy(const ExprRef &E, const ExprRef &A,
                             const ExprRef &B, Comparison C) {
  const auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary)
    return std::nullopt;
  auto IsSide = [](const ExprRef &Side, const ExprRef &Of) {
    return structurallyEqual(Side, Of) ||
           structurallyEqual(withoutPromotion(Side), withoutPromotion(Of));
  };
  if (IsSide(Binary->lhs(), A) && IsSide(Binary->rhs(), B))
    return holds(Binary->op(), C);
  if (IsSide(Binary->lhs(), B) && IsSide(Binary->rhs(), A))
    return holds(Binary->op(), turned(C));
  return std::nullopt;
}

std::optional<double> numberOf(const ExprRef &E) {
  const auto *C = dyn_cast<ConstantExpr>(E.get());
  if (!C)
    return std::nullopt;
  if (auto Value = C->intValue())
    return double(*Value);
  double Value = 0;
  return C->text().getAsDouble(Value) ? std::nullopt : std::optional(Value);
}

/// Comparison \p B of constants.
static std::optional<bool> compareConstants(const BinaryExpr &B) {
  const auto L = numberOf(B.lhs()), R = numberOf(B.rhs());
  if (!L || !R)
    return std::nullopt;
  return holds(B.op(), *L < *R   ? Comparison::Less
                       : *L > *R ? Comparison::Greater
                                 : Comparison::Equal);
}

ExprRef foldConditions(
    const ExprRef &E,
    llvm::function_ref<std::optional<bool>(const ExprRef &)> Decide) {
  return rewrite(E, [&](const ExprRef &Part) -> ExprRef {
    if (Part->type().isBool())
      if (auto Holds = Decide(Part))
        return constant(Type::boolean(), *Holds);
    if (ExprRef Folded = foldCondition(Part))
      return Folded;
    if (const auto *Cast = dyn_cast<CastExpr>(Part.get()))
      if (auto Value = numberOf(Cast->operand());
          Value && Cast->type().isBool())
        return constant(Type::boolean(), *Value != 0);
    const auto *Binary = dyn_cast<BinaryExpr>(Part.get());
    auto Holds = Binary ? compareConstants(*Binary) : std::nullopt;
    return Holds ? constant(Type::boolean(), *Holds) : nullptr;
  });
}

} // namespace lacuna
