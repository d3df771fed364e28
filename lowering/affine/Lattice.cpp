//===- Lattice.cpp - orders that repeat, looked at point by point ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lattice.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace lacuna {

/// Of a pair of statements.
static constexpr int64_t MostDistances = 64;
/// Of one period.
static constexpr int64_t MostPoints = int64_t(1) << 18;
/// Factors, divisors and distances that are not larger leave room in 64 bits
/// for what is computed here.
static constexpr int64_t MostInSum = int64_t(1) << 20;

//===-- sums over dimensions ----------------------------------------------===//

namespace {

/// An AffineExpr whose variables are dimensions of `AffineStatement::Order`.
struct Sum {
  struct Quotient;
  std::vector<std::pair<size_t, int64_t>> Terms; ///< dimension, factor
  std::vector<Quotient> Quotients;
  int64_t Constant = 0;
};

struct Sum::Quotient {
  int64_t Factor;
  Sum Of;
  int64_t By;
};

/// `Num / Den`, Den > 0, without common factors.
struct Fraction {
  int64_t Num = 0, Den = 1;
  friend bool operator==(const Fraction &, const Fraction &) = default;
};

/// The dimensions in which a statement has a loop, and the values of those that
/// are known; what is not known may be anything.
using Point = std::vector<std::optional<int64_t>>;

struct Range {
  int64_t Lo = 0, Hi = 0;
};

/// A piece and its numbers.
struct LatticePiece {
  size_t Statement;
  std::vector<std::pair<Sum, bool>> Where; ///< `>= 0`, or `== 0`
  std::vector<Sum> Values;
};

} // namespace

static int64_t floorDiv(int64_t A, int64_t By) {
  return A / By - (A % By < 0 ? 1 : 0);
}

static int64_t ceilDiv(int64_t A, int64_t By) { return -floorDiv(-A, By); }

static Fraction plus(const Fraction &A, const Fraction &B) {
  const int64_t Num = A.Num * B.Den + B.Num * A.Den, Den = A.Den * B.Den;
  const int64_t Common = std::gcd(Num, Den);
  return {Num / Common, Den / Common};
}

static Fraction times(const Fraction &A, int64_t Factor, int64_t By) {
  return plus({A.Num * Factor, A.Den * By}, {});
}

/// The loop of \p S in dimension \p D as `Factor * loop + Constant`; a factor
/// of 0 if it has none there.
static std::pair<int64_t, int64_t> loopAt(const AffineStatement &S, size_t D) {
  const AffineExpr &E = S.Order[D];
  return {E.Terms.empty() ? 0 : E.Terms.front().Factor, E.Constant};
}

static Sum sumOf(const AffineExpr &E, const AffineStatement &S) {
  Sum Result;
  Result.Constant = E.Constant;
  for (const AffineExpr::Term &T : E.Terms)
    for (const auto &[D, Of] : enumerate(S.Order))
      if (!Of.Terms.empty() && Of.Terms.front().Var == T.Var)
        Result.Terms.emplace_back(D, T.Factor);
  for (const AffineExpr::Quotient &Q : E.Quotients)
    Result.Quotients.push_back({Q.Factor, sumOf(*Q.Of, S), Q.By});
  return Result;
}

/// What slopes of \p E are multiples of the inverse of; more than MostInSum if
/// numbers could be too large.
static int64_t denominatorOf(const Sum &E) {
  int64_t Size = 0, Den = 1;
  for (const auto &[D, Factor] : E.Terms)
    Size = std::min(MostInSum + 1, Size + std::abs(Factor));
  for (const Sum::Quotient &Q : E.Quotients) {
    const int64_t Inner = denominatorOf(Q.Of);
    if (Inner > MostInSum || Q.By > MostInSum)
      return MostInSum + 1;
    Den = std::min(MostInSum + 1, std::lcm(Den, Inner * Q.By));
    Size = std::min(MostInSum + 1, Size + std::abs(Q.Factor));
  }
  const bool IsSmall =
      Size <= MostInSum && std::abs(E.Constant) <= MostInSum * MostInSum;
  return IsSmall ? Den : MostInSum + 1;
}

/// By how much \p E grows with dimension \p D, in the long run.
static Fraction slopeOf(const Sum &E, size_t D) {
  Fraction Slope;
  for (const auto &[Dim, Factor] : E.Terms)
    if (Dim == D)
      Slope = plus(Slope, {Factor, 1});
  for (const Sum::Quotient &Q : E.Quotients)
    Slope = plus(Slope, times(slopeOf(Q.Of, D), Q.Factor, Q.By));
  return Slope;
}

/// Makes \p Period a multiple of the steps in dimension \p D after which the
/// quotients of \p E repeat.
static void repeat(const Sum &E, size_t D, int64_t &Period) {
  for (const Sum::Quotient &Q : E.Quotients) {
    repeat(Q.Of, D, Period);
    Period = std::min(MostPoints + 1,
                      std::lcm(Period, times(slopeOf(Q.Of, D), 1, Q.By).Den));
  }
}

static bool isKnown(const Sum &E, const Point &P) {
  return all_of(E.Terms, [&](auto &T) { return P[T.first].has_value(); }) &&
         all_of(E.Quotients, [&](auto &Q) { return isKnown(Q.Of, P); });
}

static int64_t valueOf(const Sum &E, const Point &P) {
  int64_t Value = E.Constant;
  for (const auto &[D, Factor] : E.Terms)
    Value += Factor * *P[D];
  for (const Sum::Quotient &Q : E.Quotients)
    Value += Q.Factor * floorDiv(valueOf(Q.Of, P), Q.By);
  return Value;
}

static void markDims(const Sum &E, std::vector<bool> &Dims) {
  for (const auto &[D, Factor] : E.Terms)
    Dims[D] = true;
  for (const Sum::Quotient &Q : E.Quotients)
    markDims(Q.Of, Dims);
}

/// The pieces of \p Order; nothing if their numbers are too large.
static std::optional<std::vector<LatticePiece>>
piecesOf(const AffineView &View, const AffineSchedule &Order) {
  std::vector<LatticePiece> Result;
  const auto IsSmall = [](const Sum &E) {
    return denominatorOf(E) <= MostInSum;
  };
  for (const auto &[K, P] : enumerate(Order.pieces(View.Statements.size()))) {
    const AffineStatement &S = View.Statements[P.Statement];
    LatticePiece &New = Result.emplace_back();
    New.Statement = P.Statement;
    for (const AffineConstraint &C : P.Where)
      New.Where.emplace_back(sumOf(C.E, S), C.IsEquality);
    for (const AffineLoop &L : Order.Loops)
      New.Values.push_back(sumOf(L.Values[K], S));
    if (!all_of(New.Values, IsSmall) ||
        !all_of(New.Where, [&](auto &C) { return IsSmall(C.first); }))
      return std::nullopt;
  }
  return Result;
}

static bool isIn(const LatticePiece &P, const Point &At) {
  return all_of(P.Where, [&](auto &C) {
    const int64_t Value = valueOf(C.first, At);
    return C.second ? Value == 0 : Value >= 0;
  });
}

/// Calls \p Fn on all points of a box, \p Sizes[d] of them in each dimension d
/// that is known in \p P, until it says no.
static bool forEachPoint(Point P, ArrayRef<int64_t> Sizes,
                         function_ref<bool(const Point &)> Fn) {
  int64_t Count = 1;
  for (int64_t Size : Sizes)
    if ((Count *= Size) > MostPoints)
      return false;
  const Point Begin = P;
  for (int64_t K = 0; K < Count; ++K) {
    int64_t Rest = K;
    for (size_t D = 0; D < P.size(); ++D)
      if (Begin[D]) {
        P[D] = *Begin[D] + Rest % Sizes[D];
        Rest /= Sizes[D];
      }
    if (!Fn(P))
      return false;
  }
  return true;
}

bool isCertainlyPartition(const AffineView &View, const AffineSchedule &Order) {
  const auto Pieces = piecesOf(View, Order);
  if (!Pieces)
    return false;
  for (size_t S = 0; S < View.Statements.size(); ++S) {
    const size_t Dims = View.Statements[S].Order.size();
    std::vector<bool> Dim(Dims);
    std::vector<const LatticePiece *> Own;
    for (const LatticePiece &P : *Pieces)
      if (P.Statement == S) {
        Own.push_back(&P);
        for (const auto &C : P.Where)
          markDims(C.first, Dim);
      }
    Point Begin(Dims);
    std::vector<int64_t> Sizes(Dims, 1);
    for (size_t D = 0; D < Dims; ++D) {
      if (!Dim[D])
        continue;
      Begin[D] = 0;
      for (const LatticePiece *P : Own)
        for (const auto &C : P->Where) {
          repeat(C.first, D, Sizes[D]);
          if (slopeOf(C.first, D).Num != 0)
            return false;
        }
    }
    if (!forEachPoint(Begin, Sizes, [&](const Point &At) {
          return count_if(Own, [&](auto *P) { return isIn(*P, At); }) == 1;
        }))
      return false;
  }
  return true;
}

//===-- distances ---------------------------------------------------------===//

static isl_stat addPoint(isl_point *Given, void *Data) {
  auto &All = *static_cast<std::vector<std::vector<int64_t>> *>(Data);
  Isl<isl_point> P(Given);
  Isl<isl_space> Space(isl_point_get_space(P.get()));
  std::vector<int64_t> &Steps = All.emplace_back();
  for (isl_size D = 0; D < isl_space_dim(Space.get(), isl_dim_set); ++D) {
    Isl<isl_val> V(isl_point_get_coordinate_val(P.get(), isl_dim_set, D));
    if (isl_val_cmp_si(V.get(), MostInSum) > 0 ||
        isl_val_cmp_si(V.get(), -MostInSum) < 0)
      return isl_stat_error;
    Steps.push_back(isl_val_get_num_si(V.get()));
  }
  return All.size() > size_t(MostDistances) ? isl_stat_error : isl_stat_ok;
}

/// The points of \p All; nothing if they are too many.
static std::optional<std::vector<std::vector<int64_t>>>
pointsOf(const Isl<isl_set> &All) {
  std::vector<std::vector<int64_t>> Points;
  if (isl_set_is_bounded(All.get()) != isl_bool_true ||
      isl_set_foreach_point(All.get(), addPoint, &Points) != isl_stat_ok)
    return std::nullopt;
  return Points;
}

std::optional<std::vector<AffineDistance>>
distancesOf(const AffineModel::Sets &S) {
  std::vector<AffineDistance> Result;
  auto Add = [&](size_t Earlier, size_t Later, Isl<isl_map> M) {
    Isl<isl_set> All = S.stepsOf(Isl(isl_union_map_from_map(M.take())));
    auto Points = All ? pointsOf(All) : std::vector<std::vector<int64_t>>();
    if (!Points)
      return false;
    for (std::vector<int64_t> &Steps : *Points)
      if (AffineDistance New{Earlier, Later, std::move(Steps)};
          !is_contained(Result, New))
        Result.push_back(std::move(New));
    return true;
  };
  for (const AffineDependence &D : S.Dependences)
    if (!forEachTwoStatements(D.Pairs, Add))
      return std::nullopt;
  return Result;
}

//===-- pairs of iterations -----------------------------------------------===//

namespace {

/// All pairs of iterations that lie at a distance.
class Pairs {
public:
  Pairs(const AffineView &View, const std::vector<LatticePiece> &Pieces,
        const AffineDistance &D)
      : View(View), Pieces(Pieces), D(D),
        Dims(View.Statements.front().Order.size()), Begin(Dims), Apart(Dims),
        Sizes(Dims, 1) {}

  /// Whether \p Good holds of the pieces of each pair.
  bool allOf(
      function_ref<bool(const LatticePiece &Earlier, const LatticePiece &Later)>
          Good);
  /// By how much \p B of the later one is larger than \p A of the earlier, in
  /// the pair at which `allOf` is; nothing if that is not known.
  std::optional<Range> difference(const Sum &A, const Sum &B) const;

private:
  bool findDims();
  bool findPeriod(size_t Dim);
  bool isEither(const LatticePiece &P) const {
    return P.Statement == D.Earlier || P.Statement == D.Later;
  }

  const AffineView &View;
  const std::vector<LatticePiece> &Pieces;
  const AffineDistance &D;
  size_t Dims;
  Point Begin;                ///< where the earlier one begins
  std::vector<int64_t> Apart; ///< from the loop of the earlier to the later
  std::vector<int64_t> Sizes;
  Point Earlier, Later;
  bool IsNone = false; ///< there are no such pairs
};

} // namespace

/// Finds in which dimensions the values of loops have to be known: in those
/// that pieces are about, and in those in which one of the statements has no
/// loop.
bool Pairs::findDims() {
  std::vector<bool> InWhere(Dims);
  for (const LatticePiece &P : Pieces)
    if (isEither(P))
      for (const auto &C : P.Where)
        markDims(C.first, InWhere);
  for (size_t K = 0; K < Dims; ++K) {
    auto [F, Constant] = loopAt(View.Statements[D.Earlier], K);
    auto [LaterF, LaterConstant] = loopAt(View.Statements[D.Later], K);
    const int64_t Way = D.Steps[K] + Constant - LaterConstant;
    if (F == 0 && LaterF == 0) {
      IsNone |= Way != 0;
      continue;
    }
    const int64_t By = LaterF != 0 ? LaterF : F;
    IsNone |= Way % By != 0;
    Apart[K] = Way / By;
    if (F == 0)
      Begin[K] = 0;
    else if (LaterF == 0)
      Begin[K] = -Apart[K];
    else if (F != LaterF || (InWhere[K] && !findPeriod(K)))
      return false;
  }
  return true;
}

/// Pairs that are a period apart in \p Dim are in the same pieces, with the
/// same differences.
bool Pairs::findPeriod(size_t Dim) {
  Begin[Dim] = 0;
  const LatticePiece *First = nullptr;
  for (const LatticePiece &P : Pieces) {
    if (!isEither(P))
      continue;
    for (const auto &C : P.Where) {
      repeat(C.first, Dim, Sizes[Dim]);
      if (slopeOf(C.first, Dim).Num != 0)
        return false;
    }
    First = First ? First : &P;
    for (const auto &[Value, Other] : zip_equal(P.Values, First->Values)) {
      repeat(Value, Dim, Sizes[Dim]);
      if (!(slopeOf(Value, Dim) == slopeOf(Other, Dim)))
        return false;
    }
  }
  return true;
}

/// The factor of \p Dim in \p E.
static int64_t factorOf(const Sum &E, size_t Dim) {
  int64_t Factor = 0;
  for (const auto &[D, Times] : E.Terms)
    Factor += D == Dim ? Times : 0;
  return Factor;
}

std::optional<Range> Pairs::difference(const Sum &A, const Sum &B) const {
  int64_t Exact = B.Constant - A.Constant;
  for (size_t K = 0; K < Dims; ++K) {
    const int64_t FA = factorOf(A, K), FB = factorOf(B, K);
    if (Begin[K])
      Exact += FB * Later[K].value_or(0) - FA * Earlier[K].value_or(0);
    else if (FA == FB)
      Exact += FA * Apart[K];
    else
      return std::nullopt;
  }
  Range Result{Exact, Exact};
  std::vector<const Sum::Quotient *> Open, Other;
  for (const Sum::Quotient &Q : A.Quotients)
    if (isKnown(Q.Of, Earlier))
      Exact = Q.Factor * floorDiv(valueOf(Q.Of, Earlier), Q.By),
      Result.Lo -= Exact, Result.Hi -= Exact;
    else
      Open.push_back(&Q);
  for (const Sum::Quotient &Q : B.Quotients)
    if (isKnown(Q.Of, Later))
      Exact = Q.Factor * floorDiv(valueOf(Q.Of, Later), Q.By),
      Result.Lo += Exact, Result.Hi += Exact;
    else
      Other.push_back(&Q);
  if (Open.size() != Other.size())
    return std::nullopt;
  for (const auto &[QA, QB] : zip_equal(Open, Other)) {
    std::optional<Range> Of = difference(QA->Of, QB->Of);
    if (!Of || QA->Factor != QB->Factor || QA->By != QB->By)
      return std::nullopt;
    // Where numbers are c apart, their quotients are c / By, rounded either
    // way.
    int64_t Lo = QA->Factor * floorDiv(Of->Lo, QA->By),
            Hi = QA->Factor * ceilDiv(Of->Hi, QA->By);
    Result.Lo += std::min(Lo, Hi);
    Result.Hi += std::max(Lo, Hi);
  }
  return Result;
}

bool Pairs::allOf(
    function_ref<bool(const LatticePiece &, const LatticePiece &)> Good) {
  if (!findDims())
    return false;
  if (IsNone)
    return true;
  return forEachPoint(Begin, Sizes, [&](const Point &At) {
    Earlier = Later = At;
    for (const auto &[Number, Steps] : zip_equal(Later, Apart))
      if (Number)
        *Number += Steps;
    for (const LatticePiece &A : Pieces)
      if (A.Statement == D.Earlier && isIn(A, Earlier))
        for (const LatticePiece &B : Pieces)
          if (B.Statement == D.Later && isIn(B, Later) && !Good(A, B))
            return false;
    return true;
  });
}

/// Whether the later one of each pair has the larger vector.
static bool isKeptIn(Pairs All) {
  return All.allOf([&](const LatticePiece &A, const LatticePiece &B) {
    for (const auto &[First, Second] : zip_equal(A.Values, B.Values)) {
      std::optional<Range> By = All.difference(First, Second);
      if (!By || By->Lo < 0)
        return false;
      if (By->Lo > 0)
        return true;
    }
    return false;
  });
}

bool isCertainlyKept(const AffineView &View, const AffineSchedule &Order,
                     ArrayRef<AffineDistance> Distances) {
  const auto Pieces = piecesOf(View, Order);
  return Pieces && all_of(Distances, [&](const AffineDistance &D) {
           return isKeptIn(Pairs(View, *Pieces, D));
         });
}

/// Whether the two of each pair are in different steps of the loops outside of
/// loop \p Number, or have one number there.
static bool isFreeIn(Pairs All, size_t Number) {
  return All.allOf([&](const LatticePiece &A, const LatticePiece &B) {
    for (size_t K = 0; K < Number; ++K) {
      std::optional<Range> By = All.difference(A.Values[K], B.Values[K]);
      if (!By)
        return false;
      if (By->Lo > 0 || By->Hi < 0)
        return true;
    }
    std::optional<Range> Own =
        All.difference(A.Values[Number], B.Values[Number]);
    return Own && Own->Lo == 0 && Own->Hi == 0;
  });
}

bool isCertainlyFree(const AffineView &View, const AffineSchedule &Order,
                     size_t Number, ArrayRef<AffineDistance> Distances) {
  const auto Pieces = piecesOf(View, Order);
  return Pieces && all_of(Distances, [&](const AffineDistance &D) {
           return isFreeIn(Pairs(View, *Pieces, D), Number);
         });
}

} // namespace lacuna
