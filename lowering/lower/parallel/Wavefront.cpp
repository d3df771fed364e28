//===- Wavefront.cpp - loops in the order that data allow -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/Wavefront.h"
#include "PrivateArrays.h"
#include "lacuna/lower/parallel/Chunks.h"

using namespace lacuna;

std::string lacuna::planName(MadeNames &Names) {
  return Names.get("wave_plan");
}

void lacuna::emitWaveLoop(const ParallelLoop &Loop, MadeNames &Names,
                          std::vector<StmtRef> &Hoisted,
                          std::vector<StmtRef> &Out) {
  const ExprRef Threads = wantedChunks(Loop.NumThreads, std::nullopt);
  const std::string Thread = Names.get(Loop.Var + "_thread");
  const PrivateArrays Copies(Loop.Private, {}, Threads, Names);
  Copies.declare(Hoisted, Loop.Source);
  std::vector<StmtRef> OfThread;
  const StmtRef Body = Copies
                           .enter(var(Type::i64(), Thread), /*IsLast=*/nullptr,
                                  Loop.Body, Loop.Source, OfThread)
                           .OfAny;
  ForTags Wave;
  Wave.Mode = ForMode::Wave;
  Wave.Plan = planName(Names);
  Wave.Thread = Thread;
  OfThread.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Body,
                                               Wave, Loop.Source));
  // Iteration t is thread t's.
  ForTags Team;
  Team.Mode = ForMode::Threads;
  Team.Schedule = OmpSchedule{"static", 1};
  Team.NumThreads = Loop.NumThreads;
  Out.push_back(std::make_shared<ForStmt>(
      Thread, i64(0), Threads, block(std::move(OfThread)), Team, Loop.Source));
}

void lacuna::emitLevels(const ParallelLoop &Loop, MadeNames &Names,
                        std::vector<StmtRef> &Out) {
  ForTags Levels;
  Levels.Mode = ForMode::GpuLevels;
  Levels.Plan = planName(Names);
  Out.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Loop.Body,
                                          Levels, Loop.Source));
}
