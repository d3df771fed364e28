//===- FrontConditions.cpp - what guards are to ask -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontConditions.h"
#include "lacuna/ir/FrontValues.h"

using namespace lacuna;

bool FrontConditions::require(BinaryOp Op, const ExprRef &L, const ExprRef &R) {
  std::optional<int64_t> A = constantValue(L), B = constantValue(R);
  if (A && B) {
    switch (Op) {
    case BinaryOp::Ge:
      return *A >= *B;
    case BinaryOp::Le:
      return *A <= *B;
    case BinaryOp::Lt:
      return *A < *B;
    default:
      return *A != *B;
    }
  }
  return require(binary(Op, L, R));
}

bool FrontConditions::require(ExprRef Condition) {
  if (!isEvaluable(N, Condition))
    return false;
  for (const ExprRef &Known : Conditions)
    if (structurallyEqual(Known, Condition))
      return true;
  Conditions.push_back(std::move(Condition));
  return true;
}
