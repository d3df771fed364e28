//===- Wavefront.cpp - loops in the order that data allow -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/Wavefront.h"

using namespace lacuna;

std::string lacuna::planName(MadeNames &Names) {
  return Names.get("wave_plan");
}

void lacuna::emitWaveLoop(const ParallelLoop &Loop, MadeNames &Names,
                          std::vector<StmtRef> &Out) {
  ForTags Tags;
  Tags.Mode = ForMode::Wave;
  Tags.NumThreads = Loop.NumThreads;
  Tags.Plan = planName(Names);
  Out.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Loop.Body,
                                          Tags, Loop.Source));
}
