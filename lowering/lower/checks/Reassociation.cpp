//===- Reassociation.cpp - do sums keep their order? ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Reassociation.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/lower/checks/VerifiedOutputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace lacuna;

namespace {

/// Walks a scheduled nest for reductions whose terms may come in another order
/// than in the nest as it was written.
class TermOrder {
public:
  TermOrder(const Nest &AsWritten, const Nest &Scheduled)
      : AsWritten(AsWritten), N(Scheduled) {
    for (const IndexVar &V : N.IndexVars)
      if (!V.isDerived())
        expand(V.Name);
    noteArrays(AsWritten.Body);
  }

  /// The user's loops of which there are such reductions.
  std::vector<std::string> run();

private:
  void expand(const std::string &Var);
  void noteArrays(const StmtRef &S);
  void look(const StmtRef &S);
  void look(const AssignStmt &S);
  void note(const LoopStmt &Loop);

  const Nest &AsWritten, &N;
  /// The loops in the order in which they visit everything as written.
  std::vector<std::string> InOrder;
  /// Loops around the statement that is looked at, and how many there were
  /// around the declaration of each local.
  std::vector<const LoopStmt *> Around;
  llvm::StringMap<size_t> DeclaredAt;
  /// Locals of a row outlive iterations over fused positions.
  bool InTrack = false;
  bool HasWorkspace = false;
  llvm::StringSet<> UsersArrays; ///< declared in the nest as written
  std::vector<std::string> Found;
};

} // namespace

void TermOrder::expand(const std::string &Var) {
  if (const Relation *R = N.consumer(Var)) {
    for (const std::string &Child : R->Children)
      expand(Child);
  } else if (!llvm::is_contained(InOrder, Var)) {
    InOrder.push_back(Var);
  }
}

void TermOrder::noteArrays(const StmtRef &S) {
  if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get()))
    UsersArrays.insert(Array->name());
  for (const StmtRef &Child : children(*S))
    noteArrays(Child);
}

static bool joinsPartialResults(const LoopStmt &Loop) {
  if (!Loop.tags().Parallel)
    return false;
  RaceStrategy Races = Loop.tags().Parallel->Races;
  return Races != RaceStrategy::NoRaces && !scans(Races) &&
         Races != RaceStrategy::Wavefront && Races != RaceStrategy::IgnoreRaces;
}

void TermOrder::note(const LoopStmt &Loop) {
  std::vector<std::string> Vars = N.ancestors(Loop.var());
  // Sums over fused positions are those of their rows.
  for (const std::string &Var :
       llvm::ArrayRef(Vars).take_back(InTrack ? 1 : Vars.size()))
    if (!llvm::is_contained(Found, Var))
      Found.push_back(Var);
}

void TermOrder::look(const AssignStmt &S) {
  const Place &To = S.target();
  if ((S.op() != ReduceOp::Add && S.op() != ReduceOp::Mul) ||
      !To.Ty.isRounded())
    return;
  // A loop over what the subscript tells apart gives no element two terms.
  std::vector<std::string> Fixed;
  if (To.Index)
    if (auto Subscript = injectiveSubscript(AsWritten, To.Name, To.Index);
        Subscript && Subscript->Conditions.empty())
      Fixed = Subscript->Vars;
  size_t Last = 0;
  auto Declared = DeclaredAt.find(To.Name);
  size_t First = Declared == DeclaredAt.end() ? 0 : Declared->second;
  for (const LoopStmt *Loop : llvm::drop_begin(Around, First)) {
    if (joinsPartialResults(*Loop)) {
      note(*Loop);
      continue;
    }
    auto *At = To.Index ? llvm::dyn_cast<VarExpr>(withoutCasts(To.Index).get())
                        : nullptr;
    if (At && At->name() == Loop->var())
      continue;
    if (llvm::all_of(N.ancestors(Loop->var()), [&](const std::string &Var) {
          return llvm::is_contained(Fixed, Var);
        }))
      continue;
    size_t Rank = llvm::find(InOrder, Loop->var()) - InOrder.begin();
    if (Rank < Last)
      note(*Loop);
    Last = std::max(Rank, Last);
  }
}

void TermOrder::look(const StmtRef &S) {
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    look(*Assign);
  if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    DeclaredAt[Var->name()] = InTrack ? 0 : Around.size();
  if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(S.get()))
    HasWorkspace |= !UsersArrays.contains(Array->name());
  InTrack |= llvm::isa<TrackStmt>(*S);
  auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
  if (Loop)
    Around.push_back(Loop);
  for (const StmtRef &Child : children(*S))
    look(Child);
  if (Loop)
    Around.pop_back();
  if (llvm::isa<TrackStmt>(*S))
    InTrack = false;
}

std::vector<std::string> TermOrder::run() {
  look(N.Body);
  // A workspace holds partial sums, which are multiplied afterwards.
  if (HasWorkspace && Found.empty())
    Found.push_back(AsWritten.IndexVars.back().Name);
  return Found;
}

std::vector<std::string> lacuna::reassociatedSums(const Nest &AsWritten,
                                                  const Choice &C) {
  std::vector<std::string> Loops;
  for (const Version &V : C.Versions) {
    if (V.Graph.Facts.FpStrict)
      continue;
    for (std::string &Loop : TermOrder(AsWritten, V.Graph).run())
      if (!llvm::is_contained(Loops, Loop))
        Loops.push_back(std::move(Loop));
  }
  return Loops;
}
