//===- WalkGuard.cpp - arrays whose ends a walk finds ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/WalkGuard.h"
#include "AccessWalk.h"
#include "WalkKey.h"
#include "lacuna/analysis/AccessedRanges.h"
#include "lacuna/analysis/InPlaceArrays.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/analysis/Reductions.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

std::vector<ArrayPair> lacuna::arraysForWalk(const Nest &N,
                                             const LowerOptions &Options) {
  std::vector<ArrayPair> Pairs;
  if (Options.Check != CheckLevel::Cheap || !Options.AsWritten ||
      !AccessWalk(*Options.AsWritten, WalkKind::Generous).isPossible())
    return Pairs;
  const AccessedRanges Accessed(N, RangeUse::Guards);
  for (const ArrayPair &Pair : arraysToCompare(N)) {
    const auto [A, B] = Pair;
    if ((!Accessed.of(*A).Hi || !Accessed.of(*B).Hi) &&
        (Options.TypesAlias || mayBeOneObject(A->Ty, B->Ty)))
      Pairs.push_back(Pair);
  }
  return Pairs;
}

static std::string reasonFor(llvm::ArrayRef<ArrayPair> Pairs) {
  std::string Reason;
  for (auto [A, B] : Pairs)
    Reason += msg::FragmentOverlapPair((Reason.empty() ? "'" : ", or '"),
                                       A->Name, B->Name);
  return Reason;
}

/// Whether iterations of an outermost loop of \p Walk hand something on but \p
/// Results.
static bool handsOn(const StmtRef &Walk, llvm::ArrayRef<std::string> Results) {
  return llvm::any_of(statementsOf(Walk), [&](const StmtRef &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    if (!Loop)
      return false;
    const llvm::StringSet<> Own = declaredIn(Loop->body());
    return anyOf(Loop->body(), [&](const Stmt &Part) {
      auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
      return Assign && !Own.contains(Assign->target().Name) &&
             !llvm::is_contained(Results, Assign->target().Name);
    });
  });
}

/// \p Walk with its outermost loops on threads.
static StmtRef onThreads(const StmtRef &Walk) {
  LoopTags Tags;
  Tags.Parallel = {ParallelUnit::CpuThread, RaceStrategy::ParallelReduction,
                   std::nullopt};
  Statements Out = statementsOf(Walk);
  for (StmtRef &S : Out)
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()); Loop && !Loop->merge())
      S = std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(), Tags);
  return block(std::move(Out));
}

/// Moves the declarations of \p Results from \p Code to \p Setup.
static StmtRef takeDeclarations(const StmtRef &Code,
                                llvm::ArrayRef<std::string> Results,
                                Statements &Setup) {
  Statements Rest;
  for (const StmtRef &S : statementsOf(Code)) {
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    bool IsResult = Var && llvm::is_contained(Results, Var->name());
    (IsResult ? Setup : Rest).push_back(S);
  }
  return block(std::move(Rest));
}

/// Which elements of \p Arrays are accessed, found by a walk that \p G makes.
static llvm::Expected<std::vector<ArrayRange>>
walkInto(ProgramGuard &G, const Nest &N, const Nest &AsWritten,
         llvm::ArrayRef<std::string> Arrays) {
  auto [Walk, Found] = AccessWalk(AsWritten, WalkKind::Generous).scan(Arrays);
  std::vector<std::string> Results;
  for (const ArrayRange &S : Found)
    for (const ExprRef &Bound : {S.Lo, S.Hi})
      Results.push_back(llvm::cast<VarExpr>(*Bound).name().str());
  const bool IsSequential = handsOn(Walk.Body, Results);
  llvm::Expected<StmtRef> Serial = Lowering(Walk).run();
  if (!Serial)
    return Serial.takeError();
  StmtRef Code = *Serial;
  if (runsOnThreads(N) && !IsSequential) {
    Walk.Body = onThreads(Walk.Body);
    llvm::Expected<StmtRef> Parallel = Lowering(Walk).run();
    if (!Parallel)
      return Parallel.takeError();
    Code = *Parallel;
  }
  Statements Setup;
  StmtRef Body = takeDeclarations(Code, Results, Setup);
  MadeNames Names(AsWritten);
  ExprRef Key = IsSequential
                    ? nullptr
                    : walkKey(AsWritten, *Serial, Results, Names, Setup);
  if (Key)
    G.Kept = KeptWalk{Key, std::move(Results), Body};
  else
    Setup.push_back(Body);
  G.Setup = block(std::move(Setup));
  return Found;
}

llvm::Expected<ProgramGuard>
lacuna::walkGuard(const Nest &N, const LowerOptions &Options,
                  llvm::ArrayRef<ArrayPair> Pairs) {
  const AccessedRanges Accessed(N, RangeUse::Guards);
  std::vector<std::string> Unknown;
  for (auto [A, B] : Pairs)
    for (const Operand *O : {A, B})
      if (!Accessed.of(*O).Hi && !llvm::is_contained(Unknown, O->Name))
        Unknown.push_back(O->Name);
  ProgramGuard G{reasonFor(Pairs), nullptr, nullptr};
  llvm::Expected<std::vector<ArrayRange>> Found =
      walkInto(G, N, *Options.AsWritten, Unknown);
  if (!Found)
    return Found.takeError();
  auto SliceOf = [&](const Operand &O) {
    auto Walked = llvm::find_if(
        *Found, [&](const ArrayRange &S) { return S.Array == O.Name; });
    return Walked != Found->end() ? *Walked
                                  : ifOutermostRuns(N, Accessed.of(O));
  };
  for (auto [A, B] : Pairs)
    G.Disjoint.push_back({SliceOf(*A), SliceOf(*B), mayBeOne(N, *A, *B)});
  return G;
}
