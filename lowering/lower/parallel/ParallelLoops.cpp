//===- ParallelLoops.cpp - loops for vector lanes and threads -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/ParallelLoops.h"
#include "ChunkedLoop.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/ConditionalSums.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

//===-- vector lanes ------------------------------------------------------===//

/// OpenMP starts a lane of a floating-point minimum at the largest finite
/// number: with no lane below it an infinity would be lost.
static bool isLossyInLanes(const Reduction &R) {
  return (R.Op == ReduceOp::Min || R.Op == ReduceOp::Max) &&
         R.Target.Ty.isFloat();
}

/// \p Body with sums of what is chosen in place of sums under conditions.
static StmtRef withChosenTerms(const StmtRef &Body) {
  return rewrite(
      Body,
      [](const StmtRef &S) -> StmtRef {
        auto *If = llvm::dyn_cast<IfStmt>(S.get());
        std::vector<StmtRef> Sums =
            If ? withoutCondition(*If) : std::vector<StmtRef>();
        return Sums.empty() ? nullptr : block(std::move(Sums));
      },
      nullptr);
}

void lacuna::emitVectorLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = withChosenTerms(Loop.Body);
  ForTags Tags;
  Tags.Mode = ForMode::Simd;
  Tags.Width = Loop.Tag.Width;
  std::vector<StmtRef> Before, After;
  if (joinsResults(Loop.Tag.Races))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      if (isLossyInLanes(R))
        Tags.Mode = ForMode::Serial;
      std::string Name = R.Target.Name;
      if (R.Target.Index || partType(R) != R.Target.Ty) {
        Name = Names.fresh(R.Target.Name + "_lanes");
        PartialResult Lanes =
            reduceApart(R, Name, nullptr, Loop.Source, Body, Names, Before);
        if (Lanes.Count)
          Tags.Reductions.emplace_back(ReduceOp::Add, Lanes.Count->Name);
        After.push_back(
            ifUpdated(Lanes.count(),
                      joinInto(R.Target, R.Op, Lanes.value(), Loop.Source)));
      }
      Tags.Reductions.emplace_back(R.Op, Name);
    }
  if (Tags.Mode == ForMode::Serial)
    Tags = ForTags();
  StmtRef For = std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Body,
                                          Tags, Loop.Source);
  Before.push_back(For);
  Before.insert(Before.end(), After.begin(), After.end());
  StmtRef All = block(std::move(Before));
  // A loop without iterations touches no element.
  if (!After.empty())
    All = std::make_shared<IfStmt>(binary(BinaryOp::Lt, Loop.Lo, Loop.Hi), All,
                                   nullptr, Loop.Source);
  Out.push_back(All);
}

//===-- threads -----------------------------------------------------------===//

StmtRef lacuna::withAtomics(const ParallelLoop &Loop) {
  const bool IsAtomic = Loop.Tag.Races == RaceStrategy::Atomics;
  const auto Updated = IsAtomic ? Loop.Tag.Shared : std::vector<std::string>();
  if (Updated.empty() && Loop.Tag.Marked.empty())
    return Loop.Body;
  return rewrite(
      Loop.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        if (!Assign ||
            !llvm::is_contained(Assign->op() == ReduceOp::None ? Loop.Tag.Marked
                                                               : Updated,
                                Assign->target().Name))
          return nullptr;
        return std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                            Assign->value(), /*Atomic=*/true,
                                            Assign->tag());
      },
      nullptr);
}

/// Whether the iterations store numbers that lie, for all that the compiler
/// knows, where OpenMP keeps the end of the loop: it is a variable of the loop
/// variable's width whose address the runtime is given. The compiler then reads
/// the end behind each store, and makes no vectors of such a loop. Chunks have
/// loops of their own inside, whose ends nobody else knows.
static bool hidesEnd(const ParallelLoop &Loop, const StmtRef &Body) {
  const auto &Schedule = Loop.Tag.Schedule;
  if (holdsLoop(Body) ||
      (Schedule && (Schedule->Kind != "static" || Schedule->Chunk)))
    return false;
  const unsigned Width = Loop.Lo->type().bits();
  return anyOf(Body, [&](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    if (!Assign || !Assign->target().Index || Assign->isAtomic())
      return false;
    const Type &Ty = Assign->target().Ty;
    return Ty.isInteger() && (Ty.bits() == Width || Ty.bits() == 8);
  });
}

void lacuna::emitThreadLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Hoisted,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = withAtomics(Loop);
  std::vector<Reduction> Reductions;
  std::vector<Selection> Selections;
  const bool IsBuffered = Loop.Tag.Races == RaceStrategy::BufferedScan;
  if (joinsResults(Loop.Tag.Races) || IsBuffered)
    Reductions = reductionsOf(Body, Loop.Var);
  // Of one pass sums that are no cursors are joined.
  if (IsBuffered)
    llvm::erase_if(Reductions, [](const Reduction &R) {
      return R.Target.Index || mayBeCursor(R.Op, R.Target.Ty);
    });
  if (joinsResults(Loop.Tag.Races))
    Selections = selectionsIn(Names.nest(), Body);
  llvm::erase_if(Reductions, [&](const Reduction &R) {
    auto IsTarget = [&](const Operand &Array) {
      return Array.Name == R.Target.Name;
    };
    return llvm::any_of(Loop.Private, IsTarget) ||
           llvm::any_of(Loop.Reduced, [&](const ReducedArray &A) {
             return IsTarget(A.Array);
           });
  });
  if (!Reductions.empty() || !Selections.empty() || !Loop.Scanned.empty() ||
      !Loop.Private.empty() || !Loop.Reduced.empty() || !Loop.Cursors.empty() ||
      Loop.KeepsErrno || holdsWorkspace(Body) || hidesEnd(Loop, Body))
    return ChunkedLoop(Loop, std::move(Body), std::move(Reductions),
                       std::move(Selections), Names)
        .emit(Hoisted, Out);
  Out.push_back(std::make_shared<ForStmt>(
      Loop.Var, Loop.Lo, Loop.Hi, std::move(Body),
      onThreads(Loop, Loop.Tag.Schedule), Loop.Source));
}
