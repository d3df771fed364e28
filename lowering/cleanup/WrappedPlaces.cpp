//===- WrappedPlaces.cpp - neighbours across the ends of a row ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/WrappedPlaces.h"
#include "lacuna/analysis/NestQueries.h"

using namespace lacuna;

namespace {

/// What a dividend adds up: `Var + Constant + Ends * divisor`, modulo two to
/// the bits of its type.
struct Neighbour {
  const IndexVar *Var = nullptr;
  int64_t Constant = 0;
  int Ends = 0;
};

class NeighbourSearch {
public:
  NeighbourSearch(const Nest &N, const ExprRef &Divisor)
      : N(N), Divisor(Divisor) {}

  /// Nothing if \p E is not of that kind.
  std::optional<Neighbour> of(const ExprRef &E) {
    return add(E, 1) && Sum.Var ? std::optional(Sum) : std::nullopt;
  }

private:
  bool add(const ExprRef &E, int Times);

  const Nest &N;
  const ExprRef &Divisor;
  Neighbour Sum;
};

} // namespace

bool NeighbourSearch::add(const ExprRef &E, int Times) {
  const bool Wraps = !Divisor->type().isSigned();
  if (structurallyEqual(E, Divisor)) {
    Sum.Ends += Times;
    return true;
  }
  if (std::optional<int64_t> Value = constantValue(E)) {
    if (*Value < -2 || *Value > 2)
      return false;
    Sum.Constant += Times * *Value;
    return true;
  }
  if (auto *B = llvm::dyn_cast<BinaryExpr>(E.get()))
    return (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub) &&
           add(B->lhs(), Times) &&
           add(B->rhs(), B->op() == BinaryOp::Sub ? -Times : Times);
  // What is negative becomes what it is modulo two to the bits of the type.
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return Cast->operand()->type().isSigned() &&
           Cast->operand()->type().bits() <= E->type().bits() &&
           (Wraps || llvm::isa<VarExpr>(Cast->operand().get())) &&
           add(Cast->operand(), Times);
  auto *Var = llvm::dyn_cast<VarExpr>(E.get());
  const IndexVar *Of = Var ? N.findIndexVar(Var->name()) : nullptr;
  if (!Of || Sum.Var || Times != 1)
    return false;
  Sum.Var = Of;
  return true;
}

/// What \p E is one conversion of, between integers; else \p E.
static const ExprRef &converted(const ExprRef &E) {
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  return Cast && Cast->operand()->type().isInteger() ? Cast->operand() : E;
}

/// Whether the unsigned \p Divisor is no less than \p End where that is
/// positive: one of them is the other one in another type, or both are one
/// value in theirs. That of the divisor has all bits of End's, since the
/// dividend holds the variable.
static bool isNoLess(const ExprRef &Divisor, const ExprRef &End) {
  const ExprRef &Of = converted(Divisor);
  return !Divisor->type().isSigned() &&
         (structurallyEqual(converted(End), Divisor) ||
          structurallyEqual(converted(End), Of) || structurallyEqual(End, Of));
}

/// Whether \p Divisor is the end of the range of \p Var, which begins at zero
/// or behind it, or no less.
static bool isEndOf(const ExprRef &Divisor, const IndexVar &Var) {
  const std::optional<int64_t> Begin =
      Var.Lo ? constantValue(Var.Lo) : std::nullopt;
  return Begin && *Begin >= 0 && !readsMemory(Divisor) &&
         (structurallyEqual(Divisor, Var.Hi) || isNoLess(Divisor, Var.Hi));
}

static ExprRef chosen(const ExprRef &E, const Nest &N) {
  auto *Remainder = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Remainder || Remainder->op() != BinaryOp::Rem)
    return nullptr;
  const ExprRef &Of = Remainder->lhs(), &By = Remainder->rhs();
  const std::optional<Neighbour> Next = NeighbourSearch(N, By).of(Of);
  if (!Next || !isEndOf(By, *Next->Var))
    return nullptr;
  // Each is below twice the end, which is one at least. Unsigned sums that
  // leave their type are below the end, and so their own remainders.
  const bool IsBehind =
      Next->Ends == 0 && (Next->Constant == 0 || Next->Constant == 1);
  const bool IsBefore =
      Next->Ends == 1 && (Next->Constant == 0 || Next->Constant == -1);
  if (!IsBehind && !IsBefore)
    return nullptr;
  return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, Of, By), Of,
                                      binary(BinaryOp::Sub, Of, By));
}

StmtRef lacuna::chooseWrappedPlaces(const StmtRef &S, const Nest &N) {
  return rewrite(S, nullptr, [&](const ExprRef &E) { return chosen(E, N); });
}
