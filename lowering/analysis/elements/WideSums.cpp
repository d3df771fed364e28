//===- WideSums.cpp - subscripts in 64 bits -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/WideSums.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

ExprRef withValue(const ExprRef &E, const IndexVar &V, const ExprRef &Value) {
  auto *Cast = dyn_cast<CastExpr>(E.get());
  auto *Of = dyn_cast<VarExpr>((Cast ? Cast->operand() : E).get());
  if (Of && Of->name() == V.Name)
    return Value;
  if (!usesVar(E, V.Name))
    return E;
  auto *B = dyn_cast<BinaryExpr>(E.get());
  ExprRef L = B ? withValue(B->lhs(), V, Value) : nullptr,
          R = L ? withValue(B->rhs(), V, Value) : nullptr;
  return R ? binary(B->op(), L, R) : nullptr;
}

std::optional<int64_t> growth(const ExprRef &E, const IndexVar &V) {
  ExprRef Here = cast(Type::i64(), var(V.Ty, V.Name));
  ExprRef Next = withValue(E, V, binary(BinaryOp::Add, Here, i64(1)));
  return Next ? constantDifference(Next, E) : std::nullopt;
}

/// Whether \p E, from inI64, is one of the numbers of 32 bits that \p Among is
/// made of, or a constant that is one.
static bool isNarrow(const Nest &N, const ExprRef &E, ArrayRef<ExprRef> Among) {
  if (std::optional<int64_t> Value = constantDifference(E, i64(0)))
    return isInt<32>(*Value);
  bool Found = false;
  for (const ExprRef &Sum : Among)
    walk(Sum, [&](const Expr &Part) {
      auto *Cast = dyn_cast<CastExpr>(&Part);
      Found |= Cast && Cast->operand()->type() == Type::i32() &&
               constantDifference(E, inI64(N, Cast->operand())) == 0;
    });
  return Found;
}

ExprRef withoutNarrowing(const Nest &N, const ExprRef &E) {
  ExprRef Whole = inI64(N, E);
  const IndexVar *V = nullptr;
  for (const auto &Name : freeVars(Whole))
    if (const IndexVar *Var = N.findIndexVar(Name.first())) {
      if (V || Var->isDerived() || !Var->Ty.isSigned())
        return nullptr;
      V = Var;
    }
  if (!V || !growth(Whole, *V))
    return nullptr;
  auto AtEnd = [&](const ExprRef &Value) {
    return isNarrow(N, withValue(Whole, *V, Value), {E, V->Lo, V->Hi});
  };
  ExprRef Last = binary(BinaryOp::Sub, inI64(N, V->Hi), i64(1));
  return AtEnd(inI64(N, V->Lo)) && AtEnd(Last) ? Whole : nullptr;
}

ExprRef inI64(const Nest &N, const ExprRef &E) {
  auto *Cast = dyn_cast<CastExpr>(E.get());
  if (Cast && Cast->operand()->type().isInteger()) {
    const Type &From = Cast->operand()->type();
    if (E->type().holdsAllOf(From) ||
        (E->type().bits() == 64 && From.bits() == 64))
      return inI64(N, Cast->operand());
    if (ExprRef Whole = E->type() == Type::i32() && From == Type::i64()
                            ? withoutNarrowing(N, Cast->operand())
                            : nullptr)
      return Whole;
  }
  auto *B = dyn_cast<BinaryExpr>(E.get());
  const bool IsSum =
      B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub);
  const bool IsExact = E->type().isSigned()
                           ? IsSum || (B && B->op() == BinaryOp::Mul)
                           : IsSum && E->type().bits() == 64;
  if (!IsExact)
    return cast(Type::i64(), E);
  ExprRef L = inI64(N, B->lhs()), R = inI64(N, B->rhs());
  if (B->op() == BinaryOp::Mul && constantValue(L))
    std::swap(L, R);
  return binary(B->op(), L, R);
}

} // namespace lacuna
