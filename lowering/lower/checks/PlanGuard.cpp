//===- PlanGuard.cpp - the plan of a wavefront ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/PlanGuard.h"
#include "WalkInputs.h"
#include "lacuna/ir/Spellings.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/Wavefront.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "lacuna/waves/TouchWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

const LoopStmt *lacuna::wavefrontOf(const Nest &N) {
  const LoopStmt *Found = nullptr;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    if (Loop && Loop->tags().Parallel &&
        Loop->tags().Parallel->Races == RaceStrategy::Wavefront)
      Found = Loop;
    return !Found;
  });
  return Found;
}

/// The user's loop of which \p Loop is made.
static const IndexVar &userLoop(const Nest &N, const LoopStmt &Loop) {
  const Relation *Cut = N.producer(Loop.var());
  return *N.findIndexVar(Cut ? Cut->Parents[0] : Loop.var().str());
}

static std::optional<TouchWalk> walkOf(const Nest &N, const LoopStmt &Loop,
                                       const LowerOptions &Options) {
  const Relation *Cut = N.producer(Loop.var());
  Nest AsWritten = Options.AsWritten ? *Options.AsWritten : N;
  AsWritten.Facts.Private = N.Facts.Private;
  return touchWalk(AsWritten, userLoop(N, Loop), Cut ? Cut->Factor : 1,
                   Loop.tags().Parallel->Shared);
}

std::vector<Guard> lacuna::planConditions(const Nest &N, const LoopStmt &Loop,
                                          const LowerOptions &Options) {
  std::optional<TouchWalk> Touches = walkOf(N, Loop, Options);
  return Touches ? std::move(Touches->Guards) : std::vector<Guard>();
}

llvm::Expected<ProgramGuard> lacuna::planGuard(const Nest &N,
                                               const LoopStmt &Loop,
                                               const LowerOptions &Options) {
  const Nest &AsWritten = Options.AsWritten ? *Options.AsWritten : N;
  const ParallelTag &Tag = *Loop.tags().Parallel;
  const Relation *Cut = N.producer(Loop.var());
  const int64_t Block = Cut ? Cut->Factor : 1;
  const IndexVar &Outermost = userLoop(N, Loop);
  std::optional<TouchWalk> Touches = walkOf(N, Loop, Options);
  if (!Touches)
    return makeError({}, msg::WaveIsSteered(Outermost.Name));
  llvm::Expected<StmtRef> Walk = Lowering(Touches->Walk).run();
  if (!Walk)
    return Walk.takeError();
  MadeNames Names(N);
  WavePlan P;
  P.Name = planName(Names);
  P.Loop = Loop.var().str();
  P.Trips = tripsBetween(Outermost.Lo, Outermost.Hi);
  if (Block > 1)
    P.Trips = ceilDiv(P.Trips, i64(Block));
  // Rows have a thread each on a GPU, which shares nothing out.
  const bool OnGpu = isGpu(Tag.Unit);
  P.Threads = OnGpu ? i64(0) : teamSize(N.Facts.NumThreads);
  P.Unit = Cut || OnGpu ? 1 : 0;
  P.Order = Tag.Order;
  P.Traced = Tag.Shared;
  P.MayBeNone = !N.Kept.empty() && !OnGpu;
  if (llvm::Error E =
          noteInputs(P, N, AsWritten, *Walk, wordFor(RaceStrategy::Wavefront),
                     Compared::Pages))
    return std::move(E);
  ProgramGuard G{OnGpu ? msg::GuardNoLevels(Loop.var())
                 : Tag.Order == WaveOrder::Auto
                     ? msg::GuardNoFasterPlan(Loop.var())
                     : msg::GuardNoPlan(Loop.var()),
                 nullptr, nullptr};
  G.Plan = std::move(P);
  return G;
}
