//===- RangeBlocks.cpp - loops over blocks of an outer one ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeBlocks.h"
#include "FrontConditions.h"
#include "LinearForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

std::vector<ExprRef> upperBounds(const ExprRef &End) {
  if (const BinaryExpr *Min = asBinary(End, BinaryOp::Min))
    return {Min->lhs(), Min->rhs()};
  auto *Chosen = dyn_cast<SelectExpr>(End.get());
  auto *Less = Chosen ? dyn_cast<BinaryExpr>(Chosen->cond().get()) : nullptr;
  if (!Less)
    return {End};
  // `a < b ? a : b`, `a > b ? b : a`
  bool IsLess = Less->op() == BinaryOp::Lt || Less->op() == BinaryOp::Le;
  bool IsGreater = Less->op() == BinaryOp::Gt || Less->op() == BinaryOp::Ge;
  const ExprRef &Small = IsLess ? Less->lhs() : Less->rhs();
  const ExprRef &Large = IsLess ? Less->rhs() : Less->lhs();
  if ((IsLess || IsGreater) && structurallyEqual(Small, Chosen->thenArm()) &&
      structurallyEqual(Large, Chosen->elseArm()))
    return {Small, Large};
  return {End};
}

/// Whether \p End is at most a stride of its variable behind \p Begin. Where
/// the stride is not positive, nothing lies between them.
static bool endsWithinStride(const LinearForm &Begin, const LinearForm &End,
                             const LinearTerm &Stride) {
  std::vector<LinearTerm> Rest = End.Terms;
  for (const LinearTerm &T : Begin.Terms) {
    const auto Same = find_if(Rest, [&](const LinearTerm &Other) {
      return haveSameStride(T, Other) && T.Var == Other.Var &&
             !T.Element == !Other.Element;
    });
    if (Same == Rest.end())
      return false;
    Rest.erase(Same);
  }
  int64_t Behind;
  if (SubOverflow(End.Constant, Begin.Constant, Behind))
    return false;
  if (Stride.Factors.empty())
    return Rest.empty() && Behind <= Stride.Coef;
  return Behind <= 0 &&
         (Rest.empty() || (Rest.size() == 1 && Rest.front().isInvariant() &&
                           haveSameStride(Rest.front(), Stride)));
}

/// Whether blocks that begin at \p Begin and their ends are computed without
/// wrapping: strides and numbers of blocks are small.
static bool isExact(FrontConditions &Front, const LinearForm &Begin,
                    const LinearForm &End, const LinearTerm &Stride) {
  constexpr int64_t MostStride = int64_t(1) << 20;
  if (!Begin.MayWrap && !End.MayWrap)
    return true;
  auto IsSmall = [&](const ExprRef &Value, int64_t Most) {
    const ExprRef Wide = cast(Type::i64(), Value);
    return Front.require(BinaryOp::Ge, Wide, i64(0)) &&
           Front.require(BinaryOp::Le, Wide, i64(Most));
  };
  const bool IsShort = Stride.Factors.empty()
                           ? Stride.Coef <= MostStride
                           : Stride.Coef == 1 && Stride.Factors.size() == 1 &&
                                 IsSmall(Stride.Factors.front(), MostStride);
  return Begin.Largest == INT64_MAX && End.Largest == INT64_MAX && IsShort &&
         Begin.Terms.size() == 1 && Begin.Constant == 0 && End.Constant >= 0 &&
         IsSmall(Stride.Var->Lo, FrontConditions::MostOfOne) &&
         IsSmall(Stride.Var->Hi, FrontConditions::MostOfOne);
}

const IndexVar *blockVar(const Nest &N, const IndexVar &V,
                         const Invariants &Fixed,
                         std::vector<ExprRef> &Conditions) {
  if (V.isDerived())
    return nullptr;
  const std::optional<LinearForm> Begin = linearForm(N, V.Lo, Fixed);
  const LinearTerm *Stride = Begin ? movingTerm(*Begin) : nullptr;
  if (!Stride || Stride->Coef <= 0 || Stride->Var->isDerived())
    return nullptr;
  for (const ExprRef &Bound : upperBounds(V.Hi)) {
    const std::optional<LinearForm> End = linearForm(N, Bound, Fixed);
    FrontConditions Front(N);
    if (!End || !endsWithinStride(*Begin, *End, *Stride) ||
        !isExact(Front, *Begin, *End, *Stride))
      continue;
    append_range(Conditions, Front.Conditions);
    return Stride->Var;
  }
  return nullptr;
}

} // namespace lacuna
