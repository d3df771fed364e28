//===- KnownChoices.cpp - choices that loops decide -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/KnownChoices.h"
#include "KnownConditions.h"
#include "lacuna/analysis/NestQueries.h"

using llvm::dyn_cast;

namespace lacuna {

namespace {

/// The variable of an inner loop is never greater than that of an outer one, or
/// never less.
struct Order {
  const IndexVar *Inner, *Outer;
  bool IsLess;
  bool MayBeEqual;

  Comparison apart() const {
    return IsLess ? Comparison::Less : Comparison::Greater;
  }
};

/// An expression of which bounds of loops decide a part.
class Decided {
public:
  explicit Decided(const Nest &N);

  ExprRef operator()(const ExprRef &E) const {
    if (auto *Select = dyn_cast<SelectExpr>(E.get()))
      return ofSelect(*Select);
    auto *B = dyn_cast<BinaryExpr>(E.get());
    return B && (B->op() == BinaryOp::Min || B->op() == BinaryOp::Max)
               ? ofExtreme(*B)
               : nullptr;
  }

private:
  ExprRef ofSelect(const SelectExpr &E) const;
  ExprRef ofExtreme(const BinaryExpr &E) const;

  std::vector<Order> Orders;
};

} // namespace

Decided::Decided(const Nest &N) {
  for (const IndexVar &V : N.IndexVars)
    for (const IndexVar &Outer : N.IndexVars) {
      if (V.isDerived() || &V == &Outer || V.Ty != Outer.Ty)
        continue;
      if (auto Past = distanceFrom(Outer.Name, V.Hi); Past && *Past <= 1)
        Orders.push_back({&V, &Outer, /*IsLess=*/true, *Past == 1});
      if (auto First = distanceFrom(Outer.Name, V.Lo); First && *First >= 0)
        Orders.push_back({&V, &Outer, /*IsLess=*/false, *First == 0});
    }
}

static ExprRef variableOf(const IndexVar &V) { return var(V.Ty, V.Name); }

ExprRef Decided::ofSelect(const SelectExpr &E) const {
  for (const Order &O : Orders) {
    auto ArmWhere = [&](Comparison C) -> ExprRef {
      const std::optional<bool> Holds =
          decideBy(E.cond(), variableOf(*O.Inner), variableOf(*O.Outer), C);
      return !Holds ? nullptr : *Holds ? E.thenArm() : E.elseArm();
    };
    const ExprRef Apart = ArmWhere(O.apart());
    if (!Apart)
      continue;
    const llvm::StringMap<ExprRef> Equal = {
        {O.Inner->Name, variableOf(*O.Outer)}};
    if (!O.MayBeEqual ||
        structurallyEqual(substitute(Apart, Equal),
                          substitute(ArmWhere(Comparison::Equal), Equal)))
      return Apart;
  }
  return nullptr;
}

ExprRef Decided::ofExtreme(const BinaryExpr &E) const {
  for (const Order &O : Orders) {
    const ExprRef Inner = variableOf(*O.Inner), Outer = variableOf(*O.Outer);
    if ((structurallyEqual(E.lhs(), Inner) &&
         structurallyEqual(E.rhs(), Outer)) ||
        (structurallyEqual(E.lhs(), Outer) &&
         structurallyEqual(E.rhs(), Inner)))
      return (E.op() == BinaryOp::Min) == O.IsLess ? Inner : Outer;
  }
  return nullptr;
}

void makeKnownChoices(Nest &N) {
  N.Body = rewrite(N.Body, nullptr, Decided(N));
}

} // namespace lacuna
