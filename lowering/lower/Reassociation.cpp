//===- Reassociation.cpp - do sums keep their order? -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "lacuna/schedule/Dependence.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

/// Walks a scheduled nest for reductions whose terms may come in another order
/// than in the nest as it was written.
class OrderWalk {
public:
  OrderWalk(const Nest &AsWritten, const Nest &Scheduled)
      : AsWritten(AsWritten), N(Scheduled) {
    for (const IndexVar &V : N.IndexVars)
      if (!V.isDerived())
        expand(V.Name);
  }

  bool changes(const StmtRef &S);

private:
  void expand(const std::string &Var);
  bool changes(const AssignStmt &S) const;

  const Nest &AsWritten, &N;
  /// The loops in the order in which they visit everything as written.
  std::vector<std::string> InOrder;
  /// Loops around the statement that is looked at, and how many there were
  /// around the declaration of each local.
  std::vector<const LoopStmt *> Around;
  llvm::StringMap<size_t> DeclaredAt;
  /// Locals of a row outlive iterations over fused positions.
  bool InTrack = false;
};

} // namespace

void OrderWalk::expand(const std::string &Var) {
  if (const Relation *R = N.consumer(Var)) {
    for (const std::string &Child : R->Children)
      expand(Child);
  } else if (!llvm::is_contained(InOrder, Var)) {
    InOrder.push_back(Var);
  }
}

static bool joinsPartialResults(const LoopStmt &Loop) {
  if (!Loop.tags().Parallel)
    return false;
  RaceStrategy Races = Loop.tags().Parallel->Races;
  return Races != RaceStrategy::NoRaces && Races != RaceStrategy::Scan &&
         Races != RaceStrategy::IgnoreRaces;
}

bool OrderWalk::changes(const AssignStmt &S) const {
  const Place &To = S.target();
  if ((S.op() != ReduceOp::Add && S.op() != ReduceOp::Mul) ||
      !(To.Ty.isFloat() || To.Ty.isOpaque()))
    return false;
  // A loop over what the subscript tells apart gives no element two terms.
  std::vector<std::string> Fixed;
  if (To.Index)
    if (auto Subscript = injectiveSubscript(AsWritten, To.Index);
        Subscript && Subscript->Conditions.empty())
      Fixed = Subscript->Vars;
  size_t Last = 0;
  auto Declared = DeclaredAt.find(To.Name);
  size_t First = Declared == DeclaredAt.end() ? 0 : Declared->second;
  for (const LoopStmt *Loop : llvm::drop_begin(Around, First)) {
    if (joinsPartialResults(*Loop))
      return true;
    if (llvm::all_of(N.ancestors(Loop->var()), [&](const std::string &Var) {
          return llvm::is_contained(Fixed, Var);
        }))
      continue;
    size_t At = llvm::find(InOrder, Loop->var()) - InOrder.begin();
    if (At < Last)
      return true;
    Last = At;
  }
  return false;
}

bool OrderWalk::changes(const StmtRef &S) {
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    return changes(*Assign);
  if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    DeclaredAt[Var->name()] = InTrack ? 0 : Around.size();
  InTrack |= llvm::isa<TrackStmt>(*S);
  auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
  if (Loop)
    Around.push_back(Loop);
  bool Result = llvm::any_of(
      children(*S), [&](const StmtRef &Child) { return changes(Child); });
  if (Loop)
    Around.pop_back();
  if (llvm::isa<TrackStmt>(*S))
    InTrack = false;
  return Result;
}

bool lacuna::reassociates(const Nest &AsWritten, const Nest &Scheduled) {
  // A workspace holds partial sums, which are multiplied afterwards.
  bool HasWorkspace = false;
  walk(Scheduled.Body, [&](const Stmt &S) {
    HasWorkspace |= llvm::isa<LocalArrayStmt>(S);
    return !HasWorkspace;
  });
  return HasWorkspace ||
         OrderWalk(AsWritten, Scheduled).changes(Scheduled.Body);
}
