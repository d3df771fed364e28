//===- LoopBases.cpp - where loops begin to count -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/LoopBases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// More would be no subscript that anybody writes.
static constexpr size_t MostProducts = 16;

/// \p E without conversions of numbers with a sign to wider ones.
static ExprRef unwidened(ExprRef E) {
  while (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type(), &To = Cast->type();
    if (!From.isSigned() || !To.isSigned() || From.bits() > To.bits())
      break;
    E = Cast->operand();
  }
  return E;
}

namespace {

/// A number times factors that are no sums or products themselves.
struct Product {
  int64_t Times = 1;
  std::vector<ExprRef> Factors;

  /// Whether the factors are among those of \p Other.
  bool divides(const Product &Other) const;
  bool hasFactorsOf(const Product &Other) const {
    return Factors.size() == Other.Factors.size() && divides(Other);
  }
};

/// A sum of products, each with other factors.
class ProductSum {
public:
  /// Adds \p E times \p By; false if there is too much of it.
  bool add(const ExprRef &E, int64_t By);
  ArrayRef<Product> products() const { return Products; }

private:
  bool add(Product P);
  bool addProduct(const BinaryExpr &B, int64_t By);

  std::vector<Product> Products;
};

} // namespace

bool Product::divides(const Product &Other) const {
  std::vector<ExprRef> Left = Other.Factors;
  return all_of(Factors, [&](const ExprRef &Factor) {
    auto Same = find_if(
        Left, [&](const ExprRef &E) { return structurallyEqual(E, Factor); });
    if (Same == Left.end())
      return false;
    Left.erase(Same);
    return true;
  });
}

bool ProductSum::add(Product P) {
  auto Known =
      find_if(Products, [&](const Product &Q) { return Q.hasFactorsOf(P); });
  if (Known == Products.end()) {
    Products.push_back(std::move(P));
    return Products.size() <= MostProducts;
  }
  if (AddOverflow(Known->Times, P.Times, Known->Times))
    return false;
  if (Known->Times == 0)
    Products.erase(Known);
  return true;
}

bool ProductSum::addProduct(const BinaryExpr &B, int64_t By) {
  ProductSum L, R;
  if (!L.add(B.lhs(), 1) || !R.add(B.rhs(), By))
    return false;
  for (const Product &P : L.Products)
    for (const Product &Q : R.Products) {
      Product Both = P;
      append_range(Both.Factors, Q.Factors);
      if (MulOverflow(P.Times, Q.Times, Both.Times) || !add(std::move(Both)))
        return false;
    }
  return true;
}

bool ProductSum::add(const ExprRef &E, int64_t By) {
  const ExprRef Plain = unwidened(E);
  if (std::optional<int64_t> Value = constantValue(Plain)) {
    Product P;
    return *Value == 0 ||
           (!MulOverflow(*Value, By, P.Times) && add(std::move(P)));
  }
  auto *B = dyn_cast<BinaryExpr>(Plain.get());
  if (B && B->type().isSigned()) {
    if (B->op() == BinaryOp::Mul)
      return addProduct(*B, By);
    if (B->op() == BinaryOp::Add)
      return add(B->lhs(), By) && add(B->rhs(), By);
    if (B->op() == BinaryOp::Sub && By != INT64_MIN)
      return add(B->lhs(), By) && add(B->rhs(), -By);
  }
  return add(Product{By, {Plain}});
}

/// The type of a loop over positions of type \p From in place of one of type
/// \p To from 0 to their difference, with as many iterations. Loops of 2^63
/// iterations do not end, but some of 2^32 do: 3u - 5u is a number of these.
/// Nothing if there is none.
static std::optional<Type> typeOfPositions(const Type &From, const Type &To) {
  if (From.bits() > To.bits())
    return std::nullopt;
  if (From.isSigned() && !To.isSigned())
    return To.bits() == 64 ? std::optional(Type::i64()) : std::nullopt;
  return From.isSigned() || From.bits() == 64 ? std::optional(To)
                                              : std::nullopt;
}

namespace {

/// The loops of one nest.
class Rebasing {
public:
  explicit Rebasing(Nest &N) : N(N), Lets(letsIn(N.Body)) {}
  void run(IndexVar &V);

private:
  bool countPositions(IndexVar &V);
  bool countInRow(IndexVar &V);
  bool dependsOnLoops(const ExprRef &E) const;
  ExprRef lengthOfRow(const IndexVar &V) const;
  bool is(const ExprRef &E, const ExprRef &Base) const;
  void replace(function_ref<ExprRef(const ExprRef &)> OnExpr);
  bool isUsed(StringRef Var) const;

  Nest &N;
  const StringMap<ExprRef> Lets;
};

} // namespace

/// What stands for the new variable until none of the old one is left.
static std::string newVar(StringRef Old) { return (Old + "'").str(); }

/// Whether \p E is \p Base, once lets are what they stand for.
bool Rebasing::is(const ExprRef &E, const ExprRef &Base) const {
  return structurallyEqual(withoutWidening(substitute(E, Lets)),
                           withoutWidening(Base));
}

/// Rewrites all expressions over loops.
void Rebasing::replace(function_ref<ExprRef(const ExprRef &)> OnExpr) {
  N.Body = rewrite(N.Body, nullptr, OnExpr);
  for (IndexVar &Other : N.IndexVars) {
    Other.Lo = rewrite(Other.Lo, OnExpr);
    Other.Hi = rewrite(Other.Hi, OnExpr);
  }
}

bool Rebasing::isUsed(StringRef Var) const {
  return touches(N.Body, Var) || any_of(N.IndexVars, [&](const IndexVar &V) {
           return usesVar(V.Lo, Var) || usesVar(V.Hi, Var);
         });
}

/// Counts positions with \p V, if each use of it is one.
bool Rebasing::countPositions(IndexVar &V) {
  const ExprRef Length = withoutWidening(V.Hi);
  auto *Sub = dyn_cast<BinaryExpr>(Length.get());
  if (!Sub || Sub->op() != BinaryOp::Sub || constantValue(V.Lo) != 0)
    return false;
  const ExprRef Begin = Sub->rhs(), End = Sub->lhs();
  const std::optional<Type> Ty = typeOfPositions(Sub->type(), V.Ty);
  if (!Ty || !isa<LoadExpr>(*withoutWidening(Begin)) ||
      !isa<LoadExpr>(*withoutWidening(End)))
    return false;
  Nest Rebased = N;
  const ExprRef New = var(*Ty, newVar(V.Name));
  auto IsOld = [&](const ExprRef &E) {
    auto *Var = dyn_cast<VarExpr>(withoutWidening(E).get());
    return Var && Var->name() == V.Name;
  };
  auto InPositions = [&](const ExprRef &E) -> ExprRef {
    auto *Sum = dyn_cast<BinaryExpr>(E.get());
    if (!Sum || Sum->op() != BinaryOp::Add)
      return nullptr;
    const bool Is = (IsOld(Sum->lhs()) && is(Sum->rhs(), Begin)) ||
                    (IsOld(Sum->rhs()) && is(Sum->lhs(), Begin));
    return Is ? cast(E->type(), New) : nullptr;
  };
  Rebasing Tried(Rebased);
  Tried.replace(InPositions);
  if (Tried.isUsed(V.Name))
    return false;
  replace(InPositions);
  V.Ty = *Ty;
  V.Lo = cast(V.Ty, Begin);
  V.Hi = cast(V.Ty, End);
  return true;
}

/// Whether \p E has values of its own in iterations of some loop.
bool Rebasing::dependsOnLoops(const ExprRef &E) const {
  const StringSet<> Used = freeVars(substitute(E, Lets));
  return any_of(N.IndexVars,
                [&](const IndexVar &V) { return Used.contains(V.Name); });
}

/// The length of the rows that \p V goes through one by one, with loops around
/// it; null if it does other things.
ExprRef Rebasing::lengthOfRow(const IndexVar &V) const {
  ProductSum Begin, Length;
  if (!dependsOnLoops(V.Lo) || !Begin.add(V.Lo, 1) || !Length.add(V.Hi, 1) ||
      !Length.add(V.Lo, -1) || Length.products().size() != 1 ||
      Length.products().front().Times < 1)
    return nullptr;
  const Product &Row = Length.products().front();
  auto IsPartOf = [&](const Product &Offset) {
    return none_of(Offset.Factors,
                   [&](const ExprRef &E) { return dependsOnLoops(E); }) ||
           (Row.divides(Offset) && Offset.Times % Row.Times == 0);
  };
  if (!all_of(Begin.products(), IsPartOf))
    return nullptr;
  if (Row.Factors.empty())
    return constant(V.Ty, Row.Times);
  const bool IsPlain = Row.Factors.size() == 1 && Row.Times == 1 &&
                       isa<VarExpr>(*Row.Factors.front());
  return IsPlain ? cast(V.Ty, Row.Factors.front()) : nullptr;
}

/// Counts elements of a row with \p V, if it goes through those of all rows.
bool Rebasing::countInRow(IndexVar &V) {
  if (!V.Ty.isSigned())
    return false;
  const ExprRef Length = lengthOfRow(V);
  if (!Length)
    return false;
  const ExprRef Begin = V.Lo, New = var(V.Ty, newVar(V.Name));
  auto IsWhole = [&](const ExprRef &E) {
    auto *Sum = dyn_cast<BinaryExpr>(withoutWidening(E).get());
    return Sum && Sum->op() == BinaryOp::Add && Sum->lhs() == Begin &&
           Sum->rhs() == New;
  };
  const ExprRef Whole = binary(BinaryOp::Add, Begin, New);
  replace([&](const ExprRef &E) -> ExprRef {
    if (auto *Var = dyn_cast<VarExpr>(E.get()))
      return Var->name() == V.Name ? Whole : nullptr;
    auto *Rest = dyn_cast<BinaryExpr>(E.get());
    return Rest && Rest->op() == BinaryOp::Sub && IsWhole(Rest->lhs()) &&
                   is(Rest->rhs(), Begin)
               ? cast(E->type(), New)
               : nullptr;
  });
  V.Lo = constant(V.Ty, 0);
  V.Hi = Length;
  return true;
}

void Rebasing::run(IndexVar &V) {
  if (V.isDerived() || !(countPositions(V) || countInRow(V)))
    return;
  StringMap<ExprRef> Names;
  Names[newVar(V.Name)] = var(V.Ty, V.Name);
  replace([&](const ExprRef &E) -> ExprRef {
    auto *Var = dyn_cast<VarExpr>(E.get());
    auto Known = Var ? Names.find(Var->name()) : Names.end();
    return Known == Names.end() ? nullptr : Known->second;
  });
}

void rebaseLoops(Nest &N) {
  Rebasing Loops(N);
  for (IndexVar &V : N.IndexVars)
    Loops.run(V);
}

} // namespace lacuna
