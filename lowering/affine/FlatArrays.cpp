//===- FlatArrays.cpp - subscripts of flat arrays -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatArrays.h"
#include "lacuna/analysis/Subscript.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

using Product = FlatSubscript::Product;

//===-- sums of products --------------------------------------------------===//

static std::string textOf(const AffineExpr &E) {
  return toString(E, [](StringRef Var) { return Var.str(); });
}

static void add(FlatSubscript &To, const FlatSubscript &S, int64_t Times) {
  To.IsUnsigned |= S.IsUnsigned;
  for (const Product &P : S.Products) {
    auto At = find_if(To.Products, [&](const Product &Old) {
      return Old.Lengths == P.Lengths;
    });
    if (At == To.Products.end())
      At = To.Products.insert(At, {P.Lengths, AffineExpr()});
    At->Times = sum(std::move(At->Times), P.Times, Times);
  }
}

/// \p A * \p B. Of two sums one has to be a constant or a length: the one that
/// is a parameter, if both may be lengths.
static std::optional<Product> product(const Product &A, const Product &B,
                                      const Affinities &Affine) {
  Product Result{A.Lengths, {}};
  append_range(Result.Lengths, B.Lengths);
  const bool IsALength = Affine.isLoopFree(A.Times),
             IsBLength = Affine.isLoopFree(B.Times);
  if (isConstant(A.Times)) {
    Result.Times = sum(AffineExpr(), B.Times, A.Times.Constant);
  } else if (isConstant(B.Times)) {
    Result.Times = sum(AffineExpr(), A.Times, B.Times.Constant);
  } else if (IsALength && (!IsBLength || B.Times.asVar().empty())) {
    Result.Lengths.push_back(A.Times);
    Result.Times = B.Times;
  } else if (IsBLength) {
    Result.Lengths.push_back(B.Times);
    Result.Times = A.Times;
  } else {
    return std::nullopt;
  }
  sort(Result.Lengths, [](const AffineExpr &L, const AffineExpr &R) {
    return textOf(L) < textOf(R);
  });
  return Result;
}

static std::optional<FlatSubscript> product(const FlatSubscript &A,
                                            const FlatSubscript &B,
                                            const Affinities &Affine) {
  FlatSubscript Result;
  Result.IsUnsigned = A.IsUnsigned || B.IsUnsigned;
  for (const Product &P : A.Products)
    for (const Product &Q : B.Products) {
      std::optional<Product> Both = product(P, Q, Affine);
      if (!Both)
        return std::nullopt;
      add(Result, {{std::move(*Both)}}, 1);
    }
  return Result;
}

/// The term that \p P multiplies one length with, if that is a loop's variable
/// alone; or null.
static const AffineExpr::Term *loopOf(const Product &P,
                                      const Affinities &Affine) {
  const bool IsOne = P.Lengths.size() == 1 && P.Times.Terms.size() == 1 &&
                     P.Times.Constant == 0;
  return IsOne && Affine.Loops.contains(P.Times.Terms[0].Var)
             ? &P.Times.Terms[0]
             : nullptr;
}

/// Rows with something behind them: `4 * j * w + j * padding` is row j of those
/// of length `4 * w + padding`.
static void joinStrides(FlatSubscript &S, const Affinities &Affine) {
  for (size_t I = 0; I < S.Products.size(); ++I)
    for (size_t J = I + 1; J < S.Products.size(); ++J) {
      const AffineExpr::Term *A = loopOf(S.Products[I], Affine),
                             *B = loopOf(S.Products[J], Affine);
      if (!A || !B || A->Var != B->Var)
        continue;
      const std::string Var = A->Var;
      AffineExpr Length =
          sum(AffineExpr(), S.Products[I].Lengths[0], A->Factor);
      Length = sum(std::move(Length), S.Products[J].Lengths[0], B->Factor);
      S.Products.erase(S.Products.begin() + J);
      S.Products[I] = {{std::move(Length)}, AffineExpr::of(Var)};
      return;
    }
}

static std::optional<FlatSubscript> flatBinary(const BinaryExpr &B,
                                               Affinities &Affine) {
  std::optional<FlatSubscript> L = flatSubscript(B.lhs(), Affine);
  std::optional<FlatSubscript> R =
      L ? flatSubscript(B.rhs(), Affine) : std::nullopt;
  if (!R)
    return std::nullopt;
  switch (B.op()) {
  case BinaryOp::Add:
    add(*L, *R, 1);
    joinStrides(*L, Affine);
    return L;
  case BinaryOp::Sub:
    add(*L, *R, -1);
    joinStrides(*L, Affine);
    return L;
  case BinaryOp::Mul:
    return product(*L, *R, Affine);
  default:
    return std::nullopt;
  }
}

/// Sums and products of numbers without a sign are right up to multiples of
/// 2^64 whatever happens on the way: only the last value has to fit. Narrower
/// ones are not, once they are converted.
static std::optional<FlatSubscript> flatParts(const ExprRef &E,
                                              Affinities &Affine) {
  const Type &Ty = E->type();
  if (auto *V = dyn_cast<VarExpr>(E.get())) {
    auto Let = Affine.Lets.find(V->name());
    return Let == Affine.Lets.end() ? std::nullopt
                                    : flatSubscript(Let->second, Affine);
  }
  if (auto *Cast = dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    if (!From.isInteger() || (Ty.bits() < 64 && !Ty.holdsAllOf(From)))
      return std::nullopt;
    std::optional<FlatSubscript> Result =
        flatSubscript(Cast->operand(), Affine);
    if (Result)
      Result->IsUnsigned |= !Ty.holdsAllOf(From);
    return Result;
  }
  auto *B = dyn_cast<BinaryExpr>(E.get());
  if (!B || (!Ty.isSigned() && Ty.bits() < 64))
    return std::nullopt;
  std::optional<FlatSubscript> Result = flatBinary(*B, Affine);
  if (Result)
    Result->IsUnsigned |= !Ty.isSigned();
  return Result;
}

std::optional<FlatSubscript> flatSubscript(const ExprRef &E,
                                           Affinities &Affine) {
  if (std::optional<AffineExpr> Sum = Affine.of(E))
    return FlatSubscript{{{{}, std::move(*Sum)}}};
  if (!E->type().isInteger())
    return std::nullopt;
  std::optional<FlatSubscript> Result = flatParts(E, Affine);
  if (!Result || !all_of(Result->Products,
                         [](const Product &P) { return isSmall(P.Times); }))
    return std::nullopt;
  return Result;
}

//===-- rows --------------------------------------------------------------===//

/// The one that \p All has, and \p Some has not; nothing if that is not one.
static std::optional<AffineExpr> oneMore(std::vector<AffineExpr> All,
                                         ArrayRef<AffineExpr> Some) {
  for (const AffineExpr &E : Some) {
    auto At = find(All, E);
    if (At == All.end())
      return std::nullopt;
    All.erase(At);
  }
  return All.size() == 1 ? std::optional(All.front()) : std::nullopt;
}

namespace {
/// The parameters that a row's number is multiplied with.
struct Stride {
  std::vector<AffineExpr> Lengths;
  size_t Depth; ///< of the innermost loop that the number depends on
};
} // namespace

/// Those in \p All, of inner levels first: of products, the ones of fewer
/// lengths; of parameters, those of inner loops.
static std::vector<Stride>
strides(const std::vector<const FlatSubscript *> &All,
        function_ref<size_t(StringRef)> DepthOf, const Affinities &Affine) {
  std::vector<Stride> Seen;
  for (const FlatSubscript *S : All)
    for (const Product &P : S->Products) {
      auto At = find_if(
          Seen, [&](const Stride &Old) { return Old.Lengths == P.Lengths; });
      if (At == Seen.end())
        At = Seen.insert(At, {P.Lengths, 0});
      forEachVar(P.Times, [&](StringRef Var) {
        if (Affine.Loops.contains(Var))
          At->Depth = std::max(At->Depth, DepthOf(Var));
      });
    }
  sort(Seen, [](const Stride &L, const Stride &R) {
    return std::pair(L.Lengths.size(), R.Depth) <
           std::pair(R.Lengths.size(), L.Depth);
  });
  return Seen;
}

/// Whether constants alone lie far apart: planes of one array, which are no
/// elements of one row.
static bool areInPlanes(const std::vector<const FlatSubscript *> &All) {
  int64_t Least = 0, Most = 0;
  for (const FlatSubscript *S : All)
    for (const Product &P : S->Products)
      if (P.Lengths.empty()) {
        Least = std::min(Least, P.Times.Constant);
        Most = std::max(Most, P.Times.Constant);
      }
  return Most >= PlaneGap || Least <= -PlaneGap;
}

std::optional<FlatRows> rowsOf(const std::vector<const FlatSubscript *> &All,
                               function_ref<size_t(StringRef)> DepthOf,
                               Affinities &Affine) {
  FlatRows Rows;
  if (areInPlanes(All) && any_of(All, [](const FlatSubscript *S) {
        return any_of(S->Products,
                      [](const Product &P) { return !P.Lengths.empty(); });
      }))
    return std::nullopt;
  std::vector<AffineExpr> Inner;
  for (const Stride &S : strides(All, DepthOf, Affine)) {
    if (S.Lengths.empty())
      continue;
    std::optional<AffineExpr> Length = oneMore(S.Lengths, Inner);
    const bool AreParams = S.Lengths.size() == 1 && Inner.size() == 1 &&
                           !S.Lengths[0].asVar().empty() &&
                           !Inner[0].asVar().empty();
    if (!Length && AreParams)
      Length = Affine.ratio(S.Lengths[0].asVar(), Inner[0].asVar());
    if (!Length)
      return std::nullopt;
    Rows.Lengths.push_back(std::move(*Length));
    Rows.Strides.push_back(S.Lengths);
    Inner = S.Lengths;
  }
  return Rows;
}

/// Takes \p Length out of \p From as often as it is added there to a sum over
/// loops that goes up: `n + j` is element `j` of the next row. Added to one
/// that goes down, as in `n - 1 - j`, it is no row. Less than nothing, as in
/// `n - 1` and `(i + 1) * n - 1`, is in the row before. Returns how often.
static AffineExpr takeRows(AffineExpr &From, const AffineExpr &Length,
                           const Affinities &Affine) {
  if (Length.Terms.empty()) // as long as a quotient
    return AffineExpr();
  const AffineExpr::Term &First = Length.Terms.front();
  int64_t Rows = 0;
  for (const AffineExpr::Term &T : From.Terms) {
    if (Affine.Loops.contains(T.Var) && T.Factor < 0)
      return AffineExpr();
    if (T.Var == First.Var)
      Rows = T.Factor / First.Factor;
  }
  AffineExpr Rest = sum(From, Length, -Rows);
  const bool IsNegative =
      (Rest.Constant < 0 || !Rest.Terms.empty()) && Rest.Constant <= 0 &&
      all_of(Rest.Terms, [&](const AffineExpr::Term &T) {
        return T.Factor < 0 && !Affine.Loops.contains(T.Var);
      });
  if (IsNegative) {
    --Rows;
    Rest = sum(From, Length, -Rows);
  }
  From = std::move(Rest);
  return AffineExpr::of(Rows);
}

/// The number of each row that \p S names, innermost level first.
static std::vector<AffineExpr> numbersOf(const FlatRows &Rows,
                                         const FlatSubscript &S,
                                         const Affinities &Affine) {
  std::vector<AffineExpr> Numbers(Rows.Lengths.size() + 1);
  for (const Product &P : S.Products) {
    auto At = find(Rows.Strides, P.Lengths);
    Numbers[P.Lengths.empty() ? 0 : At - Rows.Strides.begin() + 1] = P.Times;
  }
  for (const auto &[D, Lengths] : enumerate(Rows.Strides))
    if (Lengths.size() == 1)
      Numbers[D + 1] = sum(std::move(Numbers[D + 1]),
                           takeRows(Numbers[0], Lengths[0], Affine));
  for (const auto &[D, Length] : enumerate(Rows.Lengths))
    Numbers[D + 1] =
        sum(std::move(Numbers[D + 1]), takeRows(Numbers[D], Length, Affine));
  return Numbers;
}

std::vector<AffineExpr> placeIn(const FlatRows &Rows, const FlatSubscript &S,
                                Affinities &Affine) {
  std::vector<AffineExpr> Place = numbersOf(Rows, S, Affine);
  for (const auto &[D, Length] : enumerate(Rows.Lengths)) {
    Affine.require({Place[D]});
    Affine.require({sum(sum(Length, AffineExpr::of(1), -1), Place[D], -1)});
  }
  if (S.IsUnsigned) {
    // Products of so many numbers have 62 bits.
    const AffineExpr Most =
        AffineExpr::of(int64_t(1) << (62 / int64_t(Place.size())));
    Affine.require({Place.back()});
    Affine.require({sum(Most, Place.back(), -1)});
    for (const AffineExpr &Length : Rows.Lengths)
      Affine.require({sum(Most, Length, -1)});
  }
  std::reverse(Place.begin(), Place.end());
  return Place;
}

} // namespace lacuna
