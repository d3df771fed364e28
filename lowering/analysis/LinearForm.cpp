//===- LinearForm.cpp - a subscript as a sum of products ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "lacuna/ir/FrontValues.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// More terms than any subscript of a real loop has.
static constexpr size_t MaxTerms = 16;

bool haveSameFactors(const LinearTerm &A, const LinearTerm &B) {
  std::vector<ExprRef> Left = A.Factors;
  return llvm::all_of(B.Factors,
                      [&](const ExprRef &F) { return takeFactor(Left, F); }) &&
         Left.empty();
}

bool haveSameStride(const LinearTerm &A, const LinearTerm &B) {
  return A.Coef == B.Coef && haveSameFactors(A, B);
}

bool takeFactor(std::vector<ExprRef> &Factors, const ExprRef &F) {
  auto It = llvm::find_if(
      Factors, [&](const ExprRef &G) { return structurallyEqual(F, G); });
  if (It == Factors.end())
    return false;
  Factors.erase(It);
  return true;
}

static bool sameFactors(ArrayRef<ExprRef> A, std::vector<ExprRef> B) {
  return A.size() == B.size() &&
         llvm::all_of(A, [&](const ExprRef &F) { return takeFactor(B, F); });
}

const LinearTerm *movingTerm(const LinearForm &Form) {
  const LinearTerm *Found = nullptr;
  for (const LinearTerm &T : Form.Terms) {
    if (T.isInvariant())
      continue;
    if (Found || !T.Var)
      return nullptr;
    Found = &T;
  }
  return Found;
}

bool sameTerms(const LinearForm &A, const LinearForm &B) {
  if (A.Terms.size() != B.Terms.size())
    return false;
  std::vector<LinearTerm> Rest = B.Terms;
  for (const LinearTerm &T : A.Terms) {
    auto It = llvm::find_if(Rest, [&](const LinearTerm &U) {
      bool SameDigit = T.Var == U.Var && !T.Element == !U.Element &&
                       (!T.Element || structurallyEqual(T.Element, U.Element));
      return SameDigit && T.Coef == U.Coef && sameFactors(T.Factors, U.Factors);
    });
    if (It == Rest.end())
      return false;
    Rest.erase(It);
  }
  return true;
}

namespace {

class Linearizer {
public:
  Linearizer(const Nest &N, const Invariants &Fixed) : N(N), Fixed(Fixed) {}
  std::optional<LinearForm> form(const ExprRef &E);

private:
  std::optional<LinearForm> leaf(const ExprRef &E);
  bool isKnownElement(const ExprRef &E) const;
  bool isWithin(const ExprRef &E, const Type &Ty) const;
  std::optional<LinearForm> castForm(const CastExpr &E);
  std::optional<LinearForm> binaryForm(const BinaryExpr &E);
  static std::optional<LinearForm> sum(LinearForm A, const LinearForm &B,
                                       bool Subtract);
  static std::optional<LinearForm> product(const LinearForm &A,
                                           const LinearForm &B);
  static void limit(LinearForm &F, const Type &Ty);

  const Nest &N;
  const Invariants &Fixed;
};

} // namespace

/// The form wraps unless it stays within the values of \p Ty.
void Linearizer::limit(LinearForm &F, const Type &Ty) {
  unsigned ValueBits = std::min(63u, Ty.bits() - (Ty.isSigned() ? 1 : 0));
  int64_t Largest = static_cast<int64_t>(maskTrailingOnes<uint64_t>(ValueBits));
  F.MayWrap = true;
  F.Largest = std::min(F.Largest, Largest);
}

static bool isConstant(const LinearForm &F) { return F.Terms.empty(); }

static bool hasVar(const LinearForm &F) {
  return llvm::any_of(F.Terms,
                      [](const LinearTerm &T) { return !T.isInvariant(); });
}

static void inherit(LinearForm &To, const LinearForm &From) {
  To.MayWrap |= From.MayWrap;
  To.Largest = std::min(To.Largest, From.Largest);
  To.KeepsBits &= From.KeepsBits;
}

std::optional<LinearForm> Linearizer::sum(LinearForm A, const LinearForm &B,
                                          bool Subtract) {
  int64_t Constant;
  if (Subtract ? SubOverflow(A.Constant, B.Constant, Constant)
               : AddOverflow(A.Constant, B.Constant, Constant))
    return std::nullopt;
  bool TwoVars = hasVar(A) && hasVar(B);
  inherit(A, B);
  A.KeepsBits &= !TwoVars;
  A.Constant = Constant;
  for (LinearTerm T : B.Terms) {
    if (Subtract && SubOverflow(int64_t(0), T.Coef, T.Coef))
      return std::nullopt;
    A.Terms.push_back(std::move(T));
  }
  if (A.Terms.size() > MaxTerms)
    return std::nullopt;
  return A;
}

std::optional<LinearForm> Linearizer::product(const LinearForm &A,
                                              const LinearForm &B) {
  if (hasVar(A) && hasVar(B))
    return std::nullopt;
  if (hasVar(B))
    return product(B, A);
  LinearForm Result;
  inherit(Result, A);
  inherit(Result, B);
  Result.KeepsBits = !hasVar(A);
  if (MulOverflow(A.Constant, B.Constant, Result.Constant))
    return std::nullopt;
  // Times one term of either side, each constant being a term as well.
  auto Add = [&](const LinearTerm &S, const LinearTerm &T) {
    LinearTerm Product{0, S.Factors, S.Var, S.Element};
    if (MulOverflow(S.Coef, T.Coef, Product.Coef))
      return false;
    llvm::append_range(Product.Factors, T.Factors);
    if (Product.Coef != 0)
      Result.Terms.push_back(std::move(Product));
    return Result.Terms.size() <= MaxTerms;
  };
  LinearTerm ConstantA{A.Constant, {}, nullptr};
  LinearTerm ConstantB{B.Constant, {}, nullptr};
  for (const LinearTerm &S : A.Terms) {
    if (!Add(S, ConstantB))
      return std::nullopt;
    for (const LinearTerm &T : B.Terms)
      if (!Add(S, T))
        return std::nullopt;
  }
  for (const LinearTerm &T : B.Terms)
    if (!Add(ConstantA, T))
      return std::nullopt;
  return Result;
}

std::optional<LinearForm> Linearizer::leaf(const ExprRef &E) {
  LinearForm F;
  if (auto *Var = dyn_cast<VarExpr>(E.get())) {
    const IndexVar *Index = N.findIndexVar(Var->name());
    if (Index && !Fixed.FixedVars.contains(Var->name())) {
      if (Index->isDerived())
        return std::nullopt;
      F.Terms.push_back({1, {}, Index});
      return F;
    }
  }
  if (isInvariant(N, E, Fixed))
    F.Terms.push_back({1, {E}, nullptr});
  else if (isKnownElement(E))
    F.Terms.push_back({1, {}, nullptr, E});
  else
    return std::nullopt;
  return F;
}

/// Whether \p E is an element, the same meanwhile, of an array of which a fact
/// is known.
bool Linearizer::isKnownElement(const ExprRef &E) const {
  auto *Load = dyn_cast<LoadExpr>(E.get());
  if (!Load || Fixed.Changed.contains(Load->array()))
    return false;
  const Facts &F = N.Facts;
  bool IsKnown = llvm::is_contained(
      llvm::concat<const std::string>(F.Injective, F.Unique, F.Sorted),
      Load->array());
  const Operand *Array = N.findOperand(Load->array());
  if (!IsKnown || !Array || Array->Written)
    return false;
  std::optional<LinearForm> Index = linearForm(N, Load->index(), Fixed);
  return Index && hasVar(*Index);
}

/// Whether all values of \p E are known in front to be ones of \p Ty, which is
/// signed.
bool Linearizer::isWithin(const ExprRef &E, const Type &Ty) const {
  const std::optional<FrontRange> Range =
      Ty.isSigned() ? frontRange(N, E) : std::nullopt;
  if (!Range || !Range->Given.empty())
    return false;
  const std::optional<int64_t> Min = constantValue(Range->Min),
                               Max = constantValue(Range->Max);
  return Min && Max && isIntN(Ty.bits(), *Min) && isIntN(Ty.bits(), *Max);
}

std::optional<LinearForm> Linearizer::castForm(const CastExpr &E) {
  const Type &From = E.operand()->type();
  if ((!From.isInteger() && !From.isBool()) || !E.type().isInteger())
    return std::nullopt;
  std::optional<LinearForm> F = form(E.operand());
  if (!F || E.type().holdsAllOf(From) || isWithin(E.operand(), E.type()))
    return F;
  limit(*F, E.type());
  F->KeepsBits &= !hasVar(*F) || E.type().bits() >= From.bits();
  return F;
}

std::optional<LinearForm> Linearizer::binaryForm(const BinaryExpr &E) {
  BinaryOp Op = E.op();
  bool IsShift = Op == BinaryOp::Shl;
  if (Op != BinaryOp::Add && Op != BinaryOp::Sub && Op != BinaryOp::Mul &&
      !IsShift)
    return std::nullopt;
  std::optional<LinearForm> L = form(E.lhs()), R = form(E.rhs());
  if (!L || !R)
    return std::nullopt;
  if (IsShift) {
    if (!isConstant(*R) || R->Constant < 0 || R->Constant > 62)
      return std::nullopt;
    R->Constant = int64_t(1) << R->Constant;
  }
  std::optional<LinearForm> Result = Op == BinaryOp::Mul || IsShift
                                         ? product(*L, *R)
                                         : sum(*L, *R, Op == BinaryOp::Sub);
  // Shifts wrap in signed types too.
  if (Result && (IsShift || !E.type().isSigned()))
    limit(*Result, E.type());
  return Result;
}

std::optional<LinearForm> Linearizer::form(const ExprRef &E) {
  if (!E->type().isInteger() && !E->type().isBool())
    return std::nullopt;
  if (std::optional<int64_t> Value = constantValue(E)) {
    // Above INT64_MAX: not a subscript that anyone means.
    if (*Value < 0 && !E->type().isSigned())
      return std::nullopt;
    LinearForm F;
    F.Constant = *Value;
    return F;
  }
  // Looked through even where they are invariant, so that factors match.
  std::optional<LinearForm> F;
  if (auto *Cast = dyn_cast<CastExpr>(E.get()))
    F = castForm(*Cast);
  else if (auto *Binary = dyn_cast<BinaryExpr>(E.get()))
    F = binaryForm(*Binary);
  return F ? F : leaf(E);
}

std::optional<LinearForm> linearForm(const Nest &N, const ExprRef &E,
                                     const Invariants &Fixed) {
  return Linearizer(N, Fixed).form(E);
}

} // namespace lacuna
