//===- Model.cpp - what orders of a nest are right ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstToLoops.h"
#include "Lattice.h"
#include "Sets.h"
#include "WholeTiles.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

AffineModel::AffineModel(std::unique_ptr<Sets> S) : S(std::move(S)) {}
AffineModel::~AffineModel() = default;

const AffineView &AffineModel::view() const { return S->View; }

Expected<std::shared_ptr<const AffineModel>>
AffineModel::of(const Nest &N, AffineEffort Effort) {
  if (N.Model)
    return N.Model;
  Expected<AffineView> View = exportAffine(N);
  if (!View)
    return View.takeError();
  auto All = std::make_unique<Sets>(std::move(*View), Effort);
  All->compute();
  All->Distances = distancesOf(*All);
  if (Error E = All->checkLimit())
    return std::move(E);
  return std::shared_ptr<const AffineModel>(new AffineModel(std::move(All)));
}

//===-- orders ------------------------------------------------------------===//

/// Whether \p S is known to be empty; what isl gave up on is not.
static bool isEmpty(const Isl<isl_set> &S) {
  return !S || isl_set_is_empty(S.get()) == isl_bool_true;
}

/// Whether distances \p All are 0, or lead forward in the first dimension in
/// which they are not.
static bool leadForward(Isl<isl_set> All) {
  const isl_size Dims = isl_set_dim(All.get(), isl_dim_set);
  for (isl_size D = 0; D < Dims; ++D) {
    Isl<isl_set> Back(isl_set_upper_bound_si(All.copy(), isl_dim_set, D, -1));
    if (!isEmpty(Back))
      return false;
    All = Isl(isl_set_fix_si(All.take(), isl_dim_set, D, 0));
  }
  return isEmpty(All);
}

Expected<std::optional<AffineWitness>>
AffineModel::violationOf(const AffineSchedule &Order) const {
  S->Context.begin();
  if (!isCertainlyPartition(S->View, Order) && !S->isPartition(Order)) {
    if (Error E = S->checkLimit())
      return std::move(E);
    return makeError({}, msg::AffineNoPartition());
  }
  if (S->Distances && isCertainlyKept(S->View, Order, *S->Distances))
    return std::nullopt;
  Isl<isl_union_map> Map = S->schedule(Order, 0, Order.Loops.size());
  Isl<isl_set> All = S->distances(Map);
  const bool IsRight = !All || leadForward(std::move(All));
  if (Error E = S->checkLimit())
    return std::move(E);
  if (IsRight)
    return std::nullopt;
  Isl<isl_union_map> Wrong(
      isl_union_map_lex_ge_union_map(Map.copy(), Map.copy()));
  std::optional<AffineWitness> Found = S->witness(Wrong);
  if (Error E = S->checkLimit())
    return std::move(E);
  return Found ? Found : AffineWitness();
}

Expected<std::optional<AffineWitness>>
AffineModel::carriedBy(const AffineSchedule &Order, size_t Number) const {
  S->Context.begin();
  if (S->Distances && isCertainlyFree(S->View, Order, Number, *S->Distances))
    return std::nullopt;
  Isl<isl_set> All = S->distances(S->schedule(Order, 0, Number + 1));
  for (size_t D = 0; All && D < Number; ++D)
    All = Isl(isl_set_fix_si(All.take(), isl_dim_set, D, 0));
  bool IsFree = true;
  for (int Sign : {-1, 1}) {
    Isl<isl_set> Part =
        Sign < 0
            ? Isl(isl_set_upper_bound_si(All.copy(), isl_dim_set, Number, -1))
            : Isl(isl_set_lower_bound_si(All.copy(), isl_dim_set, Number, 1));
    IsFree &= isEmpty(Part);
  }
  if (Error E = S->checkLimit())
    return std::move(E);
  if (IsFree)
    return std::nullopt;
  Isl<isl_union_map> Around = S->schedule(Order, 0, Number);
  Isl<isl_union_map> Own = S->schedule(Order, Number, Number + 1);
  Isl<isl_union_map> Same(isl_union_map_apply_range(
      Around.copy(), isl_union_map_reverse(Around.copy())));
  Isl<isl_union_map> Apart(isl_union_map_union(
      isl_union_map_lex_lt_union_map(Own.copy(), Own.copy()),
      isl_union_map_lex_gt_union_map(Own.copy(), Own.copy())));
  std::optional<AffineWitness> Found =
      S->witness(Isl(isl_union_map_intersect(Same.take(), Apart.take())));
  if (Error E = S->checkLimit())
    return std::move(E);
  return Found ? Found : AffineWitness();
}

//===-- skewing -----------------------------------------------------------===//

/// The least value of dimension \p D in \p S, a set of fractions; no number if
/// there is none.
static Isl<isl_val> leastOf(const Isl<isl_set> &S, isl_size D) {
  Isl<isl_basic_set> Hull(isl_set_simple_hull(S.copy()));
  Isl<isl_aff> Of(isl_aff_var_on_domain(
      isl_local_space_from_space(isl_basic_set_get_space(Hull.get())),
      isl_dim_set, D));
  return Isl(isl_basic_set_min_lp_val(Hull.get(), Of.get()));
}

/// Of distances \p All the least multiples of all dimensions but the last one
/// that make the last one not negative, compared from the first dimension on;
/// nothing if there are none up to that limit.
static std::optional<std::vector<int64_t>> leastSkew(const Isl<isl_set> &All) {
  const isl_size Dims = isl_set_dim(All.get(), isl_dim_set);
  // Of all valid inequalities the constant, then the factor of each dimension.
  Isl<isl_set> Factors(
      isl_set_from_basic_set(isl_set_coefficients(All.copy())));
  Factors = Isl(isl_set_fix_si(Factors.take(), isl_dim_set, 0, 0));
  Factors = Isl(isl_set_fix_si(Factors.take(), isl_dim_set, Dims, 1));
  for (isl_size D = 1; D < Dims; ++D)
    Factors = Isl(isl_set_lower_bound_si(Factors.take(), isl_dim_set, D, 0));
  std::vector<int64_t> Result;
  for (isl_size D = 1; D < Dims; ++D) {
    // Distances in the other dimensions are not negative: a larger factor does
    // no harm.
    Isl<isl_val> Least(isl_val_ceil(leastOf(Factors, D).take()));
    if (isl_val_is_int(Least.get()) != isl_bool_true ||
        isl_val_cmp_si(Least.get(), MostSkew) > 0)
      return std::nullopt;
    const auto Factor = static_cast<int>(isl_val_get_num_si(Least.get()));
    Result.push_back(Factor);
    Factors = Isl(isl_set_fix_si(Factors.take(), isl_dim_set, D, Factor));
  }
  return Result;
}

/// \p All and more: without what says how far apart its members are, of which
/// isl finds no coefficients.
static Isl<isl_set> withoutStrides(Isl<isl_set> All) {
  return Isl(isl_set_remove_divs(All.take()));
}

/// Of distances \p All those within a step of the first \p Count dimensions, in
/// the others.
static Isl<isl_set> withinStep(Isl<isl_set> All, size_t Count) {
  for (size_t D = 0; D < Count; ++D)
    All = Isl(isl_set_fix_si(All.take(), isl_dim_set, unsigned(D), 0));
  All = Isl(isl_set_project_out(All.take(), isl_dim_set, 0, unsigned(Count)));
  return isEmpty(All) ? Isl<isl_set>() : std::move(All);
}

Expected<std::optional<AffineSchedule>>
AffineModel::skewed(const AffineSchedule &Order, size_t First,
                    size_t End) const {
  S->Context.begin();
  AffineSchedule Result{{}, Order.Pieces};
  const ArrayRef<AffineLoop> All = Order.Loops;
  for (const AffineLoop &Next : All.slice(First, End - First)) {
    // The nearest loops first: these are added last.
    AffineSchedule Nearest = Result;
    std::reverse(Nearest.Loops.begin(), Nearest.Loops.end());
    AffineSchedule Whole{All.take_front(First).vec(), Order.Pieces};
    Whole.Loops.insert(Whole.Loops.end(), Nearest.Loops.begin(),
                       Nearest.Loops.end());
    Whole.Loops.push_back(Next);
    Isl<isl_set> Apart = withoutStrides(withinStep(
        S->distances(S->schedule(Whole, 0, Whole.Loops.size())), First));
    std::vector<AffineExpr> &Skewed = Result.Loops.emplace_back(Next).Values;
    if (!Apart)
      continue;
    std::optional<std::vector<int64_t>> Factors = leastSkew(Apart);
    if (Error E = S->checkLimit())
      return std::move(E);
    if (!Factors)
      return std::nullopt;
    for (const auto &[D, Factor] : enumerate(*Factors))
      for (const auto &[K, Value] : enumerate(Skewed))
        Value = sum(std::move(Value), Nearest.Loops[D].Values[K], Factor);
  }
  return Result;
}

/// The least c >= 0, if there is one, with which c steps in the first dimension
/// of \p All and \p Sign steps in dimension \p D are not negative together.
static std::optional<AffineFraction> leastSlope(const Isl<isl_set> &All,
                                                isl_size D, int Sign) {
  Isl<isl_set> Factors(
      isl_set_from_basic_set(isl_set_coefficients(All.copy())));
  for (isl_size K = 0; K <= isl_set_dim(All.get(), isl_dim_set); ++K)
    if (K != 1)
      Factors = Isl(isl_set_fix_si(Factors.take(), isl_dim_set, K,
                                   K == D + 1 ? Sign : 0));
  Factors = Isl(isl_set_lower_bound_si(Factors.take(), isl_dim_set, 1, 0));
  Isl<isl_val> Least = leastOf(Factors, 1);
  if (isl_val_is_rat(Least.get()) != isl_bool_true ||
      isl_val_cmp_si(Least.get(), MostSkew) > 0)
    return std::nullopt;
  return AffineFraction{isl_val_get_num_si(Least.get()),
                        isl_val_get_den_si(Least.get())};
}

Expected<std::optional<std::vector<AffineSlope>>>
AffineModel::slopes(const AffineSchedule &Loops) const {
  S->Context.begin();
  Isl<isl_set> All =
      withoutStrides(S->distances(S->schedule(Loops, 0, Loops.Loops.size())));
  std::vector<AffineSlope> Result(Loops.Loops.size() - 1);
  for (size_t K = 0; All && K < Result.size(); ++K) {
    const auto D = static_cast<isl_size>(K + 1);
    auto Up = leastSlope(All, D, -1), Down = leastSlope(All, D, 1);
    if (Error E = S->checkLimit())
      return std::move(E);
    if (!Up || !Down)
      return std::nullopt;
    Result[K] = {*Up, *Down};
  }
  return Result;
}

Expected<std::optional<int64_t>>
AffineModel::mostTrips(const AffineSchedule &Order, size_t Number) const {
  S->Context.begin();
  std::optional<int64_t> Trips = lacuna::mostTrips(*S, Order, Number);
  if (Error E = S->checkLimit())
    return std::move(E);
  return Trips;
}

//===-- conditions --------------------------------------------------------===//

Expected<ExprRef> AffineModel::assumption() const {
  S->Context.begin();
  Isl<isl_set> Good(S->Known.copy());
  for (const AffineAssumption &A : S->View.Assumptions) {
    std::string Point = S->opening() + "[";
    for (const std::string &Loop : S->Loops)
      Point += (Loop == S->Loops.front() ? "" : ", ") + S->nameOf(Loop);
    Point +=
        "] : " + S->text(A.Where) + " and " + S->text(A.Holds.E) + " <= -1 }";
    Isl<isl_set> Bad(isl_set_params(isl_set_intersect_params(
        isl_set_read_from_str(S->Context.get(), Point.c_str()),
        S->Known.copy())));
    Good = Isl(isl_set_subtract(Good.take(), Bad.take()));
  }
  Good = Isl(isl_set_coalesce(Good.take()));
  const bool Never = isEmpty(Good);
  Good = Isl(isl_set_gist(Good.take(), S->Known.copy()));
  if (Error E = S->checkLimit())
    return std::move(E);
  if (Never)
    return makeError({}, msg::AffineNeverFits());
  if (isl_set_plain_is_universe(Good.get()) == isl_bool_true)
    return ExprRef();
  return conditionOf(*S, Good);
}

/// Of the loops unrolled right around lanes of \p N those whose iterations do
/// not touch what others write.
static Expected<std::vector<size_t>>
independentLoops(const AffineModel::Sets &S, const Nest &N) {
  std::vector<size_t> Result;
  const std::optional<ApartLoops> Apart = apartLoops(S, *N.Affine);
  if (!Apart || Apart->Lanes == 0)
    return Result;
  Expected<std::shared_ptr<const AffineModel>> Model = AffineModel::of(N);
  if (!Model)
    return Model.takeError();
  for (size_t Number = Apart->First; Number + 1 < Apart->End; ++Number) {
    auto Carried = (*Model)->carriedBy(*N.Affine, Number);
    if (!Carried)
      return Carried.takeError();
    if (!*Carried)
      Result.push_back(Number);
  }
  return Result;
}

Expected<StmtRef> AffineModel::loops(const Nest &N, MadeNames &Names) {
  Expected<AffineView> View = exportAffine(N);
  if (!View)
    return View.takeError();
  const size_t Statements = View->Statements.size();
  const std::vector<AffinePiece> Pieces = N.Affine->pieces(Statements);
  if (N.Affine->Loops.empty() ||
      N.Affine->Loops.front().Values.size() != Pieces.size() ||
      any_of(Pieces, [&](auto &P) { return P.Statement >= Statements; }))
    return makeError({}, msg::AffineOtherStatements());
  Sets All(std::move(*View), AffineEffort::Asked);
  Expected<std::vector<size_t>> Independent = independentLoops(All, N);
  if (!Independent)
    return Independent.takeError();
  Expected<StmtRef> Loops = loopsOf(All, N, *Independent, Names);
  if (!Loops)
    return Loops;
  std::vector<StmtRef> Body = All.View.Front;
  Body.push_back(*Loops);
  llvm::append_range(Body, All.View.Behind);
  return block(std::move(Body));
}

} // namespace lacuna
