//===- ValueRanges.cpp - how large integers can be ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/ValueRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace lacuna;

//===-- arithmetic --------------------------------------------------------===//

ValueRanges::MaybeRange ValueRanges::allOf(const Type &Ty) {
  if (Ty.isBool())
    return Range{0, 1};
  if (!Ty.isInteger() || (!Ty.isSigned() && Ty.bits() > 63))
    return std::nullopt;
  if (Ty.isSigned())
    return Range{llvm::minIntN(Ty.bits()), llvm::maxIntN(Ty.bits())};
  return Range{0, int64_t(llvm::maxUIntN(Ty.bits()))};
}

bool ValueRanges::knows(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::Div:
  case BinaryOp::Rem:
  case BinaryOp::Min:
  case BinaryOp::Max:
    return true;
  default:
    return false;
  }
}

/// The largest magnitude of \p Lo and \p Hi; nothing for that of INT64_MIN.
static std::optional<int64_t> magnitude(int64_t Lo, int64_t Hi) {
  if (Lo == INT64_MIN)
    return std::nullopt;
  return std::max(std::abs(Lo), std::abs(Hi));
}

ValueRanges::MaybeRange ValueRanges::combined(BinaryOp Op, const Range &L,
                                              const Range &R) {
  auto Corners = [&](auto Compute) -> MaybeRange {
    int64_t Values[4], *Next = Values;
    for (int64_t A : {L.Lo, L.Hi})
      for (int64_t B : {R.Lo, R.Hi})
        if (Compute(A, B, *Next++))
          return std::nullopt; // beyond 64 bits
    auto [Lo, Hi] = std::minmax_element(Values, Values + 4);
    return Range{*Lo, *Hi};
  };
  switch (Op) {
  case BinaryOp::Add:
    return Corners(llvm::AddOverflow<int64_t>);
  case BinaryOp::Sub:
    return Corners(llvm::SubOverflow<int64_t>);
  case BinaryOp::Mul:
    return Corners(llvm::MulOverflow<int64_t>);
  case BinaryOp::Min:
    return Range{std::min(L.Lo, R.Lo), std::min(L.Hi, R.Hi)};
  case BinaryOp::Max:
    return Range{std::max(L.Lo, R.Lo), std::max(L.Hi, R.Hi)};
  case BinaryOp::Div:
    if (R.Lo > 0)
      return Corners([](int64_t A, int64_t B, int64_t &Result) {
        Result = A / B;
        return false;
      });
    if (std::optional<int64_t> Most = magnitude(L.Lo, L.Hi))
      return Range{-*Most, *Most};
    return std::nullopt;
  case BinaryOp::Rem:
    // What a narrow least value leaves by -1 is not defined.
    if (R.Lo <= 0)
      return std::nullopt;
    return Range{std::max(std::min<int64_t>(L.Lo, 0), 1 - R.Hi),
                 std::min(std::max<int64_t>(L.Hi, 0), R.Hi - 1)};
  default:
    return std::nullopt;
  }
}

//===-- expressions -------------------------------------------------------===//

bool ValueRanges::fits(const ExprRef &E, const Type &Ty) const {
  MaybeRange Values = of(E), All = allOf(Ty);
  return Values && All && Values->Lo >= All->Lo && Values->Hi <= All->Hi;
}

ValueRanges::MaybeRange ValueRanges::of(const ExprRef &E) const {
  MaybeRange All = allOf(E->type()), Values = computed(E);
  if (All && Values && Values->Lo >= All->Lo && Values->Hi <= All->Hi)
    return Values;
  return All;
}

ValueRanges::MaybeRange ValueRanges::computed(const ExprRef &E) const {
  if (std::optional<int64_t> Value = constantValue(E))
    return Range{*Value, *Value};
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get())) {
    auto Known = Variables.find(Var->name());
    return Known == Variables.end() ? MaybeRange() : Known->second;
  }
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return of(Cast->operand());
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get())) {
    MaybeRange Then = of(Select->thenArm()), Else = of(Select->elseArm());
    if (!Then || !Else)
      return std::nullopt;
    return Range{std::min(Then->Lo, Else->Lo), std::max(Then->Hi, Else->Hi)};
  }
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || !knows(Binary->op()))
    return std::nullopt;
  MaybeRange L = of(Binary->lhs()), R = of(Binary->rhs());
  if (L && isRest(*Binary))
    return Range{1, std::max<int64_t>(L->Hi, 1)};
  return L && R ? combined(Binary->op(), *L, *R) : MaybeRange();
}

/// Whether \p E is `N - v * c`, and v below `(N + c - 1) / c`.
bool ValueRanges::isRest(const BinaryExpr &E) const {
  auto *Before = llvm::dyn_cast<BinaryExpr>(E.rhs().get());
  if (E.op() != BinaryOp::Sub || !Before || Before->op() != BinaryOp::Mul)
    return false;
  auto *Var = llvm::dyn_cast<VarExpr>(Before->lhs().get());
  auto Known = Var ? Loops.find(Var->name()) : Loops.end();
  return Known != Loops.end() &&
         constantValue(Before->rhs()) == Known->second.Size &&
         structurallyEqual(E.lhs(), Known->second.Length);
}

//===-- declarations ------------------------------------------------------===//

void ValueRanges::forget(llvm::StringRef Name) {
  Variables.erase(Name);
  Lets.erase(Name);
  Loops.erase(Name);
  Mutable.erase(Name);
}

void ValueRanges::declare(const LetStmt &Let) {
  MaybeRange Values = of(Let.init());
  forget(Let.name());
  Lets[Let.name()] = Let.init();
  if (Values)
    Variables[Let.name()] = *Values;
}

void ValueRanges::declare(const VarStmt &Var) {
  forget(Var.name());
  Mutable.insert(Var.name());
}

std::optional<ValueRanges::Parts>
ValueRanges::partsOf(const ForStmt &Loop) const {
  ExprRef End = Loop.hi();
  if (auto *Var = llvm::dyn_cast<VarExpr>(End.get()))
    if (ExprRef Named = Lets.lookup(Var->name()))
      End = Named;
  auto *Quotient = llvm::dyn_cast<BinaryExpr>(End.get());
  if (constantValue(Loop.lo()) != 0 || !Quotient ||
      Quotient->op() != BinaryOp::Div)
    return std::nullopt;
  std::optional<int64_t> Size = constantValue(Quotient->rhs());
  auto *Sum = llvm::dyn_cast<BinaryExpr>(Quotient->lhs().get());
  if (!Size || *Size < 1 || !Sum || Sum->op() != BinaryOp::Add ||
      constantValue(Sum->rhs()) != *Size - 1)
    return std::nullopt;
  // There is no part of a negative length either.
  ExprRef Length = Sum->lhs();
  auto *Max = llvm::dyn_cast<BinaryExpr>(Length.get());
  if (Max && Max->op() == BinaryOp::Max && constantValue(Max->rhs()) == 0)
    Length = Max->lhs();
  bool IsConstant = true;
  walk(Length, [&](const Expr &Part) {
    auto *Var = llvm::dyn_cast<VarExpr>(&Part);
    IsConstant &=
        !llvm::isa<LoadExpr>(Part) && !(Var && Mutable.contains(Var->name()));
  });
  return IsConstant ? std::optional(Parts{Length, *Size}) : std::nullopt;
}

void ValueRanges::declare(const ForStmt &Loop) {
  MaybeRange Lo = of(Loop.lo()), Hi = of(Loop.hi());
  std::optional<Parts> Of = partsOf(Loop);
  forget(Loop.var());
  if (Of)
    Loops[Loop.var()] = *Of;
  if (!Lo || !Hi)
    return;
  Range Values{Lo->Lo, std::max(Lo->Lo, Hi->Hi - (Hi->Hi != INT64_MIN))};
  int64_t Last;
  const bool IsUnit = Loop.tags().Mode == ForMode::GpuWarp ||
                      Loop.tags().Mode == ForMode::GpuThread;
  if (IsUnit && !llvm::AddOverflow(Lo->Hi, Loop.tags().MostTrips - 1, Last))
    Values.Hi = std::min(Values.Hi, Last);
  Variables[Loop.var()] = Values;
}
