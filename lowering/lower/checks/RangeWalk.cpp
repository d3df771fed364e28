//===- RangeWalk.cpp - a walk that finds ranges of subscripts -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeWalk.h"
#include "AccessWalk.h"
#include "QuickNotes.h"
#include "WalkInputs.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// From so many threads on a walk in each call and a loop on threads take less
/// time than the user's loop.
static constexpr int64_t TeamForQuickNotes = 2, TeamForNotes = 3;

/// Whether iterations of an outermost loop of \p Walk hand something on but \p
/// Results.
static bool handsOn(const StmtRef &Walk, llvm::ArrayRef<std::string> Results) {
  return llvm::any_of(statementsOf(Walk), [&](const StmtRef &S) {
    if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
      return handsOn(If->thenBody(), Results) ||
             (If->elseBody() && handsOn(If->elseBody(), Results));
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
  if (!Walk)
    return Walk;
  LoopTags Tags;
  Tags.Parallel = {ParallelUnit::CpuThread, RaceStrategy::ParallelReduction,
                   std::nullopt};
  Statements Out = statementsOf(Walk);
  for (StmtRef &S : Out)
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()); Loop && !Loop->merge())
      S = std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(), Tags);
    else if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
      S = std::make_shared<IfStmt>(If->cond(), onThreads(If->thenBody()),
                                   onThreads(If->elseBody()));
  return block(std::move(Out));
}

/// Moves the declarations of \p Results from \p Code to \p Declared.
static StmtRef takeDeclarations(const StmtRef &Code,
                                llvm::ArrayRef<std::string> Results,
                                Statements &Declared) {
  Statements Rest;
  for (const StmtRef &S : statementsOf(Code)) {
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    bool IsResult = Var && llvm::is_contained(Results, Var->name());
    (IsResult ? Declared : Rest).push_back(S);
  }
  return block(std::move(Rest));
}

llvm::Expected<RangeWalk>
lacuna::walkRanges(const Nest &N, const Nest &AsWritten,
                   llvm::ArrayRef<std::string> Arrays) {
  RangeWalk Result;
  auto [Walk, Found] = AccessWalk(AsWritten, WalkKind::Generous).scan(Arrays);
  Result.Ranges = std::move(Found);
  Result.Arrays = Arrays.vec();
  for (const ArrayRange &S : Result.Ranges)
    for (const ExprRef &Bound : {S.Lo, S.Hi})
      if (std::string Name = llvm::cast<VarExpr>(*Bound).name().str();
          !llvm::is_contained(Result.Results, Name))
        Result.Results.push_back(std::move(Name));
  const bool IsSequential = handsOn(Walk.Body, Result.Results);
  llvm::Expected<StmtRef> Serial = Lowering(Walk).run();
  if (!Serial)
    return Serial.takeError();
  Result.Serial = takeDeclarations(*Serial, Result.Results, Result.Declared);
  if (!runsOnThreads(N) || IsSequential)
    return Result;
  Walk.Body = onThreads(Walk.Body);
  llvm::Expected<StmtRef> Parallel = Lowering(Walk).run();
  if (!Parallel)
    return Parallel.takeError();
  Statements Same;
  Result.OnThreads = takeDeclarations(*Parallel, Result.Results, Same);
  return Result;
}

/// How deep loops in \p S lie in each other, without those of a constant number
/// of iterations.
static unsigned depthOf(const Nest &N, const Stmt &S) {
  unsigned Depth = 0;
  for (const StmtRef &Part : children(S))
    Depth = std::max(Depth, depthOf(N, *Part));
  ExprRef Lo, Hi;
  if (auto *For = llvm::dyn_cast<ForStmt>(&S)) {
    Lo = For->lo();
    Hi = For->hi();
  } else if (auto *Loop = llvm::dyn_cast<LoopStmt>(&S)) {
    const IndexVar *Var = N.findIndexVar(Loop->var());
    Lo = Var->Lo;
    Hi = Var->Hi;
  } else {
    return Depth + llvm::isa<WhileStmt>(&S);
  }
  const bool IsConstant = Lo && constantValue(Lo) && constantValue(Hi);
  return Depth + !IsConstant;
}

KeptWalk lacuna::keptWalk(const RangeWalk &Walk, const StmtRef &Plain,
                          const Nest &N, const Nest &AsWritten) {
  KeptWalk Kept;
  if (llvm::Error E = noteInputs(Kept, N, AsWritten, Walk.Serial, /*Clause=*/"",
                                 Compared::Pages)) {
    llvm::consumeError(std::move(E));
    Kept = {};
  }
  Kept.Loop = AsWritten.IndexVars.front().Name;
  Kept.Threads = runsOnThreads(N) ? teamSize(N.Facts.NumThreads) : i64(1);
  Kept.Results = Walk.Results;
  MadeNames Names(AsWritten);
  bool AreQuick = true;
  Kept.Plain = quickNotes(Plain, Names, AreQuick);
  AreQuick |=
      depthOf(AsWritten, *Walk.Serial) < depthOf(AsWritten, *AsWritten.Body);
  Kept.Pays = binary(BinaryOp::Ge, teamSize(N.Facts.NumThreads),
                     i64(AreQuick ? TeamForQuickNotes : TeamForNotes));
  const std::string Found = quotedList(Walk.Arrays, "and");
  Kept.WhyNot = Kept.Walk ? msg::TooFewThreadsForWalks(Found)
                          : msg::TooFewThreadsForUnkeptWalks(Found);
  return Kept;
}

llvm::Error lacuna::unknownReach(const Operand &From, const Operand &Into) {
  const auto &[A, B] =
      Into.Written ? std::tie(Into, From) : std::tie(From, Into);
  const std::string Clause = "assume(noalias(" + A.Name + ", " + B.Name + "))";
  return makeError({},
                   msg::MayReachIntoArray(From.Name, Into.Name,
                                          (From.Written ? "stored to" : "read"),
                                          msg::SuffixDependsOnStores()),
                   {{msg::ClauseVouchesApart(Clause), Edit{{}, Clause + " "}}});
}
