//===- RowConditions.cpp - conditions that hold for a row -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowConditions.h"
#include "KnownConditions.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;

namespace lacuna {

namespace {

class BranchRemover {
public:
  BranchRemover(const IndexVar &Column, const Nest &N,
                const StringMap<ExprRef> &Lets)
      : Column(Column), N(N), Lets(Lets) {}

  StmtRef without(const StmtRef &Body);
  std::vector<ExprRef> Unless;

private:
  StmtRef armAlongRow(const IfStmt &If);
  ExprRef failure(const ExprRef &Cond, bool Wanted) const;
  ExprRef comparisonFails(const BinaryExpr &B, const ExprRef &Cond,
                          bool Wanted) const;
  bool isColumn(const ExprRef &Side) const;
  bool isBound(const ExprRef &Side) const;

  const IndexVar &Column;
  const Nest &N;
  const StringMap<ExprRef> &Lets;
};

} // namespace

/// Whether \p Side is the column, in a type in which columns that are not
/// negative keep their order.
bool BranchRemover::isColumn(const ExprRef &Side) const {
  if (const auto *Cast = dyn_cast<CastExpr>(Side.get())) {
    const Type &To = Side->type(), &From = Cast->operand()->type();
    return To.isInteger() && isColumn(Cast->operand()) &&
           (To.bits() > From.bits() ||
            (To.bits() == From.bits() && !(To.isSigned() && !From.isSigned())));
  }
  const auto *Var = dyn_cast<VarExpr>(Side.get());
  return Var && Var->name() == Column.Name;
}

/// Whether \p Side can be evaluated in front of a row.
bool BranchRemover::isBound(const ExprRef &Side) const {
  bool Is = Side->type().isInteger() && isUnchanging(N, Side) &&
            !usesVar(Side, Column.Name);
  walk(Side, [&](const Expr &Part) {
    // Sums of unsigned numbers may wrap, which does no harm.
    const auto *B = dyn_cast<BinaryExpr>(&Part);
    const bool IsSum = B && !Part.type().isSigned() &&
                       (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub);
    Is &= IsSum || isa<ConstantExpr, VarExpr, CastExpr>(&Part);
  });
  return Is;
}

/// Where \p Cond, which is \p B, is not as \p Wanted for all columns of a row.
/// Null if that is not known in front of the row.
ExprRef BranchRemover::comparisonFails(const BinaryExpr &B, const ExprRef &Cond,
                                       bool Wanted) const {
  const auto Less = holds(B.op(), Comparison::Less),
             Greater = holds(B.op(), Comparison::Greater);
  if (!Less)
    return nullptr;
  const bool IsLeft = isColumn(B.lhs());
  ExprRef Worst = Cond;
  if (IsLeft || isColumn(B.rhs())) {
    if (*Less == *Greater || !isBound(IsLeft ? B.rhs() : B.lhs()))
      return nullptr;
    // Where it holds for less columns, the greatest one decides whether it
    // holds for all.
    const bool HoldsForLess = *Less == IsLeft;
    StringMap<ExprRef> At;
    At[Column.Name] = HoldsForLess == Wanted ? binary(BinaryOp::Sub, Column.Hi,
                                                      constant(Column.Ty, 1))
                                             : Column.Lo;
    Worst = substitute(Cond, At);
  } else if (!isBound(B.lhs()) || !isBound(B.rhs())) {
    return nullptr;
  }
  return Wanted ? unary(UnaryOp::LogicalNot, Worst) : Worst;
}

/// Where \p Cond is not as \p Wanted for all columns of a row; null if unknown.
ExprRef BranchRemover::failure(const ExprRef &Cond, bool Wanted) const {
  if (const auto *Not = dyn_cast<UnaryExpr>(Cond.get()))
    return Not->op() == UnaryOp::LogicalNot
               ? failure(Not->operands()[0], !Wanted)
               : nullptr;
  const auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B)
    return nullptr;
  if (B->op() != (Wanted ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr))
    return comparisonFails(*B, Cond, Wanted);
  const ExprRef Left = failure(B->lhs(), Wanted);
  const ExprRef Right = Left ? failure(B->rhs(), Wanted) : nullptr;
  return Right ? binary(BinaryOp::LogicalOr, Left, Right) : nullptr;
}

/// The arm of \p If that runs along a row, if one of them alone has loops.
StmtRef BranchRemover::armAlongRow(const IfStmt &If) {
  auto Loops = [](const StmtRef &Arm) {
    return Arm && anyOf(Arm, [](const Stmt &S) {
             return isa<LoopStmt, WhileStmt>(&S);
           });
  };
  const bool Wanted = Loops(If.thenBody());
  if (Wanted == Loops(If.elseBody()))
    return nullptr;
  const ExprRef Fails = failure(substitute(If.cond(), Lets), Wanted);
  if (!Fails)
    return nullptr;
  Unless.push_back(Fails);
  return Wanted ? If.thenBody() : If.elseBody();
}

StmtRef BranchRemover::without(const StmtRef &Body) {
  std::vector<StmtRef> Out;
  for (const StmtRef &S : statementsOf(Body)) {
    const auto *If = dyn_cast<IfStmt>(S.get());
    const StmtRef Arm = If ? armAlongRow(*If) : nullptr;
    if (Arm)
      llvm::append_range(Out, statementsOf(without(Arm)));
    else if (If && !If->elseBody())
      Out.push_back(std::make_shared<IfStmt>(
          If->cond(), without(If->thenBody()), nullptr, If->tag()));
    else
      Out.push_back(isa<BlockStmt>(S.get()) ? without(S) : S);
  }
  return block(std::move(Out));
}

RowBody alongRow(const StmtRef &Body, const IndexVar &Column, const Nest &N,
                 const StringMap<ExprRef> &Lets) {
  BranchRemover Remover(Column, N, Lets);
  StmtRef Along = Remover.without(Body);
  if (Remover.Unless.empty())
    return {Body, {}};
  return {std::move(Along), std::move(Remover.Unless)};
}

} // namespace lacuna
