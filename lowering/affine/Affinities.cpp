//===- Affinities.cpp - expressions that are affine -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affinities.h"
#include "lacuna/ir/text/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// Numbers that are not larger have products, and sums of them, in 64 bits.
static constexpr int64_t MostFactor = int64_t(1) << 31;
/// The same of parameters, with which loops are computed.
static constexpr int64_t MostParam = int64_t(1) << 40;

bool isSmall(const AffineExpr &E) {
  auto Fits = [](int64_t V) { return V >= -MostFactor && V <= MostFactor; };
  return Fits(E.Constant) &&
         all_of(E.Terms, [&](auto &T) { return Fits(T.Factor); }) &&
         all_of(E.Quotients, [&](auto &Q) { return Fits(Q.Factor); });
}

bool isConstant(const AffineExpr &E) {
  return E.Terms.empty() && E.Quotients.empty();
}

bool Affinities::isLoopFree(const AffineExpr &E) const {
  bool IsFree = true;
  forEachVar(E, [&](StringRef Var) { IsFree &= !Loops.contains(Var); });
  return IsFree;
}

void Affinities::require(AffineConstraint Holds) {
  if (!isConstant(Holds.E) || Holds.E.Constant < 0)
    View.Assumptions.push_back({Where, std::move(Holds)});
}

/// What \p Ty can hold, as far as values in 64 bits are concerned.
static std::pair<int64_t, int64_t> rangeOf(const Type &Ty) {
  const unsigned Bits = std::min(Ty.bits(), 63U);
  if (Ty.isSigned())
    return {-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1};
  return {0, Bits == 63 ? int64_t(1) << 62 : (int64_t(1) << Bits) - 1};
}

void Affinities::requireInRange(const AffineExpr &E, const Type &Ty) {
  auto [Lo, Hi] = rangeOf(Ty);
  require({sum(E, AffineExpr::of(Lo), -1)});
  require({sum(AffineExpr::of(Hi), E, -1)});
}

//===-- parameters --------------------------------------------------------===//

/// Whether \p E may be computed in front of the loops: it reads no memory, and
/// is defined whatever its operands are.
bool Affinities::isParam(const ExprRef &E) const {
  if (auto *V = dyn_cast<VarExpr>(E.get())) {
    const Operand *O = N.findOperand(V->name());
    return O && O->Kind == OperandKind::Scalar && V->type().isInteger();
  }
  if (auto *B = dyn_cast<BinaryExpr>(E.get())) {
    const bool ByConstant = constantValue(B->rhs()).value_or(0) > 0;
    const bool IsDefined =
        B->op() == BinaryOp::Min || B->op() == BinaryOp::Max ||
        B->op() == BinaryOp::And || B->op() == BinaryOp::Or ||
        B->op() == BinaryOp::Xor ||
        ((B->op() == BinaryOp::Div || B->op() == BinaryOp::Rem) && ByConstant);
    return IsDefined && isParam(B->lhs()) && (ByConstant || isParam(B->rhs()));
  }
  auto *Cast = dyn_cast<CastExpr>(E.get());
  return Cast && Cast->type().isInteger() && isParam(Cast->operand());
}

AffineExpr Affinities::param(const ExprRef &E) {
  ExprRef Value = cast(Type::i64(), E);
  for (const AffineParam &P : View.Params)
    if (structurallyEqual(P.Value, Value))
      return AffineExpr::of(P.Name);
  AffineParam P;
  P.Name = toString(E);
  P.Value = Value;
  std::tie(P.Lo, P.Hi) = rangeOf(E->type());
  if (E->type().bits() >= 64) {
    P.IsBounded = true;
    P.Lo = std::max(P.Lo, -MostParam);
    P.Hi = MostParam;
  }
  View.Params.push_back(P);
  return AffineExpr::of(P.Name);
}

const AffineParam &Affinities::paramCalled(StringRef Name) const {
  return *find_if(View.Params,
                  [&](const AffineParam &P) { return P.Name == Name; });
}

AffineExpr Affinities::ratio(StringRef Of, StringRef By) {
  const std::string Name = (Of + " / " + By).str();
  if (any_of(View.Params, [&](auto &P) { return P.Name == Name; }))
    return AffineExpr::of(Name);
  const ExprRef Whole = paramCalled(Of).Value, Part = paramCalled(By).Value;
  const ExprRef IsPart = binary(BinaryOp::Gt, Part, i64(0));
  const ExprRef Value = std::make_shared<SelectExpr>(
      IsPart, binary(BinaryOp::Div, Whole, Part), i64(0));
  View.Params.push_back({Name, Value, 0, MostParam});
  View.Ratios.push_back(
      {Of.str(), By.str(),
       binary(BinaryOp::Eq, binary(BinaryOp::Mul, Value, Part), Whole)});
  return AffineExpr::of(Name);
}

//===-- expressions -------------------------------------------------------===//

std::optional<AffineExpr> Affinities::variable(const VarExpr &V) {
  if (Loops.contains(V.name()))
    return AffineExpr::of(V.name());
  auto Let = Lets.find(V.name());
  if (Let == Lets.end())
    return std::nullopt;
  return of(Let->second);
}

std::optional<AffineExpr> Affinities::product(const AffineExpr &A,
                                              const AffineExpr &B) {
  if (isConstant(B))
    return sum(AffineExpr(), A, B.Constant);
  if (isConstant(A))
    return sum(AffineExpr(), B, A.Constant);
  return std::nullopt;
}

/// \p A / \p By or \p A % \p By, which C rounds toward zero.
std::optional<AffineExpr>
Affinities::byConstant(BinaryOp Op, const AffineExpr &A, int64_t By) {
  if (By <= 0 || By > MostFactor)
    return std::nullopt;
  require({A});
  AffineExpr Quotient = quotient(A, By);
  return Op == BinaryOp::Div ? Quotient : sum(A, Quotient, -By);
}

std::optional<AffineExpr> Affinities::binaryOf(const BinaryExpr &B) {
  std::optional<AffineExpr> L = of(B.lhs());
  std::optional<AffineExpr> R = L ? of(B.rhs()) : std::nullopt;
  if (!R)
    return std::nullopt;
  switch (B.op()) {
  case BinaryOp::Add:
    return sum(*L, *R);
  case BinaryOp::Sub:
    return sum(*L, *R, -1);
  case BinaryOp::Mul:
    return product(*L, *R);
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return isConstant(*R) ? byConstant(B.op(), *L, R->Constant) : std::nullopt;
  case BinaryOp::And:
    // The last bits of two's complement, of negative numbers too.
    if (isConstant(*R) && R->Constant > 0 && isPowerOf2_64(R->Constant + 1))
      return sum(*L, quotient(*L, R->Constant + 1), -(R->Constant + 1));
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<AffineExpr> Affinities::visit(const ExprRef &E) {
  const Type &Ty = E->type();
  if (!Ty.isInteger())
    return std::nullopt;
  if (std::optional<int64_t> Value = constantValue(E))
    return AffineExpr::of(*Value);
  std::optional<AffineExpr> Result;
  if (auto *V = dyn_cast<VarExpr>(E.get()))
    return variable(*V);
  if (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    Result = From.isInteger() ? of(Cast->operand()) : std::nullopt;
    if (Result && !Ty.holdsAllOf(From))
      requireInRange(*Result, Ty);
    return Result;
  }
  if (auto *U = dyn_cast<UnaryExpr>(E.get())) {
    if (U->op() == UnaryOp::Neg)
      if (std::optional<AffineExpr> Of = of(U->operands()[0]))
        Result = sum(AffineExpr(), *Of, -1);
  } else if (auto *B = dyn_cast<BinaryExpr>(E.get())) {
    Result = binaryOf(*B);
  }
  if (Result && !Ty.isSigned())
    requireInRange(*Result, Ty);
  return Result;
}

std::optional<AffineExpr> Affinities::of(const ExprRef &E) {
  const size_t Mark = View.Assumptions.size();
  std::optional<AffineExpr> Result = visit(E);
  if (Result && isSmall(*Result))
    return Result;
  View.Assumptions.erase(View.Assumptions.begin() + Mark,
                         View.Assumptions.end());
  return isParam(E) ? std::optional(param(E)) : std::nullopt;
}

//===-- conditions --------------------------------------------------------===//

bool Affinities::assume(const ExprRef &Cond) {
  auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B)
    return false;
  if (B->op() == BinaryOp::LogicalAnd) {
    const bool First = assume(B->lhs());
    return assume(B->rhs()) && First;
  }
  const bool IsLess = B->op() == BinaryOp::Lt || B->op() == BinaryOp::Le;
  const bool IsMore = B->op() == BinaryOp::Gt || B->op() == BinaryOp::Ge;
  if (!IsLess && !IsMore && B->op() != BinaryOp::Eq)
    return false;
  std::optional<AffineExpr> L = of(B->lhs()), R = of(B->rhs());
  if (!L || !R)
    return false;
  const bool IsStrict = B->op() == BinaryOp::Lt || B->op() == BinaryOp::Gt;
  AffineExpr Difference = IsLess ? sum(*R, *L, -1) : sum(*L, *R, -1);
  Difference.Constant -= IsStrict ? 1 : 0;
  Where.push_back({std::move(Difference), B->op() == BinaryOp::Eq});
  return true;
}

} // namespace lacuna
