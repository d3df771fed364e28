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
  Expected<TileArgs> Tile = tileArgs(N, C, Transform::Blocks);
  if (!Tile)
    return Tile.takeError();
  Expected<int64_t> Factor =
      positiveArg(C.Args[3], "the factor", MaxFactor, Context);
  if (!Factor)
    return Factor.takeError();
  return tile(N, Tile->Loop,
              {RelationKind::Split,
               {Tile->Loop.Var->Name},
               {Tile->Outer, Tile->Inner},
               *Factor,
               ""});
}

static constexpr ArgInfo Args[] = {loop(), newLoop(), newLoop(), value()};

const Command commands::split = {{{"split", "split(i, i0, i1, N)", Args}},
                                 "two loops, the inner one of `N` iterations",
                                 apply};

} // namespace lacuna
