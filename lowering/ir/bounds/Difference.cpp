//===- Difference.cpp - sums that differ by a constant --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// A sum of products of a constant and something.
struct ConstantSum {
  int64_t Constant = 0;
  std::vector<std::pair<ExprRef, int64_t>> Terms;
  bool Overflows = false;

  void add(const ExprRef &E, int64_t Times);

private:
  void addTo(int64_t &Sum, int64_t By) {
    Overflows |= AddOverflow(Sum, By, Sum);
  }
};

} // namespace

void ConstantSum::add(const ExprRef &E, int64_t Times) {
  if (std::optional<int64_t> Value = constantValue(E)) {
    int64_t Product;
    Overflows |= MulOverflow(*Value, Times, Product);
    return addTo(Constant, Product);
  }
  auto *B = dyn_cast<BinaryExpr>(E.get());
  const bool IsWide = B && B->type() == Type::i64();
  if (IsWide && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub)) {
    add(B->lhs(), Times);
    if (B->op() == BinaryOp::Sub)
      Overflows |= SubOverflow(int64_t(0), Times, Times);
    return add(B->rhs(), Times);
  }
  if (IsWide && B->op() == BinaryOp::Mul)
    if (std::optional<int64_t> By = constantValue(B->rhs())) {
      int64_t Product;
      Overflows |= MulOverflow(*By, Times, Product);
      return add(B->lhs(), Product);
    }
  auto Known = find_if(Terms, [&](const auto &Term) {
    return structurallyEqual(Term.first, E);
  });
  if (Known == Terms.end())
    Known = Terms.insert(Terms.end(), {E, 0});
  addTo(Known->second, Times);
}

static ConstantSum sumOf(const ExprRef &A, const ExprRef &B) {
  ConstantSum Sum;
  Sum.add(A, 1);
  Sum.add(B, -1);
  return Sum;
}

ExprRef difference(const ExprRef &A, const ExprRef &B) {
  const ConstantSum Sum = sumOf(A, B);
  ExprRef Result = i64(Sum.Constant);
  for (const auto &[Term, Times] : Sum.Terms)
    if (Times != 0)
      Result = binary(BinaryOp::Add, Result,
                      binary(BinaryOp::Mul, Term, i64(Times)));
  return Sum.Overflows ? nullptr : Result;
}

std::optional<int64_t> constantDifference(const ExprRef &A, const ExprRef &B) {
  const ConstantSum Sum = sumOf(A, B);
  const bool IsConstant =
      all_of(Sum.Terms, [](const auto &Term) { return Term.second == 0; });
  return IsConstant && !Sum.Overflows ? std::optional(Sum.Constant)
                                      : std::nullopt;
}

std::optional<RaisedValue> raisedValue(const ExprRef &E) {
  auto *Sum = dyn_cast<BinaryExpr>(E.get());
  const std::optional<int64_t> By = Sum && Sum->op() == BinaryOp::Add
                                        ? constantValue(Sum->rhs())
                                        : std::nullopt;
  if (!By || *By < 0 || *By > INT32_MAX)
    return std::nullopt;
  return RaisedValue{Sum->lhs(), *By};
}

} // namespace lacuna
