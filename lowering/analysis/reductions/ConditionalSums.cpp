//===- ConditionalSums.cpp - sums under conditions ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/reductions/ConditionalSums.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static bool holds(const ExprRef &Whole, const Expr &E) {
  bool Found = false;
  walk(Whole, [&](const Expr &Part) {
    Found |=
        Part.kind() == E.kind() && E.kind() == Expr::Kind::Load &&
        llvm::cast<LoadExpr>(Part).array() == llvm::cast<LoadExpr>(E).array() &&
        structurallyEqual(llvm::cast<LoadExpr>(Part).index(),
                          llvm::cast<LoadExpr>(E).index());
  });
  return Found;
}

/// Whether \p Cond is evaluated as a whole, to compare numbers.
static bool isComparison(const ExprRef &Cond) {
  bool IsWhole = llvm::isa<BinaryExpr>(*Cond);
  walk(Cond, [&](const Expr &Part) {
    auto *B = llvm::dyn_cast<BinaryExpr>(&Part);
    IsWhole &= !llvm::isa<SelectExpr>(&Part) &&
               !(B && (B->op() == BinaryOp::LogicalAnd ||
                       B->op() == BinaryOp::LogicalOr));
  });
  return IsWhole && Cond->type().isBool();
}

/// Whether \p Term may be computed where \p Cond does not hold: of what that
/// reads, in floating point.
static bool isHarmless(const ExprRef &Term, const ExprRef &Cond) {
  bool Harmless = true;
  walk(Term, [&](const Expr &Part) {
    switch (Part.kind()) {
    case Expr::Kind::Constant:
    case Expr::Kind::Var:
      break;
    case Expr::Kind::Load:
      Harmless &= holds(Cond, Part);
      break;
    case Expr::Kind::Binary:
    case Expr::Kind::Unary:
      // Subscripts are computed by the condition, too.
      Harmless &= Part.type().isFloat() ||
                  (Part.type().isInteger() && Part.type().bits() == 64);
      break;
    case Expr::Kind::Cast:
      Harmless &=
          Part.type().isFloat() || !Part.operands()[0]->type().isFloat();
      break;
    default:
      Harmless = false;
    }
  });
  return Harmless;
}

/// Appends the sums of \p Arm, which runs where \p Cond has \p Value; false if
/// it does anything else.
static bool addSums(const StmtRef &Arm, const ExprRef &Cond, bool Value,
                    std::vector<StmtRef> &Sums) {
  return llvm::all_of(statementsOf(Arm), [&](const StmtRef &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->op() != ReduceOp::Add || Assign->isAtomic() ||
        Assign->target().Index || usesVar(Cond, Assign->target().Name) ||
        !Assign->target().Ty.isArithmetic() ||
        !isHarmless(Assign->value(), Cond))
      return false;
    const ExprRef &Term = Assign->value();
    const ExprRef Nothing = identityOf(ReduceOp::Add, Term->type());
    if (!Nothing)
      return false;
    ExprRef Chosen = std::make_shared<SelectExpr>(Cond, Value ? Term : Nothing,
                                                  Value ? Nothing : Term);
    Sums.push_back(std::make_shared<AssignStmt>(Assign->target(), ReduceOp::Add,
                                                Chosen, false, Assign->tag()));
    return true;
  });
}

std::vector<StmtRef> lacuna::withoutCondition(const IfStmt &If) {
  std::vector<StmtRef> Sums;
  if (!isComparison(If.cond()) ||
      !addSums(If.thenBody(), If.cond(), true, Sums) ||
      (If.elseBody() && !addSums(If.elseBody(), If.cond(), false, Sums)))
    return {};
  return Sums;
}
