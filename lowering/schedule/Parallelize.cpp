//===- Parallelize.cpp - parallelize(i, unit, races) ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Lexer.h"
#include "Words.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// The first loop below \p S that \p Wanted accepts, or null.
static const LoopStmt *findBelow(const StmtRef &S,
                                 function_ref<bool(const LoopStmt &)> Wanted) {
  const LoopStmt *Found = nullptr;
  walk(S, [&](const Stmt &Inner) {
    auto *Loop = dyn_cast<LoopStmt>(&Inner);
    if (!Found && Loop && Wanted(*Loop))
      Found = Loop;
    return !Found;
  });
  return Found;
}

static bool holdsUncounted(const StmtRef &S) {
  bool Found = false;
  walk(S, [&](const Stmt &Inner) {
    Found |= isa<WhileStmt>(&Inner);
    return !Found;
  });
  return Found;
}

static bool runsOn(const LoopStmt &L, ParallelUnit Unit) {
  return L.tags().Parallel && L.tags().Parallel->Unit == Unit;
}

static Error checkUnit(const Nest &N, const Clause &C, const LoopArg &L,
                       ParallelUnit Unit) {
  std::string Name = L.Var->Name;
  TextRange Where = C.Args[1].Where;
  if (Unit == ParallelUnit::CpuVector) {
    const LoopStmt *Inner =
        findBelow(L.Loop->body(), [](const LoopStmt &) { return true; });
    if (Inner)
      return makeError(Where, "only an innermost loop can run on "
                              "'cpu_vector': '" +
                                  Inner->var().str() + "' runs inside '" +
                                  Name + "'");
    if (holdsUncounted(L.Loop->body()))
      return makeError(Where, "only an innermost loop can run on "
                              "'cpu_vector': a loop without a range runs "
                              "inside '" +
                                  Name + "'");
    if (any_of(statementsOf(L.Loop->body()),
               [](const StmtRef &S) { return isa<PrefetchStmt>(S.get()); }))
      return makeError(Where, "'" + Name +
                                  "' prefetches, and an iteration on "
                                  "'cpu_vector' cannot look ahead");
    return Error::success();
  }
  auto OnThreads = [](const LoopStmt &Loop) {
    return runsOn(Loop, ParallelUnit::CpuThread);
  };
  if (const LoopStmt *Inner = findBelow(L.Loop->body(), OnThreads))
    return makeError(Where, "'" + Inner->var().str() + "' inside '" + Name +
                                "' runs on 'cpu_thread' already; one loop of "
                                "a nest path can");
  for (const LoopStmt *Outer : pathTo(N.Body, Name))
    if (Outer != L.Loop && OnThreads(*Outer))
      return makeError(Where, "'" + Outer->var().str() + "' around '" + Name +
                                  "' runs on 'cpu_thread' already; one loop of "
                                  "a nest path can");
  return Error::success();
}

static Expected<OmpSchedule> scheduleArg(const ClauseArg &Arg,
                                         const ScheduleContext &Context) {
  std::optional<Clause> Call = asCall(Arg);
  OmpSchedule Schedule{Call->Args[0].Text, 0};
  if (Call->Args.size() == 2) {
    Expected<int64_t> Chunk =
        positiveArg(Call->Args[1], "the chunk", MaxFactor, Context);
    if (!Chunk)
      return Chunk.takeError();
    Schedule.Chunk = *Chunk;
  }
  return Schedule;
}

/// More lanes than any vector unit has elements.
static constexpr int64_t MaxWidth = 64;

static Expected<int64_t> widthArg(const ClauseArg &Arg,
                                  const ScheduleContext &Context) {
  ClauseArg Lanes = asCall(Arg)->Args[0];
  Expected<int64_t> Width = positiveArg(Lanes, "the width", MaxWidth, Context);
  if (Width && (*Width == 1 || !isPowerOf2_64(*Width)))
    return makeError(Lanes.Where,
                     "the width must be a power of two from 2 to " +
                         Twine(MaxWidth).str() + ", not " +
                         Twine(*Width).str());
  return Width;
}

static Error addUnitOption(ParallelTag &Tag, const ClauseArg &Arg,
                           const ScheduleContext &Context) {
  if (Tag.Unit == ParallelUnit::CpuVector)
    return widthArg(Arg, Context).moveInto(Tag.Width);
  return scheduleArg(Arg, Context).moveInto(Tag.Schedule.emplace());
}

/// Thesis 5.7. Races are judged later, on the final graph.
Expected<Nest> applyParallelize(const Nest &N, const Clause &C,
                                const ScheduleContext &Context) {
  Expected<LoopArg> L = loopArg(N, C.Args[0]);
  if (!L)
    return L.takeError();
  if (Error E = requirePositions(N, C, C.Args[0], *L))
    return std::move(E);
  if (Error E = requireUnmerged(N, C.Args[0], *L->Loop,
                                "run in parallel; 'split' or 'divide' it and "
                                "parallelize the outer loop of the two"))
    return std::move(E);
  StringRef Var = L->Var->Name;
  LoopTags Tags = L->Loop->tags();
  if (Tags.Parallel)
    return makeError(C.Args[0].Where, ("'" + Var + "' is parallel already: '" +
                                       wordFor(Tags.Parallel->Unit) + "'")
                                          .str());
  if (Tags.Unroll != 0)
    return makeError(C.Args[0].Where,
                     ("'" + Var +
                      "' is unrolled; an unrolled loop cannot be "
                      "parallel")
                         .str());
  ParallelTag Tag{parallelUnit(C.Args[1].Text), raceStrategy(C.Args[2].Text),
                  std::nullopt, 0};
  if (Error E = checkUnit(N, C, *L, Tag.Unit))
    return std::move(E);
  if (Error E = requireOutsideBlocks(N, C, C.Args[0], *L,
                                     Tag.Unit == ParallelUnit::CpuThread))
    return std::move(E);
  if (C.Args.size() == 4)
    if (Error E = addUnitOption(Tag, C.Args[3], Context))
      return std::move(E);
  Tags.Parallel = Tag;
  Nest Result = N;
  Result.Body =
      replaceLoop(N.Body, Var,
                  std::make_shared<LoopStmt>(Var.str(), L->Loop->body(), Tags,
                                             L->Loop->tag()));
  return Result;
}

} // namespace lacuna
