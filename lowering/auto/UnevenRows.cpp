//===- UnevenRows.cpp - rows of very different work -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnevenRows.h"
#include "Candidates.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include <algorithm>

using namespace llvm;

namespace lacuna {

/// Iterations that a thread takes at a time of rows of unknown work, and most
/// rows: taking them costs less than they do, and the least loop that is shared
/// out at all (`LeastWork`) has some twenty times as many.
static constexpr double WorkAtATime = 1024;
static constexpr int64_t MostRowsAtATime = 16;

namespace {

/// What decides on the number of a loop's iterations.
enum class Length { Known, Stored, Found };

} // namespace

/// Of a loop with \p Bound.
static Length lengthBy(const ExprRef &Bound, const StringMap<ExprRef> &Lets) {
  Length Result = Length::Known;
  forEachLoad(substitute(Bound, Lets), [&](const ExprRef &Load) {
    const bool IsChosen = readsMemory(llvm::cast<LoadExpr>(*Load).index());
    Result = std::max(Result, IsChosen ? Length::Found : Length::Stored);
  });
  return Result;
}

static Length lengthOf(const Nest &N, const Stmt &S,
                       const StringMap<ExprRef> &Lets) {
  if (isa<WhileStmt>(S))
    return Length::Found;
  const IndexVar &Var = *N.findIndexVar(llvm::cast<LoopStmt>(S).var());
  return std::max(lengthBy(Var.Lo, Lets), lengthBy(Var.Hi, Lets));
}

/// Whether a loop in \p Body makes it uneven; \p IsInside: of a loop below the
/// rows of no known length.
static bool hasUnevenWork(const Nest &N, const StmtRef &Body,
                          const StringMap<ExprRef> &Lets, bool IsInside) {
  bool Found = false;
  walk(Body, [&](const Stmt &S) {
    if (Found || !isa<LoopStmt, WhileStmt>(S))
      return !Found;
    const Length L = lengthOf(N, S, Lets);
    Found =
        (IsInside && L == Length::Found) ||
        any_of(children(S), [&](const StmtRef &Inner) {
          return hasUnevenWork(N, Inner, Lets, IsInside || L != Length::Known);
        });
    return false;
  });
  return Found;
}

bool hasUnevenWork(const Nest &N, const LoopStmt &Rows) {
  return hasUnevenWork(N, Rows.body(), letsIn(N.Body), /*IsInside=*/false);
}

/// Whether a bound of a loop below \p Row moves with it, and the other does
/// not;
/// \p Stored: as data say.
static bool growsWith(const Nest &N, StringRef Row, bool Stored) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  return anyOf(findLoop(N.Body, Row)->body(), [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    const IndexVar *V = Loop ? N.findIndexVar(Loop->var()) : nullptr;
    if (!V || V->isDerived())
      return false;
    const ExprRef Lo = substitute(V->Lo, Lets), Hi = substitute(V->Hi, Lets);
    auto Moves = [&](const ExprRef &Bound, const ExprRef &Other) {
      return usesVar(Bound, Row) && readsMemory(Bound) == Stored &&
             isOverScalars(N, Other);
    };
    // Where both ends move on they mostly stay as far apart.
    return Moves(Lo, Hi) || Moves(Hi, Lo);
  });
}

bool isTriangle(const Nest &N, StringRef Row) {
  return growsWith(N, Row, /*Stored=*/false);
}

bool haveLengths(const Nest &N, StringRef Row) {
  return growsWith(N, Row, /*Stored=*/true);
}

Clause tilesOnThreads(const Nest &N, StringRef Row, std::string Tiles) {
  return isTriangle(N, Row)
             ? clauses::handOut(std::move(Tiles), RaceStrategy::NoRaces, 1)
             : clauses::parallelize(std::move(Tiles), ParallelUnit::CpuThread,
                                    RaceStrategy::NoRaces);
}

/// Whether a loop in \p Body has one inside.
static bool hasLoopsInLoops(const StmtRef &Body) {
  auto IsLoop = [](const Stmt &S) { return isa<LoopStmt, WhileStmt>(S); };
  return anyOf(Body, [&](const Stmt &S) {
    return IsLoop(S) && any_of(children(S), [&](const StmtRef &Each) {
             return anyOf(Each, IsLoop);
           });
  });
}

int64_t rowsAtATime(const Nest &N, const LoopStmt &Rows) {
  // A few vectors, each with each: there may be fewer rows than that.
  if (isTriangle(N, Rows.var()) && hasLoopsInLoops(Rows.body()))
    return 1;
  return std::clamp<int64_t>(int64_t(WorkAtATime / guessedWork(Rows.body())), 1,
                             MostRowsAtATime);
}

Clause rowsOnThreads(const Nest &N, StringRef Row, RaceStrategy Races) {
  const std::string Name = clauseName(N, Row);
  const bool CanDiffer =
      Races == RaceStrategy::NoRaces && N.Facts.Private.empty();
  if (CanDiffer && isTriangle(N, Row))
    return clauses::handOut(Name, Races,
                            rowsAtATime(N, *findLoop(N.Body, Row)));
  if (CanDiffer && haveLengths(N, Row))
    return clauses::handOutGuided(Name, Races);
  return clauses::parallelize(Name, ParallelUnit::CpuThread, Races);
}

} // namespace lacuna
