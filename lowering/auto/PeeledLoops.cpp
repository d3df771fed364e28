//===- PeeledLoops.cpp - loops that meet in one iteration -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `d[i][j] = min(d[i][j], d[i][k] + d[k][j])`, shortest paths between all
// pairs, rows need row k, and elements of a row need element k, which rows and
// elements store as well. Those in front of k and those behind it do not need
// each other.
//
//===----------------------------------------------------------------------===//

#include "PeeledLoops.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"

using namespace llvm;

namespace lacuna {

/// Elements in a row, from which on lanes gain more than is lost around `k`.
static constexpr int64_t LeastElements = 32;

/// Rows or elements, from which on threads gain more than it takes to start
/// them twice in each iteration of the outermost loop.
static constexpr int64_t LeastShared = 200;

/// Whether \p Loop has the same iterations in all those of \p Around.
static bool isFree(const Nest &N, StringRef Loop, StringRef Around) {
  const IndexVar *V = N.findIndexVar(Loop);
  return V && !V->isDerived() && !usesVar(V->Lo, Around) &&
         !usesVar(V->Hi, Around);
}

/// Whether elements along \p Loop are written, and read at \p Fixed in their
/// place.
static bool meets(const AffineView &View, StringRef Loop, StringRef Fixed) {
  StringSet<> Written, Read;
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses)
      for (const auto &[D, E] : enumerate(A.Place))
        if (E.asVar() == (A.IsWrite ? Loop : Fixed))
          (A.IsWrite ? Written : Read)
              .insert(A.Array + "[" + std::to_string(D) + "]");
  return any_of(Read,
                [&](const auto &At) { return Written.contains(At.getKey()); });
}

/// Loads of \p E under a condition in it.
static bool readsSometimes(const ExprRef &E) {
  bool Reads = false;
  walk(E, [&](const Expr &Part) {
    if (isConditional(Part))
      for (const ExprRef &Arm : ArrayRef(Part.operands()).drop_front())
        Reads |= readsMemory(Arm);
  });
  return Reads;
}

/// Whether compilers can put elements in lanes: there is one loop over them,
/// all is read for each, and what is stored hangs on one condition at most,
/// which takes the vectors of AVX. Of anything else LLVM may warn that it has
/// no lanes, or make some that do not gain.
static bool suitsLanes(const AffineView &View, const ScheduleContext &Context) {
  const AffineStatement &Deepest = deepestOf(View);
  const auto IsDeepest = [&](const AffineStatement &S) {
    return S.Loops.size() == Deepest.Loops.size();
  };
  bool Suits = count_if(View.Statements, IsDeepest) == 1;
  std::vector<ExprRef> Asked, Read;
  size_t Conditions = 0;
  walk(Deepest.Body, [&](const Stmt &S) {
    auto *If = dyn_cast<IfStmt>(&S);
    Conditions += If != nullptr;
    Suits &= !If || !If->elseBody();
    for (const ExprRef &E : expressions(S)) {
      Suits &= !E || !readsSometimes(E);
      forEachLoad(
          E, [&](const ExprRef &Load) { (If ? Asked : Read).push_back(Load); });
    }
    return true;
  });
  // Under a condition what it has read is read once more.
  return Suits && Conditions <= (Context.VectorBytes < 32 ? 0 : 1) &&
         (Conditions == 0 || all_of(Read, [&](const ExprRef &E) {
            return any_of(Asked, [&](const ExprRef &Known) {
              return structurallyEqual(E, Known);
            });
          }));
}

/// Versions of \p N with \p Peeled in front: rows on threads where there are
/// some, and elements in lanes if \p Lanes is not null.
static std::vector<Version> versionsOf(const Nest &N, const Directive &Peeled,
                                       StringRef Row, const Clause *Lanes) {
  Directive Threads = Peeled.followedBy({clauses::parallelize(
      clauseName(N, Row), ParallelUnit::CpuThread, RaceStrategy::NoRaces)});
  std::vector<Version> Result;
  for (const Directive &Asked : {Threads, Peeled}) {
    if (!Lanes && !Result.empty())
      break;
    std::optional<Version> V =
        versionOf(N, Lanes ? Asked.followedBy({*Lanes}) : Asked);
    if (!V)
      return {};
    Result.push_back(std::move(*V));
  }
  if (Lanes)
    Result.front().When = {{Row.str(), "", LeastShared}};
  return Result;
}

std::optional<InOrder> peeledLoops(const Nest &Given,
                                   const ScheduleContext &Context) {
  Expected<AffineView> View = exportAffine(Given);
  if (!View) {
    consumeError(View.takeError());
    return std::nullopt;
  }
  const std::vector<std::string> &Loops = deepestOf(*View).Loops;
  if (Loops.size() != 3)
    return std::nullopt;
  const std::string &Fixed = Loops[0], &Row = Loops[1], &Element = Loops[2];
  if (!isFree(Given, Row, Fixed) || !isFree(Given, Element, Fixed) ||
      !meets(*View, Row, Fixed))
    return std::nullopt;
  const ExprRef Length = lengthOf(Given, *Given.findIndexVar(Element));
  const bool MayPay =
      Length && constantValue(Length).value_or(LeastElements) >= LeastElements;
  const std::optional<Nest> Modelled =
      MayPay ? withModel(Given, AffineEffort::Tried) : std::nullopt;
  if (!Modelled)
    return std::nullopt;
  const Nest &N = *Modelled;
  auto Peel = [&](StringRef Loop) {
    return clauses::call("peel", {clauseName(N, Loop), clauseName(N, Fixed)});
  };
  const Clause Lanes = clauses::parallelize(
      clauseName(N, Element), ParallelUnit::CpuVector, RaceStrategy::NoRaces);
  const bool HasLanes = suitsLanes(*View, Context);
  for (const Directive &Peeled :
       {Directive{{Peel(Row)}}, Directive{{Peel(Row), Peel(Element)}}}) {
    InOrder Result{versionsOf(N, Peeled, Row, HasLanes ? &Lanes : nullptr),
                   binary(BinaryOp::Ge, Length,
                          i64(HasLanes ? LeastElements : LeastShared)),
                   /*HasLoopsInside=*/false,
                   /*AtLeastThreads=*/HasLanes ? 1 : 2};
    if (Result.Versions.empty())
      continue;
    const std::vector<Guard> Guards = guardsOfAll(N, Result.Versions);
    for (Version &V : Result.Versions)
      V.Graph.Guards = Guards;
    return Result;
  }
  return std::nullopt;
}

} // namespace lacuna
