//===- WholeTiles.cpp - where unrolled loops have all iterations ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeTiles.h"
#include <isl/ilp.h>

namespace lacuna {

/// The vectors of the first \p Count loops that iterations would have if the
/// nest had no bounds.
static Isl<isl_set> endless(const AffineModel::Sets &S,
                            const AffineSchedule &Order, size_t Count) {
  return Isl(isl_set_from_union_set(
      isl_union_map_range(S.schedule(Order, 0, Count).take())));
}

/// \p Vectors as a relation between all numbers but the last one and that.
static Isl<isl_map> lastByOthers(Isl<isl_set> Vectors) {
  const isl_size Others = isl_set_dim(Vectors.get(), isl_dim_set) - 1;
  Isl<isl_map> Last(isl_map_from_range(Vectors.take()));
  return Isl(isl_map_move_dims(Last.take(), isl_dim_in, 0, isl_dim_out, 0,
                               static_cast<unsigned>(Others)));
}

/// The largest number that \p Numbers has; nothing if there is none.
static std::optional<int64_t> largest(const Isl<isl_set> &Numbers) {
  Isl<isl_aff> Number(isl_aff_var_on_domain(
      isl_local_space_from_space(isl_set_get_space(Numbers.get())), isl_dim_set,
      0));
  Isl<isl_val> Most(isl_set_max_val(Numbers.get(), Number.get()));
  if (isl_val_is_int(Most.get()) != isl_bool_true ||
      isl_val_cmp_si(Most.get(), INT32_MAX) > 0)
    return std::nullopt;
  return isl_val_get_num_si(Most.get());
}

std::optional<int64_t> wholeTrips(const AffineModel::Sets &S,
                                  const AffineSchedule &Order, size_t Number) {
  Isl<isl_map> Last = lastByOthers(endless(S, Order, Number + 1));
  Isl<isl_set> Apart(isl_map_deltas(
      isl_map_apply_range(isl_map_reverse(Last.copy()), Last.copy())));
  std::optional<int64_t> Most = largest(Apart);
  if (!Most)
    return std::nullopt;
  // In each step of the others there must be two that are as far apart.
  Isl<isl_map> Ends(isl_map_read_from_str(
      S.Context.get(),
      ("{ [c] -> [c + " + std::to_string(*Most) + "] }").c_str()));
  Ends = Isl(isl_map_intersect(isl_map_apply_range(Last.copy(), Ends.take()),
                               Last.copy()));
  Isl<isl_set> Far(isl_map_domain(Ends.take())),
      All(isl_map_domain(Last.take()));
  if (isl_set_is_equal(Far.get(), All.get()) != isl_bool_true)
    return std::nullopt;
  return *Most + 1;
}

Isl<isl_set> wholeSteps(const AffineModel::Sets &S, const AffineSchedule &Order,
                        size_t First, size_t End) {
  Isl<isl_union_map> OfNest(isl_union_map_intersect_domain(
      S.schedule(Order, 0, End).take(), S.Domain.copy()));
  Isl<isl_set> There(
      isl_set_from_union_set(isl_union_map_range(OfNest.take())));
  Isl<isl_set> Missing(
      isl_set_subtract(endless(S, Order, End).take(), There.copy()));
  const auto Inner = static_cast<unsigned>(End - First);
  auto Around = [&](Isl<isl_set> Vectors) {
    return Isl(isl_set_project_out(Vectors.take(), isl_dim_set,
                                   static_cast<unsigned>(First), Inner));
  };
  Isl<isl_set> Whole(isl_set_subtract(Around(std::move(There)).take(),
                                      Around(std::move(Missing)).take()));
  Whole = Isl(isl_set_coalesce(Whole.take()));
  return Isl(
      isl_set_add_dims(Whole.take(), isl_dim_set,
                       static_cast<unsigned>(Order.Loops.size() - First)));
}

} // namespace lacuna
