//===- Model.cpp - what orders of a nest are right ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AstToLoops.h"
#include "Sets.h"
#include "lacuna/affine/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

AffineModel::AffineModel(std::unique_ptr<Sets> S) : S(std::move(S)) {}
AffineModel::AffineModel(AffineModel &&) noexcept = default;
AffineModel::~AffineModel() = default;

const AffineView &AffineModel::view() const { return S->View; }

Expected<AffineModel> AffineModel::make(const Nest &N) {
  Expected<AffineView> View = exportAffine(N);
  if (!View)
    return View.takeError();
  auto All = std::make_unique<Sets>(std::move(*View));
  All->compute();
  if (Error E = All->checkLimit())
    return std::move(E);
  return AffineModel(std::move(All));
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

/// The least integer that is not below dimension \p D of \p S, a set of
/// fractions; nothing if there is none.
static std::optional<int64_t> leastInteger(const Isl<isl_set> &S, isl_size D) {
  Isl<isl_basic_set> Hull(isl_set_simple_hull(S.copy()));
  Isl<isl_aff> Of(isl_aff_var_on_domain(
      isl_local_space_from_space(isl_basic_set_get_space(Hull.get())),
      isl_dim_set, D));
  Isl<isl_val> Least(
      isl_val_ceil(isl_basic_set_min_lp_val(Hull.get(), Of.get())));
  if (!Least || isl_val_is_int(Least.get()) != isl_bool_true ||
      isl_val_cmp_si(Least.get(), INT32_MAX) > 0)
    return std::nullopt;
  return isl_val_get_num_si(Least.get());
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
    std::optional<int64_t> Least = leastInteger(Factors, D);
    if (!Least || *Least > MostSkew)
      return std::nullopt;
    Result.push_back(*Least);
    Factors = Isl(isl_set_fix_si(Factors.take(), isl_dim_set, D, *Least));
  }
  return Result;
}

Expected<std::optional<std::vector<std::vector<AffineExpr>>>>
AffineModel::skewed(ArrayRef<std::vector<AffineExpr>> Values) const {
  std::vector<std::vector<AffineExpr>> Result;
  for (const std::vector<AffineExpr> &Next : Values) {
    // The nearest loops first: these are added last.
    AffineSchedule Order;
    for (const std::vector<AffineExpr> &Outer : reverse(Result))
      Order.Loops.push_back({"", Outer});
    Order.Loops.push_back({"", Next});
    Isl<isl_set> All = S->distances(S->schedule(Order, 0, Order.Loops.size()));
    std::vector<AffineExpr> &Skewed = Result.emplace_back(Next);
    if (!All)
      continue;
    std::optional<std::vector<int64_t>> Factors = leastSkew(All);
    if (Error E = S->checkLimit())
      return std::move(E);
    if (!Factors)
      return std::nullopt;
    for (const auto &[D, Factor] : enumerate(*Factors))
      for (const auto &[K, Value] : enumerate(Skewed))
        Value = sum(std::move(Value), Order.Loops[D].Values[K], Factor);
  }
  return Result;
}

//===-- conditions --------------------------------------------------------===//

Expected<ExprRef> AffineModel::assumption() const {
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

Expected<StmtRef> AffineModel::loops(const Nest &N, MadeNames &Names) {
  Expected<AffineView> View = exportAffine(N);
  if (!View)
    return View.takeError();
  Sets All(std::move(*View));
  return loopsOf(All, N, Names);
}

} // namespace lacuna
