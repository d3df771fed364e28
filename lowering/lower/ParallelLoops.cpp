//===- ParallelLoops.cpp - loops for vector lanes and threads -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"
#include "Chunks.h"
#include "LoopQueries.h"
#include "PartialResults.h"
#include "Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static bool asksForReduction(const ParallelTag &Tag) {
  return Tag.Races == RaceStrategy::ParallelReduction ||
         Tag.Races == RaceStrategy::Temporary;
}

//===-- vector lanes ------------------------------------------------------===//

/// OpenMP starts a lane of a floating-point minimum at the largest finite
/// number: with no lane below it an infinity would be lost.
static bool isLossyInLanes(const Reduction &R) {
  return (R.Op == ReduceOp::Min || R.Op == ReduceOp::Max) &&
         R.Target.Ty.isFloat();
}

void lacuna::emitVectorLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = Loop.Body;
  ForTags Tags;
  Tags.Mode = ForMode::Simd;
  Tags.Width = Loop.Tag.Width;
  std::vector<StmtRef> Before, After;
  if (asksForReduction(Loop.Tag))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      if (isLossyInLanes(R))
        Tags.Mode = ForMode::Serial;
      std::string Name = R.Target.Name;
      if (R.Target.Index) {
        Name = Names.get(R.Target.Name + "_lanes");
        PartialResult Lanes =
            reduceApart(R, Name, nullptr, Loop.Source, Body, Names, Before);
        if (Lanes.Count)
          Tags.Reductions.emplace_back(ReduceOp::Add, Lanes.Count->Name);
        After.push_back(
            ifUpdated(Lanes.count(),
                      reduceInto(R.Target, R.Op, Lanes.value(), Loop.Source)));
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

/// The loop's body with the updates of what iterations share made atomic.
static StmtRef withAtomics(const ParallelLoop &Loop) {
  return rewrite(
      Loop.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        if (!Assign || Assign->op() == ReduceOp::None ||
            !Loop.Shared.contains(Assign->target().Name))
          return nullptr;
        return std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                            Assign->value(), /*Atomic=*/true,
                                            Assign->tag());
      },
      nullptr);
}

static void emitPlainThreadLoop(const ParallelLoop &Loop, StmtRef Body,
                                std::vector<StmtRef> &Out) {
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.Schedule = Loop.Tag.Schedule;
  Tags.NumThreads = Loop.NumThreads;
  Out.push_back(std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi,
                                          std::move(Body), Tags, Loop.Source));
}

namespace {

/// A thread loop cut into chunks of iterations with partial results of their
/// own.
class ChunkedLoop {
public:
  ChunkedLoop(const ParallelLoop &Loop, std::vector<Reduction> Reductions,
              MadeNames &Names)
      : Loop(Loop), Reductions(std::move(Reductions)), Names(Names),
        Chunk(var(Type::i64(), Names.get(Loop.Var + "_chunk"))) {}

  void emit(std::vector<StmtRef> &Out);

private:
  std::string chunkName() const {
    return llvm::cast<VarExpr>(*Chunk).name().str();
  }
  ExprRef let(llvm::StringRef Suffix, ExprRef Value,
              std::vector<StmtRef> &Out) {
    return Names.let(Loop.Var + Suffix, std::move(Value), Out);
  }
  StmtRef chunkBody();
  std::string arrayName(const Reduction &R) {
    return Names.get(R.Target.Name + "_parts");
  }
  std::string countsName(const Reduction &R) {
    return Names.get(R.Target.Name + "_counts");
  }

  const ParallelLoop &Loop;
  std::vector<Reduction> Reductions;
  MadeNames &Names;
  ExprRef Chunk;
  Chunks Share;
};

} // namespace

StmtRef ChunkedLoop::chunkBody() {
  std::vector<StmtRef> Stmts, Stores;
  StmtRef Body = Loop.Body;
  for (const Reduction &R : Reductions) {
    PartialResult Part = reduceApart(R, Names.get(R.Target.Name + "_part"),
                                     nullptr, Loop.Source, Body, Names, Stmts);
    auto Store = [&](const std::string &Array, const ExprRef &Value) {
      Stores.push_back(
          assign({Array, Value->type(), Chunk}, Value, Loop.Source));
    };
    Store(arrayName(R), Part.value());
    if (Part.Count)
      Store(countsName(R), Part.count());
  }
  ExprRef First = let("_first", Share.first(Chunk), Stmts);
  ExprRef Last =
      let("_last", Share.first(binary(BinaryOp::Add, Chunk, i64(1))), Stmts);
  const Type &Ty = Loop.Lo->type();
  ExprRef Base = cast(Type::i64(), Loop.Lo);
  auto At = [&](ExprRef Offset) {
    return cast(Ty, binary(BinaryOp::Add, Base, std::move(Offset)));
  };
  Stmts.push_back(std::make_shared<ForStmt>(Loop.Var, At(First), At(Last), Body,
                                            ForTags(), Loop.Source));
  Stmts.insert(Stmts.end(), Stores.begin(), Stores.end());
  return block(std::move(Stmts));
}

void ChunkedLoop::emit(std::vector<StmtRef> &Out) {
  std::vector<StmtRef> Stmts;
  ExprRef Length = tripsBetween(Loop.Lo, Loop.Hi);
  Share.Trips = let("_trips", binary(BinaryOp::Max, Length, i64(0)), Stmts);
  ExprRef Wanted = wantedChunks(Loop.NumThreads, Loop.Tag.Schedule);
  Share.Count =
      let("_chunks", binary(BinaryOp::Min, Share.Trips, Wanted), Stmts);
  std::vector<StmtRef> Combine;
  for (const Reduction &R : Reductions) {
    auto Declare = [&](const std::string &Array, const Type &Ty) {
      Stmts.push_back(std::make_shared<LocalArrayStmt>(
          Array, Ty, i64(MaxChunks), nullptr, Loop.Source));
      return load(Ty, Array, Chunk);
    };
    StmtRef Join = reduceInto(R.Target, R.Op,
                              Declare(arrayName(R), R.Target.Ty), Loop.Source);
    ExprRef Count;
    if (mayLeave(Loop.Body, R.Target))
      Count = Declare(countsName(R), updateCount("").Ty);
    Combine.push_back(ifUpdated(Count, Join));
  }
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.NumThreads = Loop.NumThreads;
  Tags.Schedule = scheduleOfChunks(Loop.Tag.Schedule);
  Stmts.push_back(std::make_shared<ForStmt>(chunkName(), i64(0), Share.Count,
                                            chunkBody(), Tags, Loop.Source));
  Stmts.push_back(std::make_shared<ForStmt>(chunkName(), i64(0), Share.Count,
                                            block(std::move(Combine)),
                                            ForTags(), Loop.Source));
  Out.push_back(block(std::move(Stmts)));
}

void lacuna::emitThreadLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  if (Loop.Tag.Races == RaceStrategy::Atomics)
    return emitPlainThreadLoop(Loop, withAtomics(Loop), Out);
  std::vector<Reduction> Reductions;
  if (asksForReduction(Loop.Tag))
    Reductions = reductionsOf(Loop.Body, Loop.Var);
  if (Reductions.empty())
    return emitPlainThreadLoop(Loop, Loop.Body, Out);
  ChunkedLoop(Loop, std::move(Reductions), Names).emit(Out);
}
