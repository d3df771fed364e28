//===- GpuLoops.cpp - loops for blocks, warps and threads -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuLoops.h"
#include "PartialResults.h"

using namespace lacuna;

static ForMode modeOf(ParallelUnit Unit) {
  switch (Unit) {
  case ParallelUnit::GpuBlock:
    return ForMode::GpuBlock;
  case ParallelUnit::GpuWarp:
    return ForMode::GpuWarp;
  default:
    return ForMode::GpuThread;
  }
}

void lacuna::emitGpuLoop(const ParallelLoop &Loop, std::optional<int64_t> Most,
                         MadeNames &Names, std::vector<StmtRef> &Out) {
  ForTags Tags;
  Tags.Mode = modeOf(Loop.Tag.Unit);
  if (Tags.Mode != ForMode::GpuBlock)
    Tags.Width = *Most;
  StmtRef Body =
      Loop.Tag.Races == RaceStrategy::Atomics ? withAtomics(Loop) : Loop.Body;
  std::vector<StmtRef> All, After;
  if (asksForReduction(Loop.Tag))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      std::string Name = Names.get(R.Target.Name + "_part");
      PartialResult Part =
          reduceApart(R, Name, nullptr, Loop.Source, Body, Names, All);
      Tags.Reductions.emplace_back(R.Op, Name);
      if (Part.Count)
        Tags.Reductions.emplace_back(ReduceOp::Add, Part.Count->Name);
      After.push_back(ifUpdated(
          Part.count(), reduceInto(R.Target, R.Op, Part.value(), Loop.Source)));
    }
  All.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Body,
                                          Tags, Loop.Source));
  All.insert(All.end(), After.begin(), After.end());
  StmtRef Whole = block(std::move(All));
  // A loop without iterations touches no element.
  if (!After.empty())
    Whole = std::make_shared<IfStmt>(binary(BinaryOp::Lt, Loop.Lo, Loop.Hi),
                                     Whole, nullptr, Loop.Source);
  Out.push_back(Whole);
}
