//===- GpuLoops.cpp - loops for blocks, warps and threads -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/GpuLoops.h"
#include "BlockArrays.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/lower/parallel/PartialResults.h"

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

/// Threads that join the partial results of blocks.
static constexpr int64_t JoinThreads = 256;

static StmtRef gpuLoop(const std::string &Var, ExprRef Lo, ExprRef Hi,
                       StmtRef Body, ForTags Tags, SourceTag Source) {
  return std::make_shared<ForStmt>(Var, std::move(Lo), std::move(Hi),
                                   std::move(Body), std::move(Tags), Source);
}

/// Appends a kernel of one block that joins the \p Count elements of \p Parts
/// for \p R, in an order that is always the same, and leaves the result in
/// \p To.
static void emitJoin(const Reduction &R, const Place &Parts,
                     const ExprRef &Count, const Place &To, SourceTag Source,
                     MadeNames &Names, std::vector<StmtRef> &Out) {
  std::string Name = R.Target.Name;
  std::string Block = Names.get(Name + "_join"),
              Thread = Names.get(Name + "_thread"),
              Step = Names.get(Name + "_step");
  ExprRef First = var(Type::i64(), Thread), Size = i64(JoinThreads);
  Place Part = Parts;
  Part.Index = binary(BinaryOp::Add, First,
                      binary(BinaryOp::Mul, var(Type::i64(), Step), Size));
  StmtRef Each = reduceInto(R.Target, R.Op, valueOf(Part), Source);
  ForTags Blocks, Threads;
  std::vector<StmtRef> Body;
  PartialResult Sum = reduceApart(R, Names.get(Name + "_joined"), nullptr,
                                  Source, Each, Names, Body);
  Threads.Mode = ForMode::GpuThread;
  Threads.MostTrips = JoinThreads;
  Threads.Reductions.emplace_back(R.Op, Sum.Variable.Name);
  Body.push_back(gpuLoop(
      Thread, i64(0), Size,
      gpuLoop(Step, i64(0),
              ceilDiv(binary(BinaryOp::Max, binary(BinaryOp::Sub, Count, First),
                             i64(0)),
                      Size),
              Each, ForTags(), Source),
      Threads, Source));
  Body.push_back(assign(To, Sum.value(), Source));
  Blocks.Mode = ForMode::GpuBlock;
  Out.push_back(
      gpuLoop(Block, i64(0), i64(1), block(std::move(Body)), Blocks, Source));
}

/// A loop on blocks that reduces into variables: each block leaves a partial
/// result in memory, which another kernel joins.
static void emitReducingBlocks(const ParallelLoop &Loop, const ExprRef &Runs,
                               MadeNames &Names, std::vector<StmtRef> &Out) {
  ExprRef Lo = cast(Type::i64(), Loop.Lo);
  ExprRef Count = Names.let(
      Loop.Var + "_count",
      binary(BinaryOp::Max, tripsBetween(Loop.Lo, Loop.Hi), i64(0)), Out);
  ExprRef Which = binary(BinaryOp::Sub,
                         cast(Type::i64(), var(Loop.Lo->type(), Loop.Var)), Lo);
  StmtRef Body = Loop.Body;
  std::vector<StmtRef> Declare, Store, Joins, Results;
  for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
    const Type &Ty = R.Target.Ty;
    PartialResult Part =
        reduceApart(R, Names.get(R.Target.Name + "_block"), nullptr,
                    Loop.Source, Body, Names, Declare);
    Place Parts{Names.get(R.Target.Name + "_blocks"), Ty, Which},
        Result{Names.get(R.Target.Name + "_result"), Ty, i64(0)};
    for (const auto &[Of, Extent] :
         {std::pair(Parts, Count), std::pair(Result, i64(1))})
      Out.push_back(std::make_shared<LocalArrayStmt>(Of.Name, Ty, Extent,
                                                     nullptr, Loop.Source));
    Store.push_back(assign(Parts, Part.value(), Loop.Source));
    emitJoin(R, Parts, Count, Result, Loop.Source, Names, Joins);
    Results.push_back(reduceInto(R.Target, R.Op, valueOf(Result), Loop.Source));
  }
  std::vector<StmtRef> InBlock = std::move(Declare);
  InBlock.push_back(Body);
  InBlock.insert(InBlock.end(), Store.begin(), Store.end());
  ForTags Tags;
  Tags.Mode = ForMode::GpuBlock;
  Out.push_back(gpuLoop(Loop.Var, Loop.Lo, Loop.Hi, block(std::move(InBlock)),
                        Tags, Loop.Source));
  Out.insert(Out.end(), Joins.begin(), Joins.end());
  // Without blocks there is no result, nor where nothing runs at all.
  ExprRef HasResult = binary(BinaryOp::Gt, Count, i64(0));
  if (Runs)
    HasResult = binary(BinaryOp::LogicalAnd, Runs, HasResult);
  Out.push_back(std::make_shared<IfStmt>(HasResult, block(std::move(Results)),
                                         nullptr, Loop.Source));
}

/// A loop on warps or threads, or on blocks that join nothing.
static void emitUnits(const ParallelLoop &Loop, std::optional<int64_t> Most,
                      MadeNames &Names, std::vector<StmtRef> &Out) {
  ForTags Tags;
  Tags.Mode = modeOf(Loop.Tag.Unit);
  if (Tags.Mode != ForMode::GpuBlock)
    Tags.MostTrips = *Most;
  StmtRef Body = withAtomics(Loop);
  std::vector<StmtRef> All, After;
  if (joinsResults(Loop.Tag.Races))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      std::string Name = Names.fresh(
          R.Target.Name + (Tags.Mode == ForMode::GpuWarp ? "_warp" : "_part"));
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

void lacuna::emitGpuLoop(const ParallelLoop &Loop, std::optional<int64_t> Most,
                         const ExprRef &Runs, MadeNames &Names,
                         std::vector<StmtRef> &Out) {
  if (Loop.Tag.Unit != ParallelUnit::GpuBlock)
    return emitUnits(Loop, Most, Names, Out);
  ParallelLoop Kernel = Loop;
  Kernel.Body =
      withSharedArrays(Loop.Body, Loop.Private, Loop.Source, Names, Out);
  if (joinsResults(Kernel.Tag.Races) &&
      !reductionsOf(Kernel.Body, Kernel.Var).empty())
    return emitReducingBlocks(Kernel, Runs, Names, Out);
  emitUnits(Kernel, Most, Names, Out);
}
