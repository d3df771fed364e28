//===- Races.cpp - what parallel iterations may race on -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Races.h"
#include "AffineRaces.h"
#include "BufferedLegality.h"
#include "RaceJudge.h"
#include "WaveLegality.h"
#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/copies/PrivateCopies.h"
#include "lacuna/analysis/copies/Reach.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

std::string RaceJudge::place() const {
  if (!X.IsArray)
    return "'" + X.Name + "'";
  return (X.Certain ? "the same elements of '" : msg::PrefixOneElementOf()) +
         X.Name + "'";
}

/// Whether each update of the array of \p X in \p Body that iterations meet in
/// goes to a place that is written down without anything that changes in there
/// or is in \p Varying: what a local accumulator can stand for.
static bool hasFixedPlaces(const Nest &N, const StmtRef &Body,
                           const Conflict &X,
                           std::vector<std::string> Varying) {
  walk(Body, [&](const Stmt &S) {
    if (auto *Let = dyn_cast<LetStmt>(&S))
      Varying.push_back(Let->name().str());
    else if (auto *Var = dyn_cast<VarStmt>(&S))
      Varying.push_back(Var->name().str());
    else if (auto *Loop = dyn_cast<LoopStmt>(&S)) {
      append_range(Varying, N.ancestors(Loop->var()));
      if (Loop->merge())
        for (const MergeOperand &O : Loop->merge()->Operands)
          Varying.insert(Varying.end(), {O.Var, O.Present});
    }
    return true;
  });
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  auto IsApart = [&](const ExprRef &Index) {
    return any_of(X.Apart, [&](const ExprRef &Place) {
      return structurallyEqual(substitute(Index, Lets), Place);
    });
  };
  bool Fixed = true;
  walk(Body, [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == X.Name &&
        !IsApart(Assign->target().Index))
      for (const auto &Name : freeVars(Assign->target().Index))
        Fixed &= !is_contained(Varying, Name.first());
    return true;
  });
  return Fixed;
}

/// Whether iterations store to one element of the array whatever the data are,
/// and not just to mark it: neither the subscript nor where the loops inside
/// begin depends on the iteration.
bool RaceJudge::certainlyMeets() const {
  if (!X.IsArray)
    return false;
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  const std::vector<std::string> Varying = N.ancestors(P.var());
  auto IsFixed = [&](const ExprRef &E) {
    const ExprRef Whole = substitute(E, Lets);
    bool Result = true;
    walk(Whole, [&](const Expr &Part) {
      auto *Var = dyn_cast<VarExpr>(&Part);
      Result &= !isa<LoadExpr>(&Part) &&
                !(Var && (is_contained(Varying, Var->name()) ||
                          N.producer(Var->name())));
    });
    return Result;
  };
  const StringSet<> Set = declaredIn(P.Loop->body());
  auto IsCertain = [&](const AssignStmt &Store) {
    if (Store.target().Name != X.Name || !IsFixed(Store.target().Index) ||
        isa<ConstantExpr>(Store.value().get()))
      return false;
    return all_of(freeVars(substitute(Store.target().Index, Lets)),
                  [&](const auto &Name) {
                    const IndexVar *V = N.findIndexVar(Name.getKey());
                    return V ? IsFixed(V->Lo) : !Set.contains(Name.getKey());
                  });
  };
  bool Found = false;
  walk(P.Loop->body(), [&](const Stmt &S) {
    auto *Store = dyn_cast<AssignStmt>(&S);
    Found |= Store && IsCertain(*Store);
    return !isa<IfStmt>(&S);
  });
  return Found;
}

std::string RaceJudge::trackedPosition() const {
  return trackedFusion(N, P.var())->Parents[1];
}

/// Whether one accumulator can take all updates of the place.
bool RaceJudge::isJoinable() const {
  if (!Track)
    return !X.IsArray || (X.Certain && hasFixedPlaces(N, P.Loop->body(), X,
                                                      N.ancestors(P.var())));
  // Threads join what belongs to a row, lanes what a row's positions share.
  if (P.isConcurrent())
    return X.PerRow && isJoinableInRow(N, *Track, trackedPosition(), X);
  return !X.IsArray || (X.Certain && hasFixedPlaces(N, Track->each(), X,
                                                    {trackedPosition()}));
}

/// Whether chunks could have copies of the array to update, were it known how
/// large it is.
bool RaceJudge::isUpdatedAlone() const {
  const Operand *Array = N.findOperand(X.Name);
  if (P.tag().Unit != ParallelUnit::CpuThread || !needsCopies() || !Array ||
      hasRowsApart(*Array) || !identityOf(X.Op, X.Ty))
    return false;
  return all_of(accessesIn(N, P.Loop->body()), [&](const Access &A) {
    return A.Name != X.Name || (A.IsWrite && A.Op == X.Op);
  });
}

/// Whether chunks can have copies of the array, which are joined.
bool RaceJudge::isCopyable() const {
  if (!isUpdatedAlone())
    return false;
  const Operand &Array = *N.findOperand(X.Name);
  return copiedElements(Array) || canFindReach(N, Array);
}

/// Whether threads could have copies if it were known how many elements there
/// are. Of a member of records nobody can state that.
bool RaceJudge::isExtentAllThatLacks() const {
  return isUpdatedAlone() && !isCopyable() &&
         N.findOperand(X.Name)->Records.empty();
}

Error RaceJudge::noRaces() {
  std::vector<RaceCure> Cures;
  if (isPlacedByCursors()) {
    noteScan(Cures);
    return fail(msg::IterationsMayStoreSame(P.var(), place()),
                std::move(Cures));
  }
  const std::optional<Vouched> Helpful = helpfulAssumption();
  if (Helpful)
    Cures.push_back(
        Note(msg::AssumptionVouches(Helpful->Clause, Helpful->Meaning),
             clauseInFront(Helpful->Clause)));
  if (X.K == Conflict::Kind::Overwritten || X.K == Conflict::Kind::Marked) {
    noteScan(Cures);
    noteCopies(X, Cures);
    if (!certainlyMeets())
      Cures.push_back(
          OtherStrategy{RaceStrategy::IgnoreRaces, msg::EffectVouches()});
    else if (Cures.empty())
      Cures.push_back(Note::whyNot(msg::NoRaceStrategyHelps()));
    return fail(msg::IterationsMayStoreSame(P.var(), place()),
                std::move(Cures));
  }
  return updates(std::move(Cures));
}

/// Whether the order of the terms matters.
bool RaceJudge::isRounded() const {
  return X.Ty.isRounded() && (X.Op == ReduceOp::Add || X.Op == ReduceOp::Mul);
}

std::string RaceJudge::atomicEffect() const {
  return msg::EffectMakesUpdatesAtomic() +
         (isRounded() ? msg::SuffixOrderVaries() : "") +
         (P.tag().Unit == ParallelUnit::CpuThread ? msg::SuffixAtomicsCost()
                                                  : "");
}

/// \p Promises would keep the updates apart. What holds whatever the data are
/// is told first: that no element is updated twice is seldom so.
Error RaceJudge::updates(std::vector<RaceCure> Promises) {
  std::vector<RaceCure> Cures;
  const std::string InOrder = isRounded() ? msg::SuffixTermsReordered() : "";
  auto Join = [&](RaceStrategy Strategy, std::string Does) {
    if (N.Facts.FpStrict && X.Ty.isRounded())
      Cures.push_back(
          Note::whyNot(msg::StrategyReordersSum(wordFor(Strategy))));
    else
      Cures.push_back(OtherStrategy{Strategy, std::move(Does)});
  };
  if (X.PerRow)
    Join(isGpu(P.tag().Unit) ? RaceStrategy::Atomics : RaceStrategy::Temporary,
         msg::EffectJoinsRowParts(InOrder));
  else if (isJoinable())
    Join(RaceStrategy::ParallelReduction, msg::EffectJoinsUpdates(InOrder));
  else if (P.isConcurrent() && !Track) {
    if (isCopyable())
      Join(RaceStrategy::ParallelReduction,
           msg::EffectJoinsCopies(X.Name, InOrder));
    else if (!(N.Facts.FpStrict && isRounded()))
      noteWhyNoCopies(Cures);
    Join(RaceStrategy::Atomics, atomicEffect());
  }
  if (X.PerRow)
    return fail(msg::IterationsMayShareRow(P.var(), X.Name), std::move(Cures));
  if (!X.Certain && Promises.empty())
    Promises = {OtherStrategy{RaceStrategy::IgnoreRaces, msg::EffectVouches()}};
  append_range(Cures, Promises);
  return fail(
      msg::IterationsUpdateSame(
          P.var(), (X.Certain ? "' update " : "' may update "), place()),
      std::move(Cures));
}

/// How units of the kernel join parts of rows, if one of them does.
static std::optional<RaceStrategy> joiningStrategy(const Nest &N) {
  if (gathersParts(N))
    return RaceStrategy::Temporary;
  bool IsAtomic = anyOf(N.Body, [&](const Stmt &S) {
    const ParallelTag *Tag = gpuTag(S);
    return Tag && Tag->Races == RaceStrategy::Atomics;
  });
  return IsAtomic ? std::optional(RaceStrategy::Atomics) : std::nullopt;
}

Error RaceJudge::ignoreRaces() {
  bool Unsure = Track && P.isConcurrent() && X.IsArray &&
                !variesInRow(N, *Track, trackedPosition(), X.Name);
  if ((X.PerRow || Unsure) && isGpu(P.tag().Unit) && joiningStrategy(N))
    return partsOfRows();
  if (X.PerRow)
    return fail(msg::SharedRowCannotBeVouched(P.var(), X.Name));
  if (Unsure || (X.K == Conflict::Kind::Reduction && X.Certain))
    return fail(msg::AllIterationsUpdateSame(P.var(), place()));
  return Error::success();
}

/// That the conflict is one of updates, which may come in another order.
Error RaceJudge::checkUpdate() {
  if (X.K != Conflict::Kind::Reduction)
    return fail(msg::StrategyForUpdatesOnly(P.var(), place(), Strategy));
  if (N.Facts.FpStrict && X.Ty.isRounded())
    return fail(msg::StrategyReassociates(Strategy, P.var(), X.Name));
  return Error::success();
}

/// Partial results, joined when the loop ends.
Error RaceJudge::joined() {
  if (Error E = checkUpdate())
    return E;
  if (P.tag().Unit == ParallelUnit::GpuBlock && X.IsArray && !Track)
    return fail(msg::BlockJoinsVariablesOnly(Strategy, X.Name),
                {OtherStrategy{RaceStrategy::Atomics, atomicEffect()}});
  if (Track && isGpu(P.tag().Unit))
    return partsOfRows();
  if (isJoinable())
    return Error::success();
  if (Track)
    return fail(X.PerRow
                    ? msg::UpdatesDifferentElements(Strategy, P.var(), X.Name)
                    : msg::DifferentRowsUpdate(Strategy, X.Name));
  if (isCopyable())
    return Error::success();
  if (!isUpdatedAlone())
    return fail(msg::UpdatesDifferentElements(Strategy, P.var(), X.Name));
  std::vector<RaceCure> Cures;
  if (isExtentAllThatLacks())
    Cures.push_back(msg::NoteSayExtent(X.Name));
  return fail(msg::CopiesNeedExtent(P.var(), X.Name, Strategy),
              std::move(Cures));
}

/// Parts of rows that kernels add to what the rows store, or gather apart.
Error RaceJudge::partsOfRows() {
  if (Error E = checkUpdate())
    return E;
  const RaceStrategy Joining = *joiningStrategy(N);
  const std::string Word = "'" + wordFor(Joining).str() + "'";
  if (!X.IsArray && !X.PerRow)
    return fail(msg::AllRowsUpdateVariable(Word, X.Name));
  if (!isJoinableInRow(N, *Track, trackedPosition(), X))
    return fail(msg::RowUpdatesDifferentElements(Word, X.Name));
  if (!hasAtomicForm(X.Op, X.Ty, isGpu(P.tag().Unit)))
    return fail(msg::NoAtomicForm(X.Name));
  Place Of{X.Name, X.Ty, nullptr};
  walk(Track->each(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == X.Name)
      Of = Assign->target();
    return true;
  });
  const bool HasPlace = placeOfRow(statementsOf(Track->enter()),
                                   statementsOf(Track->leave()), X.Op, Of)
                            .has_value();
  if (HasPlace && Joining == RaceStrategy::Atomics)
    return Error::success();
  // Else results wait for the end of the row, each in one place.
  for (const Conflict &Other : Found)
    if (Other.IsArray &&
        !hasFixedPlaces(N, Track->each(), Other, {trackedPosition()}))
      return fail(msg::NeedsOnePlacePerResult(
          (HasPlace ? Word + " gathers parts of rows, which"
                    : "at its end a row does more with '" + X.Name +
                          "' than to store it, so that " + Word),
          Other.Name));
  return Error::success();
}

Error RaceJudge::atomics() {
  if (Error E = checkUpdate())
    return E;
  if (Track && isGpu(P.tag().Unit))
    return partsOfRows();
  if (!P.isConcurrent())
    return fail(msg::AtomicsNeedsThreads(wordFor(P.tag().Unit)));
  if (isGpu(P.tag().Unit) && !X.IsArray)
    return fail(msg::AtomicsOfVariable(wordFor(P.tag().Unit), X.Name),
                {OtherStrategy{RaceStrategy::ParallelReduction,
                               msg::EffectJoinsItsUpdates()}});
  // Parts of a row are joined, which needs no atomic update.
  if (Track)
    return joined();
  if (!hasAtomicForm(X.Op, X.Ty, isGpu(P.tag().Unit)))
    return fail(msg::NoAtomicForm(X.Name));
  return Error::success();
}

/// Updates that would commute but for a conversion in each of them.
std::string RaceJudge::conversion() const {
  std::string Note;
  walk(P.Loop->body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->op() != ReduceOp::None &&
        Assign->target().Name == X.Name && Assign->value()->type() != X.Ty)
      Note = msg::EachUpdateConverts(X.Name, Assign->value()->type().spelling(),
                                     X.Ty.spelling());
    return true;
  });
  return Note;
}

/// Whether what the variable is decides whether a further condition for setting
/// it is evaluated: `s = s || e`, `if (!s && e) s = true`.
bool RaceJudge::isConditionOnItself() const {
  bool Found = false;
  walk(P.Loop->body(), [&](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    auto *If = dyn_cast<IfStmt>(&S);
    bool Sets = (Assign && Assign->target().Name == X.Name) ||
                (If && assigns(If->thenBody(), X.Name));
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Binary = dyn_cast<BinaryExpr>(&Part);
        Found |= Sets && Binary &&
                 (Binary->op() == BinaryOp::LogicalAnd ||
                  Binary->op() == BinaryOp::LogicalOr) &&
                 usesVar(Binary->lhs(), X.Name);
      });
    return !Found;
  });
  return Found;
}

/// Parts that select on their own are chunks of a loop on threads.
Error RaceJudge::selected() {
  if (P.tag().Unit != ParallelUnit::CpuThread || Track)
    return carried();
  if (joinsResults(P.tag().Races))
    return Error::success();
  return fail(msg::IterationsDependOnEachOther(P.var(), X.Name),
              {OtherStrategy{RaceStrategy::ParallelReduction,
                             msg::EffectSelectsInParts()}});
}

Error RaceJudge::run() {
  bool KeepsOrder =
      scans(P.tag().Races) || P.tag().Races == RaceStrategy::Wavefront;
  if (X.K == Conflict::Kind::Selected && !KeepsOrder)
    return selected();
  // Lanes, devices and rows in parts know numbers alone.
  const bool IsOfNumbers = X.Ty.isArithmetic() ||
                           (P.tag().Unit == ParallelUnit::CpuThread && !Track);
  if ((X.K == Conflict::Kind::Carried || !IsOfNumbers) && !KeepsOrder)
    return carried();
  switch (P.tag().Races) {
  case RaceStrategy::NoRaces:
    return noRaces();
  case RaceStrategy::IgnoreRaces:
    return ignoreRaces();
  case RaceStrategy::ParallelReduction:
  case RaceStrategy::Temporary:
    return joined();
  case RaceStrategy::Atomics:
    return atomics();
  case RaceStrategy::Scan:
    return scanned();
  case RaceStrategy::BufferedScan:
    return buffered();
  case RaceStrategy::Wavefront:
    break;
  }
  return Error::success();
}

/// The parallel loops of \p N from the outside in.
static std::vector<ParallelLoop> parallelLoops(const Nest &N,
                                               const Directive &D) {
  std::vector<ParallelLoop> Loops;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (Loop && Loop->tags().Parallel)
      Loops.push_back({Loop, {}});
    return true;
  });
  for (const Clause &C : D.Clauses) {
    if (C.Name != "parallelize")
      continue;
    const IndexVar *V = N.resolveVar(C.Args[0].Text);
    for (ParallelLoop &P : Loops)
      if (V && V->Name == P.Loop->var())
        P.Where = C.Args[2].Where;
  }
  return Loops;
}

/// What holds of a parallel loop whatever its iterations access.
static Error checkKind(const Nest &N, const ParallelLoop &P) {
  bool OnThreads = P.tag().Unit == ParallelUnit::CpuThread,
       OnBlocks = P.tag().Unit == ParallelUnit::GpuBlock;
  if (scans(P.tag().Races) && !OnThreads)
    return makeError(P.Where, msg::ScanNeedsThreads(wordFor(P.tag().Races),
                                                    wordFor(P.tag().Unit)));
  if (P.tag().Races == RaceStrategy::Wavefront)
    if (std::string Why = whyNotOnUnit(N, *P.Loop); !Why.empty())
      return makeError(P.Where, Why);
  const bool IsTracked = trackedIn(N, *P.Loop);
  if (OnThreads && IsTracked && scans(P.tag().Races))
    return makeError(P.Where,
                     msg::ScanOverFusedPositions(wordFor(P.tag().Races)));
  if (!OnThreads && !OnBlocks)
    return Error::success();
  for (const std::string &Array : N.Facts.Private) {
    if (accesses(P.Loop->body(), Array) == 0)
      continue;
    if (IsTracked)
      return makeError(P.Where, (OnBlocks ? "blocks" : "threads") +
                                    msg::SuffixSharedRowsUsePrivate(Array));
    if (std::string Why = whyNotCopiedIn(N, *P.Loop, Array); !Why.empty())
      return makeError(P.Where, Why);
  }
  return Error::success();
}

namespace {

/// What iterations of a loop share, as its tag says it.
struct SharedNames {
  std::vector<std::string> All, Cursors, Marked;
};

} // namespace

/// \p Body with tags that say what iterations share: \p Shared, by the loops'
/// variables.
static StmtRef withShared(const StmtRef &Body,
                          const StringMap<SharedNames> &Shared) {
  return rewrite(
      Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Loop = dyn_cast<LoopStmt>(S.get());
        auto Names = Loop ? Shared.find(Loop->var()) : Shared.end();
        if (Names == Shared.end())
          return nullptr;
        LoopTags Tags = Loop->tags();
        Tags.Parallel->Shared = Names->second.All;
        Tags.Parallel->Cursors = Names->second.Cursors;
        Tags.Parallel->Marked = Names->second.Marked;
        // Nothing is to be kept in order; but a kernel has its shape of that.
        if (Names->second.All.empty() && !isGpu(Tags.Parallel->Unit) &&
            listsShared(Tags.Parallel->Races))
          Tags.Parallel->Races = RaceStrategy::NoRaces;
        return std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(), Tags,
                                          Loop->tag(), Loop->merge());
      },
      nullptr);
}

static bool isOfArray(const Conflict &X) { return X.IsArray && !X.PerRow; }

Expected<Nest> judgeRaces(const Nest &N, const Directive &D) {
  Nest Result = N;
  StringMap<SharedNames> Shared;
  for (const ParallelLoop &P : parallelLoops(N, D)) {
    if (Error E = checkKind(N, P))
      return std::move(E);
    std::vector<Guard> Conditions;
    auto *Conflicts = P.isConcurrent() ? threadConflicts : conflicts;
    std::vector<Conflict> Found = Conflicts(N, P.Loop->var(), &Conditions);
    if (P.tag().Races == RaceStrategy::Wavefront) {
      if (std::string Why = whyNoWavefront(N, *P.Loop, Found); !Why.empty())
        return makeError(P.Where, Why);
      Shared.try_emplace(P.var());
    }
    const bool IsAsked = P.tag().Races == RaceStrategy::NoRaces &&
                         !isGpu(P.tag().Unit) && !Found.empty() &&
                         all_of(Found, isOfArray);
    if (IsAsked && areIndependent(N, P.var(), Result))
      continue;
    if (P.tag().Races == RaceStrategy::NoRaces)
      erase_if(Found, [&](const Conflict &X) {
        return isOfArray(X) && areInBlocks(N, P.var(), X.Name, Conditions);
      });
    for (const Conflict &X : Found) {
      RaceJudge Judge(N, P, X, Found);
      if (Judge.areMarks())
        Shared[P.var()].Marked.push_back(X.Name);
      if (Judge.areMarks() || Judge.isSynchronised())
        continue;
      if (Error E = Judge.run())
        return std::move(E);
      const bool IsJoined = joinsResults(P.tag().Races);
      if (IsJoined && Judge.needsCopies() &&
          !copiedElements(*Result.findOperand(X.Name)))
        addReach(Result, X.Name);
      if (IsJoined ? Judge.needsCopies() : listsShared(P.tag().Races))
        Shared[P.var()].All.push_back(X.Name);
      if (P.tag().Races == RaceStrategy::Scan && Judge.areCursors())
        Shared[P.var()].Cursors.push_back(X.Name);
    }
    if (P.tag().Races == RaceStrategy::BufferedScan && !Found.empty())
      if (std::string Why = whyNotBuffered(N, *P.Loop, Found); !Why.empty())
        return makeError(P.Where, Why);
    // Who vouches for the writes wants no check of them.
    if (P.tag().Races != RaceStrategy::IgnoreRaces)
      addGuards(N, Result.Guards, Conditions);
  }
  Result.Body = withShared(N.Body, Shared);
  return Result;
}

/// \p N with partial results in the loop over \p Var.
static Nest withPartialResults(const Nest &N, StringRef Var) {
  Nest Result = N;
  Result.Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Loop = dyn_cast<LoopStmt>(S.get());
        if (!Loop || Loop->var() != Var)
          return nullptr;
        LoopTags Tags = Loop->tags();
        Tags.Parallel->Races = RaceStrategy::ParallelReduction;
        Tags.Parallel->Shared.clear();
        return std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(), Tags,
                                          Loop->tag(), Loop->merge());
      },
      nullptr);
  return Result;
}

std::vector<Diagnostic> slowAtomics(const Nest &N, const Directive &D) {
  std::vector<Diagnostic> Found;
  const std::string Better = wordFor(RaceStrategy::ParallelReduction).str();
  for (const ParallelLoop &P : parallelLoops(N, D)) {
    // Over fused positions only the ends of rows are added atomically.
    if (P.tag().Races != RaceStrategy::Atomics || P.tag().Shared.empty() ||
        P.tag().Unit != ParallelUnit::CpuThread || trackedIn(N, *P.Loop))
      continue;
    Expected<Nest> Joined = judgeRaces(withPartialResults(N, P.var()), D);
    if (!Joined) {
      consumeError(Joined.takeError());
      continue;
    }
    const std::string Names = quotedList(P.tag().Shared);
    const bool HasCopies =
        !findLoop(Joined->Body, P.var())->tags().Parallel->Shared.empty();
    Found.push_back({P.Where,
                     msg::AtomicsAreSlow(Names),
                     std::nullopt,
                     {Note("'" + Better + "' " +
                               (HasCopies ? msg::EffectJoinsCopiesOf(Names)
                                          : msg::EffectJoinsPartsOf(Names)),
                           Edit{P.Where, Better})}});
  }
  return Found;
}

} // namespace lacuna
