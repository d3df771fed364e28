//===- ExprRules.cpp - which operand types an operator takes --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/text/ExprRules.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/Text.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace lacuna;

std::string lacuna::toString(const Type &Ty) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  print(OS, Ty);
  return Result;
}

namespace {

/// Operators by what they ask of their operands.
enum class Family { Arithmetic, Remainder, Shift, Bits, Comparison, Logical };

} // namespace

static Family familyOf(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Min:
  case BinaryOp::Max:
    return Family::Arithmetic;
  case BinaryOp::Rem:
    return Family::Remainder;
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return Family::Shift;
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return Family::Bits;
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return Family::Comparison;
  case BinaryOp::LogicalAnd:
  case BinaryOp::LogicalOr:
    return Family::Logical;
  }
  llvm_unreachable("unknown binary operator");
}

static bool isNumber(const Type &Ty) { return Ty.isInteger() || Ty.isFloat(); }

/// Why operators of \p F do not take operands of type \p Ty.
static std::string objectionTo(Family F, const Type &Ty) {
  switch (F) {
  case Family::Arithmetic:
    return isNumber(Ty) ? "" : "needs numbers, not " + toString(Ty);
  case Family::Remainder:
  case Family::Shift:
    return Ty.isInteger() ? "" : "needs integers, not " + toString(Ty);
  case Family::Bits:
    return Ty.isInteger() || Ty.isBool()
               ? ""
               : "needs integers or bool, not " + toString(Ty);
  case Family::Comparison:
    return Ty.isArithmetic() ? "" : "cannot compare " + toString(Ty);
  case Family::Logical:
    return Ty.isBool() ? "" : "needs bool, not " + toString(Ty);
  }
  llvm_unreachable("unknown operator family");
}

/// Whether \p Op is one that classes of numbers have.
static bool isOfNumbers(BinaryOp Op) {
  return Op == BinaryOp::Add || Op == BinaryOp::Sub || Op == BinaryOp::Mul ||
         Op == BinaryOp::Div;
}

std::string lacuna::objection(BinaryOp Op, const Type &L, const Type &R) {
  Family F = familyOf(Op);
  if (F != Family::Shift && L != R)
    return msg::SuffixOperandTypesDiffer(toString(L), toString(R));
  if (L.isOpaque() && isOfNumbers(Op))
    return "";
  std::string Why = objectionTo(F, L);
  return Why.empty() ? objectionTo(F, R) : Why;
}

std::string lacuna::objection(UnaryOp Op, const Type &Operand) {
  switch (Op) {
  case UnaryOp::Neg:
    return isNumber(Operand) || Operand.isOpaque()
               ? ""
               : "needs a number, not " + toString(Operand);
  case UnaryOp::BitNot:
    return Operand.isInteger() ? ""
                               : "needs an integer, not " + toString(Operand);
  case UnaryOp::LogicalNot:
    return Operand.isBool() ? "" : "needs bool, not " + toString(Operand);
  }
  llvm_unreachable("unknown unary operator");
}

std::string lacuna::objection(ReduceOp Op, const Type &Target,
                              const Type &Value) {
  if (Op == ReduceOp::None)
    return Target == Value
               ? ""
               : msg::SuffixStoresOtherType(toString(Value), toString(Target));
  if (Target.isOpaque() != Value.isOpaque() ||
      (Target.isOpaque() && Target != Value))
    return "cannot combine " + toString(Target) + " with " + toString(Value);
  switch (Op) {
  case ReduceOp::And:
  case ReduceOp::Or:
  case ReduceOp::Xor:
    return Value.isOpaque() ? "" : objectionTo(Family::Bits, Value);
  case ReduceOp::LAnd:
  case ReduceOp::LOr:
    return objectionTo(Family::Logical, Value);
  default:
    return Value.isOpaque() ? "" : objectionTo(Family::Arithmetic, Value);
  }
}

Type lacuna::resultType(BinaryOp Op, const Type &L) {
  Family F = familyOf(Op);
  return F == Family::Comparison || F == Family::Logical ? Type::boolean() : L;
}

Type lacuna::resultType(UnaryOp Op, const Type &Operand) {
  return Op == UnaryOp::LogicalNot ? Type::boolean() : Operand;
}
