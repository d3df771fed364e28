//===- LoopParts.cpp - what stands beside an inner loop -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"
#include "lacuna/affine/SumsInPlace.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"

using namespace llvm;

namespace lacuna {

namespace {

/// An iteration, by what stands where.
struct Parts {
  std::vector<StmtRef> Lets, Before, After;
  StmtRef Loop;
};

} // namespace

/// The parts of \p Body, in which the loop over \p Inner stands; nothing if
/// other statements than stores to elements stand beside it.
static std::optional<Parts> partsOf(ArrayRef<StmtRef> Body, StringRef Inner) {
  Parts Result;
  for (const StmtRef &S : Body) {
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    auto *Store = dyn_cast<AssignStmt>(S.get());
    if (Loop && Loop->var() == Inner)
      Result.Loop = S;
    else if (isa<LetStmt>(*S) && !Result.Loop)
      Result.Lets.push_back(S);
    else if (Store && Store->target().Index && !Store->isAtomic())
      (Result.Loop ? Result.After : Result.Before).push_back(S);
    else
      return std::nullopt;
  }
  if (!Result.Loop || (Result.Before.empty() && Result.After.empty()))
    return std::nullopt;
  return Result;
}

/// Whether \p Lets read nothing that \p Body, of \p N, writes.
static bool areUnchanging(const Nest &N, ArrayRef<StmtRef> Lets,
                          const StmtRef &Body) {
  StringSet<> Written;
  for (const Access &A : accessesIn(N, Body))
    if (A.IsWrite)
      Written.insert(A.Name);
  return all_of(Lets, [&](const StmtRef &S) {
    return readOf(llvm::cast<LetStmt>(*S).init(), Written).empty();
  });
}

std::optional<Nest> withLoopParts(const Nest &N, StringRef Outer,
                                  StringRef Inner) {
  const LoopStmt &Loop = *findLoop(N.Body, Outer);
  const IndexVar &Var = *N.findIndexVar(Outer);
  if (Var.isDerived() || N.consumer(Outer) || Loop.merge() ||
      !(Loop.tags() == LoopTags()))
    return std::nullopt;
  const std::optional<Parts> P =
      partsOf(withSumsInPlace(statementsOf(Loop.body())), Inner);
  std::vector<Guard> Conditions;
  if (!P || !areUnchanging(N, P->Lets, Loop.body()) ||
      !conflicts(N, Outer, &Conditions).empty())
    return std::nullopt;

  Nest Result = N;
  auto LoopOver = [&](ArrayRef<StmtRef> Stores, StringRef Suffix) -> StmtRef {
    if (Stores.empty())
      return nullptr;
    IndexVar Copy = Var;
    Copy.Name = unusedName(Result, (Outer + Suffix).str());
    Copy.Coordinate.clear();
    StringMap<ExprRef> Values = letsIn(block(P->Lets));
    for (auto &Let : Values)
      Let.second = substitute(Let.second, {{Outer, var(Var.Ty, Copy.Name)}});
    Values[Outer] = var(Var.Ty, Copy.Name);
    Result.IndexVars.push_back(Copy);
    return std::make_shared<LoopStmt>(Copy.Name,
                                      substitute(block(Stores.vec()), Values),
                                      LoopTags(), Loop.tag());
  };
  std::vector<StmtRef> Body = P->Lets;
  Body.push_back(P->Loop);
  const StmtRef Alone = std::make_shared<LoopStmt>(
      Outer.str(), block(std::move(Body)), LoopTags(), Loop.tag());
  std::vector<StmtRef> All = {LoopOver(P->Before, "_before"), Alone,
                              LoopOver(P->After, "_after")};
  Result.Body = replaceLoop(N.Body, Outer, block(std::move(All)));
  addGuards(N, Result.Guards, Conditions);
  return Result;
}

} // namespace lacuna
