//===- WholeTiles.cpp - where unrolled loops have all iterations ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeTiles.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/ilp.h>

namespace lacuna {

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

std::optional<int64_t> mostTrips(const AffineModel::Sets &S,
                                 const AffineSchedule &Order, size_t Number) {
  Isl<isl_map> Last = lastByOthers(Isl(isl_set_from_union_set(
      isl_union_map_range(S.schedule(Order, 0, Number + 1).take()))));
  std::optional<int64_t> Apart = largest(Isl(isl_map_deltas(
      isl_map_apply_range(isl_map_reverse(Last.copy()), Last.copy()))));
  return Apart ? std::optional(*Apart + 1) : std::nullopt;
}

/// More lanes than these are several vectors anyway.
static constexpr int64_t MostLanes = 64;

static bool isUnrolled(const AffineLoop &L) {
  return L.Tags.Unroll == LoopTags::FullUnroll;
}

std::optional<ApartLoops> apartLoops(const AffineModel::Sets &S,
                                     const AffineSchedule &Order) {
  const auto First = llvm::find_if(Order.Loops, isUnrolled);
  if (First == Order.Loops.end())
    return std::nullopt;
  const auto End = std::find_if_not(First, Order.Loops.end(), isUnrolled);
  ApartLoops Apart{size_t(First - Order.Loops.begin()),
                   size_t(End - Order.Loops.begin()), 0};
  if (End == Order.Loops.end() || !End->Tags.Parallel ||
      End->Tags.Parallel->Unit != ParallelUnit::CpuVector)
    return Apart;
  const std::optional<int64_t> Lanes = mostTrips(S, Order, Apart.End);
  if (Lanes && *Lanes <= MostLanes) {
    ++Apart.End;
    Apart.Lanes = *Lanes;
  }
  return Apart;
}

/// The steps of all loops of \p Vectors but the last one in which that has
/// \p Count numbers, one after the other.
static Isl<isl_set> stepsWith(const AffineModel::Sets &S, Isl<isl_set> Vectors,
                              int64_t Count) {
  Isl<isl_map> Last = lastByOthers(std::move(Vectors));
  auto Read = [&](const std::string &Text) {
    return Isl(isl_map_read_from_str(S.Context.get(), Text.c_str()));
  };
  const std::string Far = std::to_string(Count - 1);
  // The first of as many.
  Isl<isl_map> First(isl_map_intersect(
      isl_map_apply_range(Last.copy(),
                          Read("{ [c] -> [c - " + Far + "] }").take()),
      Last.copy()));
  Isl<isl_map> All(isl_map_apply_range(
      First.copy(), Read("{ [c] -> [d] : c <= d <= c + " + Far + " }").take()));
  Isl<isl_map> Missing(isl_map_subtract(All.take(), Last.take()));
  return Isl(isl_set_subtract(isl_map_domain(First.take()),
                              isl_map_domain(Missing.take())));
}

Isl<isl_set> wholeSteps(const AffineModel::Sets &S, const AffineSchedule &Order,
                        const ApartLoops &Apart) {
  const auto &[First, End, Lanes] = Apart;
  Isl<isl_union_map> OfNest(isl_union_map_intersect_domain(
      S.schedule(Order, 0, End).take(), S.Domain.copy()));
  Isl<isl_set> Steps(
      isl_set_from_union_set(isl_union_map_range(OfNest.take())));
  const Isl<isl_set> All(isl_set_project_out(
      Steps.copy(), isl_dim_set, static_cast<unsigned>(First),
      static_cast<unsigned>(End - First)));
  for (size_t Number = End; Number-- > First;)
    Steps =
        stepsWith(S, std::move(Steps), mostTrips(S, Order, Number).value_or(1));
  // What is true of all steps would be asked of the rest, too.
  Steps = Isl(isl_set_gist(isl_set_coalesce(Steps.take()), All.copy()));
  return Isl(
      isl_set_add_dims(Steps.take(), isl_dim_set,
                       static_cast<unsigned>(Order.Loops.size() - First)));
}

} // namespace lacuna
