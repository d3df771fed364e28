//===- Split.cpp - split(i, i0, i1, N) ------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { … }  -->  for i0 { for i1 { … } }, i1 of N iterations
//
// where i is neither parallel nor unrolled, and no coordinate of positions.
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// Thesis 5.5: the inner loop has N iterations; the order stays.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<LoopArg> Loop = tiledArg(N, C, C.Args[0], Transform::Blocks);
  if (!Loop)
    return Loop.takeError();
  Expected<std::string> Outer = newNameArg(N, C.Args[1]);
  if (!Outer)
    return Outer.takeError();
  Expected<std::string> Inner = newNameArg(N, C.Args[2]);
  if (!Inner)
    return Inner.takeError();
  Expected<int64_t> Factor =
      positiveArg(C.Args[3], "the factor", MaxFactor, Context);
  if (!Factor)
    return Factor.takeError();
  return tile(
      N, *Loop,
      {RelationKind::Split, {Loop->Var->Name}, {*Outer, *Inner}, *Factor, ""});
}

static constexpr ArgInfo Args[] = {loop(), newLoop(), newLoop(), value()};

const Command commands::split = {{{"split", "split(i, i0, i1, N)", Args}},
                                 "two loops, the inner one of `N` iterations",
                                 apply};

} // namespace lacuna
