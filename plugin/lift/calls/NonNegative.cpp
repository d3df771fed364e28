//===- NonNegative.cpp - numbers that have no sign ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/calls/NonNegative.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

namespace {

class Signs {
public:
  explicit Signs(const StmtRef &Body) : Body(Body), Lets(letsIn(Body)) {}
  bool isNonNegative(const ExprRef &E);

private:
  bool isConstant(const ExprRef &E) const;
  bool isProduct(const BinaryExpr &B);
  bool isVariable(llvm::StringRef Name);
  bool staysSo(const AssignStmt &S);

  const StmtRef &Body;
  const llvm::StringMap<ExprRef> Lets;
  llvm::StringSet<> Variables; ///< taken to be so, which their values confirm
};

} // namespace

/// Whether \p E is a literal without a sign, and a number.
bool Signs::isConstant(const ExprRef &E) const {
  const ExprRef Plain = withoutCasts(E);
  const auto *C = dyn_cast<ConstantExpr>(Plain.get());
  return C && (C->intValue()
                   ? *C->intValue() >= 0
                   : !C->text().empty() && llvm::isDigit(C->text().front()));
}

/// `a * a` is one, whatever `a` is.
bool Signs::isProduct(const BinaryExpr &B) {
  return structurallyEqual(B.lhs(), B.rhs()) ||
         (isNonNegative(B.lhs()) && isNonNegative(B.rhs()));
}

/// Whether an update leaves a number that has no sign without one.
bool Signs::staysSo(const AssignStmt &S) {
  switch (S.op()) {
  case ReduceOp::None:
  case ReduceOp::Add:
  case ReduceOp::Mul:
  case ReduceOp::Min:
  case ReduceOp::Max:
    return isNonNegative(S.value());
  default:
    return false;
  }
}

/// Whether all values that \p Name is given are such numbers.
bool Signs::isVariable(llvm::StringRef Name) {
  if (!Variables.insert(Name).second)
    return true;
  bool IsDeclared = false, Is = true;
  walk(Body, [&](const Stmt &S) {
    if (const auto *Var = dyn_cast<VarStmt>(&S); Var && Var->name() == Name) {
      IsDeclared = true;
      Is = Is && Var->init() && isNonNegative(Var->init());
    }
    const auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == Name)
      Is = Is && staysSo(*Assign);
    return Is;
  });
  return Is && IsDeclared;
}

bool Signs::isNonNegative(const ExprRef &E) {
  if (isConstant(E))
    return true;
  if (const auto *V = dyn_cast<VarExpr>(E.get())) {
    auto Let = Lets.find(V->name());
    return Let == Lets.end() ? isVariable(V->name())
                             : isNonNegative(Let->second);
  }
  if (const auto *C = dyn_cast<CastExpr>(E.get())) {
    const Type &From = C->operand()->type();
    return From.isFloat() ? isNonNegative(C->operand())
                          : From.isInteger() && !From.isSigned();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E.get()))
    return llvm::StringSwitch<bool>(Call->callee())
        .Cases("fabs", "fabsf", "sqrt", "sqrtf", true)
        .Default(false);
  if (const auto *S = dyn_cast<SelectExpr>(E.get()))
    return isNonNegative(S->thenArm()) && isNonNegative(S->elseArm());
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  if (!B)
    return false;
  switch (B->op()) {
  case BinaryOp::Add:
    return isNonNegative(B->lhs()) && isNonNegative(B->rhs());
  case BinaryOp::Mul:
    return isProduct(*B);
  case BinaryOp::Div: // -0.0 would be a denominator with a sign
    return isNonNegative(B->lhs()) && isConstant(B->rhs());
  case BinaryOp::Max: // of what is no number the other one may be taken
    return isConstant(B->lhs()) || isConstant(B->rhs()) ||
           (isNonNegative(B->lhs()) && isNonNegative(B->rhs()));
  case BinaryOp::Min:
    return isNonNegative(B->lhs()) && isNonNegative(B->rhs());
  default:
    return false;
  }
}

bool isNonNegative(const ExprRef &E, const StmtRef &Body) {
  return Signs(Body).isNonNegative(E);
}

} // namespace lacuna::plugin
