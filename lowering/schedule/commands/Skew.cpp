//===- Skew.cpp - skew(j, i, N) -------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { for j { … } }  -->  for i { for j + N * i { … } }
//
// where i runs around j. Iterations keep their order: within one of i all
// numbers of j move by as much.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<AffineNest> A = affineNest(N, C);
  if (!A)
    return A.takeError();
  auto Loops = A->loopInside(C);
  if (!Loops)
    return Loops.takeError();
  const auto [Inner, Outer] = *Loops;
  Expected<int64_t> Factor = constantArg(C.Args[2], Context);
  if (!Factor)
    return Factor.takeError();
  if (*Factor > MostSkew || *Factor < -MostSkew)
    return makeError(C.Args[2].Where, msg::SkewTooLarge(MostSkew));
  for (const auto &[Value, Of] :
       zip_equal(A->Order.Loops[Inner].Values, A->Order.Loops[Outer].Values))
    Value = sum(std::move(Value), Of, *Factor);
  return std::move(*A).take();
}

static constexpr ArgInfo Args[] = {loop(), loop(), value()};

const Command commands::skew = {
    {{"skew", "skew(j, i, N)", Args}},
    "counts `j` from `N * i` on in each iteration of `i`",
    apply,
    /*OnAffine=*/true};

} // namespace lacuna
