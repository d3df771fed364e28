//===- Trips.cpp - how many values a range has ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/ir/bounds/Difference.h"

using namespace lacuna;

ExprRef lacuna::tripsBetween(const ExprRef &Lo, const ExprRef &Hi) {
  ExprRef Trips =
      binary(BinaryOp::Sub, cast(Type::i64(), Hi), cast(Type::i64(), Lo));
  // In 64 bits the difference of an empty range may wrap to a positive number,
  // as from LONG_MAX to LONG_MIN or from SIZE_MAX to 5.
  if (Lo->type().bits() < 64 || constantValue(Lo) == 0 || constantValue(Trips))
    return Trips;
  return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, Lo, Hi), Trips,
                                      i64(0));
}

/// What \p To has that \p From does not, where it is `From + n`; else null.
static ExprRef addedTo(const ExprRef &From, const ExprRef &To) {
  const BinaryExpr *Sum = asBinary(To, BinaryOp::Add);
  return Sum && structurallyEqual(Sum->lhs(), From) ? Sum->rhs() : nullptr;
}

/// The arithmetic whose result \p E, i64, is modulo 2^64; null if it may wrap
/// round in fewer bits.
static ExprRef exactArithmetic(const ExprRef &E, bool SignedWraps) {
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  const ExprRef &Of = Cast ? Cast->operand() : E;
  const bool IsExact =
      Of->type().isInteger() &&
      (Of->type().bits() == 64 ||
       (Of->type().isSigned() && Of->type().bits() >= 32 && !SignedWraps));
  return IsExact ? Of : nullptr;
}

ExprRef lacuna::distance(const ExprRef &From, const ExprRef &To,
                         bool SignedWraps) {
  if (ExprRef Added = addedTo(From, To))
    return Added;
  const ExprRef Begin = exactArithmetic(From, SignedWraps),
                End = exactArithmetic(To, SignedWraps);
  const BinaryExpr *Here = Begin ? asBinary(Begin, BinaryOp::Mul) : nullptr,
                   *Next = End ? asBinary(End, BinaryOp::Mul) : nullptr;
  if (Here && Next && Begin->type() == End->type() &&
      structurallyEqual(Here->rhs(), Next->rhs()))
    if (ExprRef Added = addedTo(Here->lhs(), Next->lhs()))
      return binary(BinaryOp::Mul, cast(Type::i64(), Added),
                    cast(Type::i64(), Here->rhs()));
  if (std::optional<int64_t> Known = constantDifference(To, From))
    return i64(*Known);
  return binary(BinaryOp::Sub, To, From);
}
