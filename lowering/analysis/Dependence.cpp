//===- Dependence.cpp - what may run in another order ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForm.h"
#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/analysis/Messages.def"

using namespace llvm;

namespace lacuna {

std::vector<Conflict> conflicts(const Nest &N, StringRef Var,
                                std::vector<Guard> *Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Var);
  if (!Loop)
    return {};
  if (const TrackStmt *Track = trackedIn(N, *Loop))
    return trackedConflicts(N, *Loop, *Track, Conditions);
  return ConflictFinder(N, Loop->body(), {Var.str()}, fixedAround(N, *Loop))
      .run(Conditions);
}

std::vector<Conflict> threadConflicts(const Nest &N, StringRef Var,
                                      std::vector<Guard> *Conditions) {
  std::vector<Conflict> Found = conflicts(N, Var, Conditions);
  const LoopStmt *Loop = findLoop(N.Body, Var);
  const ParallelTag *Gpu = Loop ? gpuTag(*Loop) : nullptr;
  if (Gpu && Gpu->Unit != ParallelUnit::GpuBlock)
    return Found;
  erase_if(Found, [&](const Conflict &X) {
    return X.IsArray && is_contained(N.Facts.Private, X.Name);
  });
  return Found;
}

bool areInBlocks(const Nest &N, StringRef Var, StringRef Array,
                 std::vector<Guard> &Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Var);
  if (!Loop || trackedIn(N, *Loop))
    return false;
  const std::vector<std::string> Separating = {Var.str()};
  ConflictFinder Finder(N, Loop->body(), Separating, fixedAround(N, *Loop));
  auto Group = Finder.groups().find(Array);
  return Group != Finder.groups().end() &&
         Finder.isSeparatedInBlocks(Group->second, Separating, &Conditions);
}

std::vector<Conflict> interchangeConflicts(const Nest &N, StringRef Outer,
                                           StringRef Inner,
                                           std::vector<Guard> *Conditions) {
  const LoopStmt *Loop = findLoop(N.Body, Outer);
  if (!Loop)
    return {};
  return ConflictFinder(N, Loop->body(), {Outer.str(), Inner.str()},
                        fixedAround(N, *Loop))
      .run(Conditions);
}

/// Whether places \p A and \p B of iterations of \p Var are known to meet.
static bool meet(const LinearForm &A, const LinearForm &B,
                 const IndexVar &Var) {
  if (!sameTerms(A, B))
    return false;
  const int64_t Distance = A.Constant - B.Constant;
  const LinearTerm *Own = nullptr;
  for (const LinearTerm &T : A.Terms) {
    if (T.Element)
      return false;
    Own = T.Var == &Var ? &T : Own;
  }
  if (!Own)
    return Distance == 0;
  return Distance != 0 && Own->Factors.empty() && Distance % Own->Coef == 0;
}

bool mayBeIndependent(const Nest &N, StringRef Var, StringRef Array) {
  const LoopStmt *Loop = findLoop(N.Body, Var);
  const IndexVar *Of = N.findIndexVar(Var);
  if (!Loop || !Of)
    return false;
  Invariants Fixed;
  Fixed.FixedVars = fixedAround(N, *Loop);
  std::vector<std::pair<LinearForm, bool>> Places;
  for (const Access &A : accessesIn(N, Loop->body())) {
    if (A.Name != Array || !A.Index)
      continue;
    if (std::optional<LinearForm> Form = linearForm(N, A.Index, Fixed))
      Places.emplace_back(std::move(*Form), A.IsWrite);
  }
  return none_of(Places, [&](const auto &W) {
    return W.second && any_of(Places, [&](const auto &Other) {
             return meet(W.first, Other.first, *Of);
           });
  });
}

std::optional<AffineSubscript>
injectiveSubscript(const Nest &N, StringRef Array, const ExprRef &Index) {
  Invariants Nothing;
  for (const Operand &O : N.Operands)
    if (O.Kind == OperandKind::Array && O.Written)
      Nothing.Changed.insert(O.Name);
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Var = dyn_cast<VarStmt>(&S))
      Nothing.Changed.insert(Var->name());
    else if (auto *Array = dyn_cast<LocalArrayStmt>(&S))
      Nothing.Changed.insert(Array->name());
    return true;
  });
  ExprRef Whole = substitute(Index, letsIn(N.Body));
  std::optional<Injectivity> Places = injectivityIn(N, Array, {Whole}, Nothing);
  if (!Places || !Places->Elements.empty())
    return std::nullopt;
  AffineSubscript Result;
  for (const IndexVar &V : N.IndexVars)
    if (Places->Vars.contains(V.Name))
      Result.Vars.push_back(V.Name);
  for (ExprRef &C : Places->Conditions)
    Result.Conditions.push_back(
        {msg::GuardSubscriptsMayMeet(), std::move(C), "", {}, {}});
  return Result;
}

} // namespace lacuna
