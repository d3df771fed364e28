//===- GpuLegality.cpp - what a GPU can run -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/commands/GpuLegality.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

static constexpr int64_t MostBlockThreads = 1024;

static ParallelUnit unitOf(const LoopStmt &Loop) {
  return Loop.tags().Parallel->Unit;
}

namespace {

/// Looks at the loops of one nest from the outside in.
class UnitChecker {
public:
  UnitChecker(const Nest &N, const Directive &D) : N(N), D(D) {}

  Error run();

private:
  Error checkNothingAhead();
  Error checkSomethingRuns() const;
  Error checkNothingBalanced() const;
  Error visit(const StmtRef &S);
  Error enter(const LoopStmt &Loop, ParallelUnit Unit);
  Error checkPlace(const LoopStmt &Loop, ParallelUnit Unit);
  int64_t lanesOf(const LoopStmt &Warps) const;
  Error checkCount(const LoopStmt &Loop, ParallelUnit Unit);
  Error checkStatement(const Stmt &S);
  Error checkExpr(const Expr &E);
  Error checkExprs(ArrayRef<ExprRef> Exprs);
  Error checkArray(StringRef Name);
  void noteNarrowUpdate(const AssignStmt &S);
  Error checkNarrowUpdates() const;
  TextRange clauseOf(StringRef Var, unsigned Arg) const;
  Error fail(const LoopStmt &Loop, const Twine &Message) const {
    return makeError(clauseOf(Loop.var(), 1), Message.str());
  }
  const LoopStmt *around(ParallelUnit Unit) const;

  const Nest &N;
  const Directive &D;
  /// The loops on units of the GPU around the place that is looked at.
  std::vector<const LoopStmt *> Around;

  struct NarrowUpdates {
    Place Of;
    const LoopStmt *Loop; ///< with 'atomics'
    unsigned Count;
  };
  std::vector<NarrowUpdates> Narrow; // by array
};

} // namespace

TextRange UnitChecker::clauseOf(StringRef Var, unsigned Arg) const {
  for (const Clause &C : D.Clauses)
    if (C.Name == "parallelize")
      if (const IndexVar *V = N.resolveVar(C.Args[0].Text); V && V->Name == Var)
        return C.Args[Arg].Where;
  return {};
}

const LoopStmt *UnitChecker::around(ParallelUnit Unit) const {
  for (const LoopStmt *Loop : Around)
    if (unitOf(*Loop) == Unit)
      return Loop;
  return nullptr;
}

static bool hasWarps(const LoopStmt &Kernel) {
  return anyOf(Kernel.body(), [](const Stmt &S) {
    const ParallelTag *Tag = gpuTag(S);
    return Tag && Tag->Unit == ParallelUnit::GpuWarp;
  });
}

Error UnitChecker::checkPlace(const LoopStmt &Loop, ParallelUnit Unit) {
  std::string Name = "'" + Loop.var().str() + "'";
  std::string Word = "'" + wordFor(Unit).str() + "'";
  if (const LoopStmt *Same = around(Unit))
    return fail(Loop, msg::GpuUnitUsedAround(Same->var(), Name, Word));
  if (Unit == ParallelUnit::GpuBlock && !Around.empty())
    return fail(Loop,
                msg::BlockInsideOtherUnit(Name, Around.front()->var(),
                                          wordFor(unitOf(*Around.front()))));
  if (Unit != ParallelUnit::GpuBlock && !around(ParallelUnit::GpuBlock))
    return fail(Loop, msg::UnitNeedsBlockAround(Name, Word));
  if (Unit == ParallelUnit::GpuThread && !around(ParallelUnit::GpuWarp) &&
      hasWarps(*Around.front()))
    return fail(Loop, msg::ThreadOutsideWarps(Name));
  return Error::success();
}

/// The threads of each warp that \p Warps, a loop on warps, needs.
int64_t UnitChecker::lanesOf(const LoopStmt &Warps) const {
  int64_t Lanes = 1;
  walk(Warps.body(), [&](const Stmt &S) {
    const ParallelTag *Tag = gpuTag(S);
    if (Tag && Tag->Unit == ParallelUnit::GpuThread)
      Lanes = std::max(
          Lanes,
          mostTrips(N, llvm::cast<LoopStmt>(S).var()).value_or(WarpThreads));
    return true;
  });
  return int64_t(PowerOf2Ceil(uint64_t(std::min(Lanes, WarpThreads))));
}

Error UnitChecker::checkCount(const LoopStmt &Loop, ParallelUnit Unit) {
  if (Unit == ParallelUnit::GpuBlock)
    return Error::success();
  std::string Name = "'" + Loop.var().str() + "'";
  std::optional<int64_t> Most = mostTrips(N, Loop.var());
  if (!Most)
    return fail(Loop, msg::UnitNeedsConstantTrips(wordFor(Unit), Name));
  bool IsWarp = Unit == ParallelUnit::GpuWarp;
  if (!IsWarp && around(ParallelUnit::GpuWarp) && *Most > WarpThreads)
    return fail(Loop, msg::ExceedsWarp(WarpThreads, Name, *Most));
  const int64_t Lanes = IsWarp ? lanesOf(Loop) : 1;
  const int64_t Limit = MostBlockThreads / Lanes;
  if (*Most > Limit)
    return fail(Loop,
                msg::ExceedsBlock(Limit,
                                  IsWarp ? " warps of " + std::to_string(Lanes)
                                         : std::string(),
                                  Name, *Most));
  return Error::success();
}

Error UnitChecker::enter(const LoopStmt &Loop, ParallelUnit Unit) {
  // The threads of a wavefront come in blocks by themselves.
  const bool IsWave =
      Loop.tags().Parallel->Races == RaceStrategy::Wavefront && Around.empty();
  if (Error E = IsWave ? Error::success() : checkPlace(Loop, Unit))
    return E;
  if (Error E = IsWave ? Error::success() : checkCount(Loop, Unit))
    return E;
  if (Loop.tags().Ahead)
    return fail(Loop, msg::PrecomputeOnGpuUnit(Loop.var(), wordFor(Unit)));
  if (Loop.merge())
    return fail(Loop, msg::GpuLoopCoIterated(Loop.var()));
  return Error::success();
}

//===-- what kernels are made of ------------------------------------------===//

static Error notInKernels(const Twine &What) {
  return makeError({}, msg::CannotRunOnGpu(What));
}

static bool isDeviceType(const Type &Ty) {
  return Ty.isBool() || Ty.isInteger() ||
         (Ty.isFloat() && (Ty.bits() == 32 || Ty.bits() == 64));
}

/// Functions that are instructions of the device.
static bool isDeviceFunction(StringRef Name) {
  static constexpr StringRef Names[] = {
      "sqrt", "fabs",  "fma",  "floor",    "ceil",      "trunc", "rint",
      "fmin", "round", "fmax", "copysign", "nearbyint", "inf"};
  return is_contained(Names, Name) ||
         (Name.consume_back("f") && is_contained(Names, Name));
}

Error UnitChecker::checkExpr(const Expr &E) {
  if (auto *Opaque = dyn_cast<OpaqueExpr>(&E))
    return notInKernels("'" + Opaque->text() + "'");
  if (auto *Call = dyn_cast<CallExpr>(&E);
      Call && !isDeviceFunction(Call->callee()))
    return notInKernels("'" + Call->callee() + "'");
  // Arrays lie elsewhere in the device's memory.
  if (auto *Address = dyn_cast<AddressExpr>(&E))
    return notInKernels("the address of '" + Address->array() + "'");
  if (!isDeviceType(E.type()))
    return notInKernels("a value of type '" + E.type().spelling() + "'");
  auto *Load = dyn_cast<LoadExpr>(&E);
  return Load ? checkArray(Load->array()) : Error::success();
}

Error UnitChecker::checkArray(StringRef Name) {
  const Operand *O = N.findOperand(Name);
  if (!O || (!O->Row && O->Records.empty()))
    return Error::success();
  return notInKernels(
      "'" + O->Name + "', " +
      (O->Row ? msg::SuffixWhoseRowsAreArrays() : "a member of records,"));
}

Error UnitChecker::checkExprs(ArrayRef<ExprRef> Exprs) {
  Error Found = Error::success();
  for (const ExprRef &E : Exprs)
    walk(E, [&](const Expr &Part) {
      if (!Found)
        Found = checkExpr(Part);
    });
  return Found;
}

/// An atomic update of less than a word is one of the word around it.
void UnitChecker::noteNarrowUpdate(const AssignStmt &S) {
  const Place &To = S.target();
  if (!To.Index || To.Ty.bits() >= 32 || S.op() == ReduceOp::None)
    return;
  auto Atomic = find_if(Around, [](const LoopStmt *Loop) {
    return Loop->tags().Parallel->Races == RaceStrategy::Atomics;
  });
  // Rows that are followed are stored by a kernel in front.
  if (Atomic == Around.end() || trackedFusion(N, Around.front()->var()))
    return;
  auto Same = find_if(
      Narrow, [&](const NarrowUpdates &U) { return U.Of.Name == To.Name; });
  if (Same == Narrow.end())
    Narrow.push_back({To, *Atomic, 1});
  else
    ++Same->Count;
}

/// Other threads' stores and loads of neighbours in a word would race with its
/// updates.
Error UnitChecker::checkNarrowUpdates() const {
  for (const NarrowUpdates &U : Narrow)
    if (accesses(N.Body, U.Of.Name) > U.Count)
      return makeError(
          clauseOf(U.Loop->var(), 2),
          msg::AtomicsTouchNeighbours(U.Of.Name, U.Of.Ty.spelling()));
  return Error::success();
}

Error UnitChecker::checkStatement(const Stmt &S) {
  if (isa<TrackStmt>(&S) && !trackedFusion(N, Around.front()->var()))
    return fail(*Around.front(),
                msg::RowsFollowedInsideBlock(Around.front()->var()));
  auto *Assign = dyn_cast<AssignStmt>(&S);
  // What stands outside of kernels runs on the host.
  if (Assign && !Assign->target().Index && !Around.empty())
    if (const Operand *O = N.findOperand(Assign->target().Name)) {
      StringRef Name = O->Name;
      Name.consume_back("_out");
      return notInKernels("the update of variable '" + Name + "'");
    }
  if (Assign) {
    noteNarrowUpdate(*Assign);
    if (Error E = checkArray(Assign->target().Name))
      return E;
  }
  auto *Array = dyn_cast<LocalArrayStmt>(&S);
  const LoopStmt *Thread = around(ParallelUnit::GpuThread);
  if (Array && Thread && !constantValue(Array->extent()))
    return fail(*Thread,
                msg::ThreadArrayOfUnknownSize(Thread->var(), Array->name()));
  return checkExprs(expressions(S));
}

/// Whether a loop in \p S is a wavefront, which no loop can be around: its own
/// rules say so when races are judged.
static bool holdsWavefront(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    const ParallelTag *Tag = gpuTag(Part);
    return Tag && Tag->Races == RaceStrategy::Wavefront;
  });
}

Error UnitChecker::visit(const StmtRef &S) {
  auto *Loop = dyn_cast<LoopStmt>(S.get());
  bool IsUnit = gpuTag(*S);
  if (IsUnit)
    if (Error E = enter(*Loop, unitOf(*Loop)))
      return E;
  if (Loop && Around.empty() && !IsUnit)
    return holdsWavefront(S)
               ? Error::success()
               : makeError(clauseOf(Loop->var(), 1),
                           msg::OutermostNotOnBlocks(Loop->var()));
  if (Error E = checkStatement(*S))
    return E;
  if (IsUnit)
    Around.push_back(Loop);
  for (const StmtRef &Part : children(*S))
    if (Error E = visit(Part))
      return E;
  if (IsUnit)
    Around.pop_back();
  return Error::success();
}

/// That commands for a GPU give it something to do.
Error UnitChecker::checkSomethingRuns() const {
  const Clause *Target = D.find("target");
  if (!Target || Target->Args[0].Text != wordFor(TargetKind::Cuda))
    return Error::success();
  return makeError(Target->Where, msg::NothingRunsOnGpu());
}

/// Where pieces of balanced work begin the CPU finds out, for its threads.
Error UnitChecker::checkNothingBalanced() const {
  for (const Relation &R : N.Relations) {
    if (!R.rules().HasBorders)
      continue;
    for (const Clause &C : D.Clauses)
      if (C.Name == "divide" && C.Args[1].Text == R.Children.front())
        return makeError(C.Whole,
                         msg::BalancedPiecesOnGpu(R.Parents.front(), R.Over));
  }
  return Error::success();
}

/// That threads of the CPU compute nothing ahead.
Error UnitChecker::checkNothingAhead() {
  auto ComputesAhead = [](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Ahead;
  };
  if (!anyOf(N.Body, ComputesAhead))
    return Error::success();
  for (const Clause &C : D.Clauses)
    if (C.Name == "precompute")
      if (const IndexVar *V = N.resolveVar(C.Args[1].Text);
          V && trackedFusion(N, V->Name))
        return makeError(C.Where, msg::AheadNeedsGpu());
  llvm_unreachable("no clause computes ahead");
}

Error UnitChecker::run() {
  if (!runsOnGpu(N)) {
    if (Error E = checkNothingAhead())
      return E;
    return checkSomethingRuns();
  }
  if (Error E = checkNothingBalanced())
    return E;
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived())
      if (Error E = checkExprs({V.Lo, V.Hi}))
        return E;
  if (Error E = visit(N.Body))
    return E;
  return checkNarrowUpdates();
}

bool runsOnGpu(const Nest &N) {
  return anyOf(N.Body, [](const Stmt &S) { return gpuTag(S); });
}

Nest withKnownPositions(Nest N) {
  for (const IndexVar &V : N.IndexVars)
    if (!V.isDerived())
      if (std::optional<Segments> S = segmentsOf(N, V))
        if (auto Guards = ascendingGuards(N, *S))
          addGuards(N, N.Guards, *Guards);
  return N;
}

Error checkGpuUnits(const Nest &N, const Directive &D) {
  return UnitChecker(N, D).run();
}

} // namespace lacuna
