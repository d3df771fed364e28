//===- FrontValues.cpp - what is known in front of the loops --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/FrontValues.h"

using namespace llvm;

namespace lacuna {

/// Whether the division \p E never traps, whatever it divides.
static bool neverTraps(const BinaryExpr &E) {
  std::optional<int64_t> By = constantValue(E.rhs());
  // As of a step, `max(step, 1)`.
  if (auto *Most = asBinary(E.rhs(), BinaryOp::Max))
    return constantValue(Most->rhs()).value_or(0) > 0;
  return By && *By != 0 && !(*By == -1 && E.type().isSigned());
}

/// Whether \p Load is of an element that its array certainly has, and that the
/// nest leaves as it is.
static bool isThere(const Nest &N, const LoadExpr &Load) {
  const Operand *O = N.findOperand(Load.array());
  std::optional<int64_t> At = constantValue(Load.index());
  std::optional<int64_t> Extent =
      O && O->Extent ? constantValue(O->Extent) : std::nullopt;
  return Extent && At && !O->Written && O->Records.empty() && *At >= 0 &&
         *At < *Extent;
}

bool isEvaluable(const Nest &N, const ExprRef &E) {
  bool Ok = E != nullptr;
  walk(E, [&](const Expr &Part) {
    if (isa<OpaqueExpr, CallExpr>(&Part))
      Ok = false;
    if (auto *Load = dyn_cast<LoadExpr>(&Part))
      Ok &= isThere(N, *Load);
    // A division could trap that the user's loop does not execute.
    if (auto *Binary = dyn_cast<BinaryExpr>(&Part))
      Ok &= (Binary->op() != BinaryOp::Div && Binary->op() != BinaryOp::Rem) ||
            neverTraps(*Binary);
    if (auto *Var = dyn_cast<VarExpr>(&Part)) {
      const Operand *O = N.findOperand(Var->name());
      Ok &= O && O->Kind == OperandKind::Scalar;
    }
  });
  return Ok;
}

ExprRef withoutTraps(const ExprRef &E) {
  return rewrite(E, [](const ExprRef &Part) -> ExprRef {
    auto *B = dyn_cast<BinaryExpr>(Part.get());
    if (!B || !B->type().isInteger() || neverTraps(*B))
      return nullptr;
    if ((B->op() == BinaryOp::Shl || B->op() == BinaryOp::Shr) &&
        !constantValue(B->rhs()))
      return binary(B->op(), B->lhs(),
                    binary(BinaryOp::And, B->rhs(),
                           constant(B->rhs()->type(), B->type().bits() - 1)));
    if (B->op() != BinaryOp::Div && B->op() != BinaryOp::Rem)
      return nullptr;
    const ExprRef Zero = constant(B->type(), 0), &By = B->rhs();
    ExprRef Divides = binary(BinaryOp::Ne, By, Zero);
    // The least number has no quotient by -1; others have the product.
    if (B->type().isSigned())
      Divides = binary(BinaryOp::LogicalOr, binary(BinaryOp::Gt, By, Zero),
                       binary(BinaryOp::Lt, By, constant(B->type(), -1)));
    return std::make_shared<SelectExpr>(
        Divides, Part,
        B->op() == BinaryOp::Div && B->type().isSigned()
            ? binary(BinaryOp::Mul, B->lhs(), By)
            : Zero);
  });
}

/// What \p A and \p B hold under.
static std::vector<FrontLimit> bothGiven(const FrontRange &A,
                                         const FrontRange &B) {
  std::vector<FrontLimit> Given = A.Given;
  append_range(Given, B.Given);
  return Given;
}

static std::optional<FrontRange> rangeOfVar(const Nest &N, const VarExpr &Var) {
  const IndexVar *V = N.findIndexVar(Var.name());
  if (!V || V->isDerived())
    return std::nullopt;
  std::optional<FrontRange> Lo = frontRange(N, V->Lo),
                            Hi = frontRange(N, V->Hi);
  if (!Lo || !Hi)
    return std::nullopt;
  return FrontRange{Lo->Min, binary(BinaryOp::Sub, Hi->Max, i64(1)),
                    bothGiven(*Lo, *Hi)};
}

/// Of a step that a constant limits: `i % 4`, `i & 3`.
static std::optional<FrontRange> limited(const BinaryExpr &E) {
  std::optional<int64_t> By = constantValue(E.rhs());
  if (!By || *By <= 0)
    return std::nullopt;
  if (E.op() == BinaryOp::Rem)
    return FrontRange{i64(E.type().isSigned() ? 1 - *By : 0), i64(*By - 1)};
  if (E.op() == BinaryOp::And)
    return FrontRange{i64(0), i64(*By)};
  return std::nullopt;
}

/// Times or by a constant that is not negative.
static std::optional<FrontRange> scaled(BinaryOp Op, const FrontRange &Of,
                                        int64_t By) {
  if (By < 0 || (Op != BinaryOp::Mul && By == 0))
    return std::nullopt;
  return FrontRange{binary(Op, Of.Min, i64(By)), binary(Op, Of.Max, i64(By)),
                    Of.Given};
}

static std::optional<FrontRange> rangeOfBinary(const Nest &N,
                                               const BinaryExpr &E) {
  // Unsigned arithmetic of 32 bits may wrap.
  if (!E.type().isSigned() && E.type().bits() != 64)
    return limited(E);
  std::optional<FrontRange> L = frontRange(N, E.lhs()),
                            R = frontRange(N, E.rhs());
  if (!L || !R)
    return limited(E);
  std::optional<int64_t> Left = constantValue(E.lhs()),
                         Right = constantValue(E.rhs());
  std::vector<FrontLimit> Given = bothGiven(*L, *R);
  switch (E.op()) {
  case BinaryOp::Add:
    return FrontRange{binary(BinaryOp::Add, L->Min, R->Min),
                      binary(BinaryOp::Add, L->Max, R->Max), Given};
  case BinaryOp::Sub:
    return FrontRange{binary(BinaryOp::Sub, L->Min, R->Max),
                      binary(BinaryOp::Sub, L->Max, R->Min), Given};
  case BinaryOp::Mul:
    return Right  ? scaled(E.op(), *L, *Right)
           : Left ? scaled(E.op(), *R, *Left)
                  : std::nullopt;
  case BinaryOp::Div:
    return Right ? scaled(E.op(), *L, *Right) : std::nullopt;
  case BinaryOp::Min:
  case BinaryOp::Max:
    return FrontRange{binary(E.op(), L->Min, R->Min),
                      binary(E.op(), L->Max, R->Max), Given};
  default:
    return limited(E);
  }
}

/// The same values in 32 bits, where all of them fit.
static std::optional<FrontRange> narrowed(std::optional<FrontRange> Of) {
  if (!Of)
    return Of;
  Of->Given.push_back({BinaryOp::Ge, Of->Min, INT32_MIN});
  Of->Given.push_back({BinaryOp::Le, Of->Max, INT32_MAX});
  return Of;
}

std::optional<FrontRange> frontRange(const Nest &N, const ExprRef &E) {
  if (!E->type().isInteger())
    return std::nullopt;
  if (isEvaluable(N, E)) {
    ExprRef Value = cast(Type::i64(), E);
    return FrontRange{Value, Value};
  }
  if (auto *Var = dyn_cast<VarExpr>(E.get()))
    return rangeOfVar(N, *Var);
  if (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    bool Keeps = From.isInteger() &&
                 (E->type().holdsAllOf(From) || E->type().bits() == 64);
    if (Keeps)
      return frontRange(N, Cast->operand());
    bool Narrows = From == Type::i64() && E->type() == Type::i32();
    return Narrows ? narrowed(frontRange(N, Cast->operand())) : std::nullopt;
  }
  if (auto *Unary = dyn_cast<UnaryExpr>(E.get());
      Unary && Unary->op() == UnaryOp::Neg && E->type().isSigned())
    if (std::optional<FrontRange> Of = frontRange(N, Unary->operands()[0]))
      return FrontRange{binary(BinaryOp::Sub, i64(0), Of->Max),
                        binary(BinaryOp::Sub, i64(0), Of->Min), Of->Given};
  if (auto *Binary = dyn_cast<BinaryExpr>(E.get()))
    return rangeOfBinary(N, *Binary);
  return std::nullopt;
}

} // namespace lacuna
