//===- Parallelize.cpp - parallelize(i, unit, races) ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { … }  -->  parallel for i { … }
//
// where neither i nor a loop around it has that unit. Races are judged later,
// on the final graph.
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"
#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/GpuLegality.h"
#include "lacuna/schedule/commands/Messages.def"
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
  return anyOf(S, [&](const Stmt &Inner) { return isa<WhileStmt>(&Inner); });
}

static bool runsOn(const LoopStmt &L, ParallelUnit Unit) {
  return L.tags().Parallel && L.tags().Parallel->Unit == Unit;
}

static Error checkUnit(const Nest &N, const Clause &C, const LoopArg &L,
                       ParallelUnit Unit) {
  std::string Name = L.Var->Name;
  TextRange Where = C.Args[1].Where;
  // Units of the GPU are looked at together, once all have their loops.
  if (Unit == ParallelUnit::CpuVector || isGpu(Unit))
    return Error::success();
  auto OnThreads = [](const LoopStmt &Loop) {
    return runsOn(Loop, ParallelUnit::CpuThread);
  };
  if (const LoopStmt *Inner = findBelow(L.Loop->body(), OnThreads))
    return makeError(Where, msg::ThreadsInsideAlready(Inner->var(), Name));
  for (const LoopStmt *Outer : pathTo(N.Body, Name))
    if (Outer != L.Loop && OnThreads(*Outer))
      return makeError(Where, msg::ThreadsAroundAlready(Outer->var(), Name));
  return Error::success();
}

/// Fails if lanes cannot run through the body of \p Loop, an innermost one.
static Error checkLanes(const LoopStmt &Loop, TextRange Where) {
  std::string Name = Loop.var().str();
  if (holdsUncounted(Loop.body()))
    return makeError(Where, msg::VectorAroundRangelessLoop(Name));
  if (any_of(statementsOf(Loop.body()),
             [](const StmtRef &S) { return isa<PrefetchStmt>(S.get()); }))
    return makeError(Where, msg::PrefetchingLoopOnVector(Name));
  return Error::success();
}

/// \p N with the loop over \p Var inside all loops that its body is: lanes run
/// through these in step, which is the same as each of their iterations in all
/// lanes.
static Expected<Nest> moveLanesInside(const Nest &N, const Clause &C,
                                      StringRef Var) {
  Nest Result = N;
  for (;;) {
    const LoopStmt *Inner = findBelow(findLoop(Result.Body, Var)->body(),
                                      [](const LoopStmt &) { return true; });
    TextRange Where = C.Args[1].Where;
    if (!Inner) {
      if (Error E = checkLanes(*findLoop(Result.Body, Var), Where))
        return std::move(E);
      return Result;
    }
    std::string Why;
    if (Inner->tags().Parallel)
      Why = msg::InnerOneParallelAlready();
    else if (isBlockLoop(Result, Inner->var()))
      Why = msg::RowFollowsBlocks();
    Expected<Nest> Next = Why.empty()
                              ? interchange(Result, Var, Inner->var(), C, Where)
                              : cannotExchange(Var, Inner->var(), Where, Why);
    if (!Next)
      return makeError(Where, msg::VectorAroundLoop(Inner->var(), Var),
                       {takeDiagnostic(Next.takeError()).Message});
    Result = std::move(*Next);
  }
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
    return makeError(Lanes.Where, msg::WidthNoPowerOfTwo(MaxWidth, *Width));
  return Width;
}

static Error addUnitOption(ParallelTag &Tag, const ClauseArg &Arg,
                           const ScheduleContext &Context) {
  if (Tag.Unit == ParallelUnit::CpuVector)
    return widthArg(Arg, Context).moveInto(Tag.Width);
  if (Tag.Races == RaceStrategy::Wavefront) {
    Tag.Order = *fromWord<WaveOrder>(asCall(Arg)->Args[0].Text);
    return Error::success();
  }
  return scheduleArg(Arg, Context).moveInto(Tag.Schedule.emplace());
}

/// The unit and races of \p C, without what the unit takes.
static ParallelTag plainTag(const Clause &C) {
  return {*fromWord<ParallelUnit>(C.Args[1].Text),
          *fromWord<RaceStrategy>(C.Args[2].Text), std::nullopt, 0};
}

/// The same in the order of a schedule, whose loops are not the nest's.
static Expected<Nest> runAffine(const Nest &N, const Clause &C,
                                const ScheduleContext &Context) {
  ParallelTag Tag = plainTag(C);
  if (C.Args.size() == 4 && Tag.Races != RaceStrategy::Wavefront)
    if (Error E = addUnitOption(Tag, C.Args[3], Context))
      return std::move(E);
  LoopTags Tags;
  Tags.Parallel = std::move(Tag);
  return tagAffine(N, C, Tags);
}

/// Thesis 5.7.
static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  if (N.Affine)
    return runAffine(N, C, Context);
  Expected<LoopArg> L = taggedArg(N, C, msg::ConsequenceRunInParallel());
  if (!L)
    return L.takeError();
  StringRef Var = L->Var->Name;
  LoopTags Tags = L->Loop->tags();
  if (Tags.Parallel)
    return makeError(C.Args[0].Where,
                     msg::ParallelAlreadyOn(Var, wordFor(Tags.Parallel->Unit)));
  if (Tags.Unroll != 0)
    return makeError(C.Args[0].Where, msg::UnrolledCannotBeParallel(Var));
  ParallelTag Tag = plainTag(C);
  if (Error E = checkUnit(N, C, *L, Tag.Unit))
    return std::move(E);
  if (Error E = requireOutsideBlocks(N, C, C.Args[0], *L,
                                     Tag.Unit == ParallelUnit::CpuThread))
    return std::move(E);
  if (C.Args.size() == 4)
    if (Error E = addUnitOption(Tag, C.Args[3], Context))
      return std::move(E);
  Tags.Parallel = Tag;
  Expected<Nest> Result = Tag.Unit == ParallelUnit::CpuVector
                              ? moveLanesInside(N, C, Var)
                              : Expected<Nest>(N);
  if (!Result)
    return Result;
  const LoopStmt *Loop = findLoop(Result->Body, Var);
  Result->Body = replaceLoop(
      Result->Body, Var,
      std::make_shared<LoopStmt>(Var.str(), Loop->body(), Tags, Loop->tag()));
  return Result;
}

//===-- the clause --------------------------------------------------------===//

static constexpr ArgInfo Unit = word("unit", words<ParallelUnit>);

/// A group of commands knows the units of its own target.
static void checkTarget(ClauseChecker &On, const ClauseArg &Arg) {
  const StringRef Word = Arg.Text;
  const bool OnCuda = On.target() == wordFor(TargetKind::Cuda);
  if (Word.starts_with("gpu_") && !OnCuda)
    On.fail(Arg.Where, msg::UnitNeedsTargetCuda(Word));
  else if (Word.starts_with("cpu_") && OnCuda)
    On.fail(Arg.Where, msg::UnitOfCpu(Word));
}

static bool checkUnitWord(ClauseChecker &On, const ClauseArg &Arg) {
  ArrayRef<ClauseArg> Args = On.clause().Args;
  if (fromWord<RaceStrategy>(Arg.Text) &&
      fromWord<ParallelUnit>(Args[2].Text)) {
    On.fail(Arg.Where,
            msg::StandsBeforeUnit(Arg.Text, Args[0].Text, Args[2].Text));
    return false;
  }
  On.checkWord(Arg, Unit);
  checkTarget(On, Arg);
  return true;
}

static std::vector<std::string> kindsOfSchedule() {
  return {scheduleWords().begin(), scheduleWords().end()};
}

static constexpr ArgInfo ScheduleArgs[] = {
    word("schedule kind", kindsOfSchedule), value(Times::AtMostOnce)};
static std::vector<std::string> ordersOfWaves() {
  return {wordFor(WaveOrder::List).str(), wordFor(WaveOrder::Levels).str(),
          wordFor(WaveOrder::Auto).str()};
}

static constexpr ArgInfo OrderArgs[] = {word("order", ordersOfWaves)};
static constexpr ArgInfo WidthArgs[] = {value()};
static constexpr CallInfo Options[] = {
    {"schedule", "schedule(kind) or schedule(kind, chunk)", ScheduleArgs},
    {"width", "width(n)", WidthArgs}};
static constexpr CallInfo Order = {
    "schedule", "schedule(list), schedule(levels) or schedule(auto)",
    OrderArgs};

/// The last argument says how the unit runs the loop.
static bool checkUnitOption(ClauseChecker &On, const ClauseArg &Arg) {
  const auto &[Schedule, Width] = Options;
  const std::string &Word = On.clause().Args[1].Text;
  std::optional<Clause> Call = asCall(Arg);
  const bool IsVector = fromWord<ParallelUnit>(Word) == ParallelUnit::CpuVector;
  if (IsVector && Call && Call->Name == Schedule.Name)
    On.fail(Arg.Where, msg::ScheduleNeedsThreads());
  else if (!IsVector && Call && Call->Name == Width.Name)
    On.fail(Arg.Where, msg::WidthNeedsVectorLanes(Word));
  else if (fromWord<RaceStrategy>(On.clause().Args[2].Text) ==
           RaceStrategy::Wavefront)
    On.checkOption(Arg, Order);
  else
    On.checkOption(Arg, IsVector ? Width : Schedule);
  return true;
}

static constexpr ArgInfo Args[] = {loop(), checkedBy(checkUnitWord, Unit),
                                   word("race strategy", words<RaceStrategy>),
                                   checkedBy(checkUnitOption, option(Options))};

const Command commands::parallelize = {
    {{"parallelize",
      "parallelize(i, cpu_thread, no_races) or "
      "parallelize(p, cpu_vector, parallel_reduction, width(4))",
      Args}},
    "runs iterations at the same time",
    apply,
    /*OnAffine=*/true};

} // namespace lacuna
