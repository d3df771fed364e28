//===- Reductions.cpp - stores that combine values ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Reductions.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/Rounding.h"
#include "lacuna/ir/bounds/Wrapping.h"
#include "lift/state/Entity.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

namespace {

/// Whether \p E is the value of \p Read, perhaps promoted.
bool isValueOf(const ExprRef &E, const ExprRef &Read) {
  if (structurallyEqual(E, Read))
    return true;
  const auto *C = dyn_cast<CastExpr>(E.get());
  return C && structurallyEqual(C->operand(), Read);
}

std::optional<ReduceOp> reduction(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ReduceOp::Add;
  case BinaryOp::Mul:
    return ReduceOp::Mul;
  case BinaryOp::And:
    return ReduceOp::And;
  case BinaryOp::Or:
    return ReduceOp::Or;
  case BinaryOp::Xor:
    return ReduceOp::Xor;
  case BinaryOp::Min:
    return ReduceOp::Min;
  case BinaryOp::Max:
    return ReduceOp::Max;
  default:
    // Logical operators skip their right operand: as a reduction they would
    // read what the user's loop does not.
    return std::nullopt;
  }
}

} // namespace

bool isReduction(BinaryOp Op) { return reduction(Op).has_value(); }

/// What holds where \p Cond, a comparison of integers, does not; else null.
static ExprRef withoutIt(const ExprRef &Cond) {
  const auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B || !B->lhs()->type().isInteger())
    return nullptr;
  switch (B->op()) {
  case BinaryOp::Lt:
    return binary(BinaryOp::Ge, B->lhs(), B->rhs());
  case BinaryOp::Le:
    return binary(BinaryOp::Gt, B->lhs(), B->rhs());
  case BinaryOp::Gt:
    return binary(BinaryOp::Le, B->lhs(), B->rhs());
  case BinaryOp::Ge:
    return binary(BinaryOp::Lt, B->lhs(), B->rhs());
  default:
    return nullptr;
  }
}

StmtRef asExtremum(const ExprRef &Cond, const StmtRef &Then, SourceTag Tag) {
  const auto *A = dyn_cast<AssignStmt>(Then.get());
  if (!A || A->op() != ReduceOp::None)
    return nullptr;
  // Of elements those that are the same in all iterations, `*p`.
  const ExprRef &Index = A->target().Index;
  if (Index ? !constantValue(Index) : usesVar(A->value(), A->target().Name))
    return nullptr;
  ExprRef Old = loadOf(A->target());
  const auto *Not = dyn_cast<UnaryExpr>(Cond.get());
  ExprRef Without = Not && Not->op() == UnaryOp::LogicalNot
                        ? withoutIt(Not->operands()[0])
                        : nullptr;
  auto Op = extremumBy(Without ? Without : Cond, Old, A->value());
  return Op ? std::make_shared<AssignStmt>(A->target(), *Op, A->value(), false,
                                           Tag)
            : nullptr;
}

StmtRef update(const Place &P, BinaryOp Op, ExprRef Value, SourceTag Tag) {
  if (Op == BinaryOp::Sub) {
    // a - b is a + (-b), in a type where -b cannot overflow.
    if (Value->type().isSigned())
      Value = cast(unsignedOf(Value->type()), Value);
    const auto *U = dyn_cast<UnaryExpr>(Value.get());
    ExprRef Negated = U && U->op() == UnaryOp::Neg && Value->type().isFloat()
                          ? Value->operands()[0]
                          : unary(UnaryOp::Neg, Value);
    Value = isContractible(Value) ? Negated : roundedInSum(Negated);
  }
  // `odd ^= x > 0` converts the condition to a number, and back.
  const auto *Converted = dyn_cast<CastExpr>(Value.get());
  if (P.Ty.isBool() && Op == BinaryOp::Xor && Converted &&
      Converted->operand()->type().isBool())
    Value = Converted->operand();
  return std::make_shared<AssignStmt>(P, *reduction(Op), Value, false, Tag);
}

/// Whether \p S changes \p P or where that is.
static bool moves(const StmtRef &S, const Place &P) {
  bool Moves = assigns(S, P.Name);
  if (P.Index)
    walk(P.Index, [&](const Expr &Part) {
      if (const auto *Load = dyn_cast<LoadExpr>(&Part))
        Moves |= assigns(S, Load->array());
      else if (const auto *Var = dyn_cast<VarExpr>(&Part))
        Moves |= assigns(S, Var->name());
    });
  return Moves;
}

ExprRef withoutCopies(const ExprRef &Value, const Place &P,
                      llvm::ArrayRef<StmtRef> Before) {
  llvm::StringMap<ExprRef> Copies;
  // What the place holds, and what says where it is.
  std::vector<ExprRef> Parts = {loadOf(P)};
  if (P.Index) {
    Parts.push_back(indexInRow(P.Index));
    if (const ExprRef Row = rowOf(P.Index))
      Parts.push_back(Row);
  }
  for (const StmtRef &S : llvm::reverse(Before)) {
    if (moves(S, P))
      break;
    const auto *Let = dyn_cast<LetStmt>(S.get());
    if (Let && llvm::any_of(Parts, [&](const ExprRef &Part) {
          return structurallyEqual(Let->init(), Part);
        }))
      Copies[Let->name()] = Let->init();
  }
  return Copies.empty() ? Value : substitute(Value, Copies);
}

/// `m = m < x[i] ? m : x[i]`, as macros for extremes have it, as
/// `m = m >= x[i] ? x[i] : m` where that is the same, else, since x[i] may be
/// no number, as `if (!(m < x[i])) m = x[i];`; or null.
static StmtRef keptUnless(const SelectExpr &S, const Place &P, SourceTag Tag) {
  ExprRef Old = loadOf(P);
  if (!structurallyEqual(S.thenArm(), Old) ||
      (!P.Index && usesVar(S.elseArm(), P.Name)))
    return nullptr;
  if (ExprRef Cond = withoutIt(S.cond())) {
    auto Op = extremumBy(Cond, Old, S.elseArm());
    return Op ? std::make_shared<AssignStmt>(P, *Op, S.elseArm(), false, Tag)
              : nullptr;
  }
  const auto *B = dyn_cast<BinaryExpr>(S.cond().get());
  if (!B || !P.Ty.isFloat() || P.Index ||
      !extremumBy(S.cond(), Old, S.elseArm()))
    return nullptr;
  return std::make_shared<IfStmt>(
      unary(UnaryOp::LogicalNot, S.cond()),
      std::make_shared<AssignStmt>(P, ReduceOp::None, S.elseArm(), false, Tag),
      nullptr, Tag);
}

/// `at = x[i] < x[at] ? i : at`
static bool isChosenPlace(const SelectExpr &S, const Place &P) {
  const auto *B = dyn_cast<BinaryExpr>(S.cond().get());
  const bool IsOrder =
      B && (B->op() == BinaryOp::Lt || B->op() == BinaryOp::Le ||
            B->op() == BinaryOp::Gt || B->op() == BinaryOp::Ge);
  return IsOrder && !P.Index && usesVar(S.cond(), P.Name) &&
         structurallyEqual(S.elseArm(), loadOf(P)) &&
         !usesVar(S.thenArm(), P.Name);
}

/// The condition that turns \p Old, a bool, in \p E: `old != condition`,
/// perhaps as numbers; or null.
static ExprRef turning(const ExprRef &E, const ExprRef &Old) {
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  if (!B || B->op() != BinaryOp::Ne)
    return nullptr;
  auto AsBool = [](const ExprRef &Side) {
    const auto *C = dyn_cast<CastExpr>(Side.get());
    return C && C->operand()->type().isBool() ? C->operand() : Side;
  };
  const ExprRef L = AsBool(B->lhs()), R = AsBool(B->rhs());
  if (!L->type().isBool() || !R->type().isBool())
    return nullptr;
  return structurallyEqual(L, Old)   ? R
         : structurallyEqual(R, Old) ? L
                                     : nullptr;
}

StmtRef assignment(const Place &P, const ExprRef &Value, SourceTag Tag) {
  ExprRef Inner = Value;
  if (const auto *C = dyn_cast<CastExpr>(Inner.get()))
    Inner = C->operand();
  ExprRef Old = loadOf(P);
  const auto *B = dyn_cast<BinaryExpr>(Inner.get());
  bool IsExtremumOfBools =
      B && (B->op() == BinaryOp::Min || B->op() == BinaryOp::Max) &&
      B->type().isBool();
  if (B && reduction(B->op()) && B->type() == B->lhs()->type() &&
      !IsExtremumOfBools) {
    bool Ordered = B->op() == BinaryOp::Sub ||
                   ((B->op() == BinaryOp::Min || B->op() == BinaryOp::Max) &&
                    !B->type().isInteger()) ||
                   B->type().isOpaque();
    auto Reads = [&](const ExprRef &E) {
      return !P.Index && usesVar(E, P.Name);
    };
    if (isValueOf(B->lhs(), Old) && !Reads(B->rhs()))
      return update(P, B->op(), B->rhs(), Tag);
    if (!Ordered && isValueOf(B->rhs(), Old) && !Reads(B->lhs()))
      return update(P, B->op(), B->lhs(), Tag);
  }
  // Whether there was an odd number of them, `inside = !inside`.
  const auto *Not = dyn_cast<UnaryExpr>(Inner.get());
  if (Not && Not->op() == UnaryOp::LogicalNot && P.Ty.isBool() &&
      structurallyEqual(Not->operands()[0], Old))
    return std::make_shared<AssignStmt>(P, ReduceOp::Xor, constant(P.Ty, 1),
                                        false, Tag);
  if (ExprRef Turns = P.Ty.isBool() ? turning(Inner, Old) : nullptr;
      Turns && (P.Index || !usesVar(Turns, P.Name)))
    return std::make_shared<AssignStmt>(P, ReduceOp::Xor, Turns, false, Tag);
  const auto *S = dyn_cast<SelectExpr>(Value.get());
  if (S && structurallyEqual(S->elseArm(), Old) &&
      (P.Index || !usesVar(S->thenArm(), P.Name)))
    if (auto Op = extremumBy(S->cond(), Old, S->thenArm()))
      return std::make_shared<AssignStmt>(P, *Op, S->thenArm(), false, Tag);
  if (StmtRef Kept = S ? keptUnless(*S, P, Tag) : nullptr)
    return Kept;
  StmtRef Set = std::make_shared<AssignStmt>(
      P, ReduceOp::None, S && isChosenPlace(*S, P) ? S->thenArm() : Value,
      false, Tag);
  if (S && isChosenPlace(*S, P))
    return std::make_shared<IfStmt>(S->cond(), Set, nullptr, Tag);
  return Set;
}

} // namespace lacuna::plugin
