//===- Races.cpp - what parallel iterations may race on -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Segments.h"
#include "Words.h"
#include "lacuna/schedule/Dependence.h"

using namespace llvm;

namespace lacuna {

namespace {

/// One parallel loop and the clause that made it so.
struct ParallelLoop {
  const LoopStmt *Loop;
  TextRange Where; ///< of the race strategy
};

class RaceJudge {
public:
  explicit RaceJudge(const Nest &N) : N(N) {}
  Error judge(const ParallelLoop &P);
  std::vector<Guard> Conditions;

private:
  Error judgeConflict(const ParallelLoop &P, const Conflict &X);
  Error judgeReduction(const ParallelLoop &P, const Conflict &X);
  Error noRaces(const ParallelLoop &P, const Conflict &X);

  const Nest &N;
};

} // namespace

static std::string place(const Conflict &X) {
  if (!X.IsArray)
    return "'" + X.Name + "'";
  return (X.Certain ? "the same elements of '" : "one element of '") + X.Name +
         "'";
}

Error RaceJudge::noRaces(const ParallelLoop &P, const Conflict &X) {
  std::string Var = P.Loop->var().str();
  if (X.K == Conflict::Kind::Overwritten)
    return makeError(P.Where,
                     "different iterations of '" + Var + "' may store to " +
                         place(X),
                     {"'ignore_races' vouches that they do not"});
  std::vector<std::string> Notes;
  if (!X.IsArray)
    Notes.push_back("'parallel_reduction' joins the updates");
  else if (X.Certain)
    Notes.push_back("accumulate into a local variable, then "
                    "'parallel_reduction' joins the updates");
  else
    Notes.push_back("'ignore_races' vouches that they do not");
  return makeError(
      P.Where,
      "different iterations of '" + Var +
          (X.IsArray && !X.Certain ? "' may update " : "' update ") + place(X),
      Notes);
}

Error RaceJudge::judgeReduction(const ParallelLoop &P, const Conflict &X) {
  std::string Var = P.Loop->var().str();
  if (X.K != Conflict::Kind::Reduction)
    return makeError(P.Where, "different iterations of '" + Var +
                                  "' may store to " + place(X) +
                                  ", which is no reduction");
  if (X.IsArray)
    return makeError(P.Where,
                     "'parallel_reduction' joins the updates of scalar "
                     "variables, but '" +
                         Var + "' updates elements of '" + X.Name + "'",
                     {"accumulate into a local variable first"});
  if (N.Facts.FpStrict && X.Ty.isFloat())
    return makeError(P.Where, "'parallel_reduction' over '" + Var +
                                  "' would reassociate the reduction into '" +
                                  X.Name + "', which 'fp(strict)' forbids");
  return Error::success();
}

Error RaceJudge::judgeConflict(const ParallelLoop &P, const Conflict &X) {
  std::string Var = P.Loop->var().str();
  // Between iterations that update one place in any order nothing flows.
  if (X.K == Conflict::Kind::Carried)
    return makeError(P.Where,
                     "iterations of '" + Var +
                         "' depend on each other: one "
                         "reads '" +
                         X.Name + "' where another may have written it",
                     {"no race strategy makes such a loop parallel"});
  switch (P.Loop->tags().Parallel->Races) {
  case RaceStrategy::IgnoreRaces:
    if (X.K == Conflict::Kind::Reduction && X.Certain)
      return makeError(P.Where, "all iterations of '" + Var + "' update " +
                                    place(X) +
                                    "; 'ignore_races' cannot vouch for that");
    return Error::success();
  case RaceStrategy::ParallelReduction:
    return judgeReduction(P, X);
  default:
    return noRaces(P, X);
  }
}

Error RaceJudge::judge(const ParallelLoop &P) {
  StringRef Var = P.Loop->var();
  // Who vouches for the writes wants no check of them.
  bool Vouched = P.Loop->tags().Parallel->Races == RaceStrategy::IgnoreRaces;
  std::vector<Guard> Needed;
  for (const Conflict &X : conflicts(N, Var, &Needed))
    if (Error E = judgeConflict(P, X))
      return E;
  if (!Vouched)
    addGuards(N, Conditions, Needed);
  return Error::success();
}

Expected<Nest> judgeRaces(const Nest &N, const Directive &D) {
  std::vector<ParallelLoop> Parallel;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (Loop && Loop->tags().Parallel)
      Parallel.push_back({Loop, {}});
    return true;
  });
  for (const Clause &C : D.Clauses)
    for (ParallelLoop &P : Parallel)
      if (C.Name == "parallelize")
        if (const IndexVar *V = N.resolveVar(C.Args[0].Text);
            V && V->Name == P.Loop->var())
          P.Where = C.Args[2].Where;
  RaceJudge Judge(N);
  for (const ParallelLoop &P : Parallel)
    if (Error E = Judge.judge(P))
      return std::move(E);
  Nest Result = N;
  append_range(Result.Guards, Judge.Conditions);
  return Result;
}

} // namespace lacuna
