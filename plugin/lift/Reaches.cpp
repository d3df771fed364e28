//===- Reaches.cpp - objects that need not be there -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer may lead nowhere if the user's loops do not follow it in that very
// run: `if (M) y[i] += M->val[i]`. As soon as they read one member of an object
// all of it is there; so the members of each are bound where a walk in front of
// the nest comes to the first place that reads one. Where each run reads one,
// as the bounds of the outermost loop do, there is no walk.
//
//===----------------------------------------------------------------------===//

#include "lift/Reaches.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/ReachWalk.h"
#include "lift/Messages.def"

namespace lacuna::plugin {

namespace {

/// The members of one object.
struct Members {
  std::string Object;
  std::vector<Binding *> Bindings;
  llvm::StringSet<> Operands;
};

} // namespace

static std::vector<Members> membersOfObjects(Lifted &L) {
  std::vector<Members> All;
  for (Binding &B : L.Bindings) {
    if (B.Object.empty())
      continue;
    auto Of = llvm::find_if(
        All, [&](const Members &M) { return M.Object == B.Object; });
    if (Of == All.end())
      Of = All.insert(All.end(), Members{B.Object, {}, {}});
    Of->Bindings.push_back(&B);
    for (const Operand &O : L.Graph.Operands)
      if (O.Name == B.Operand || O.Records == B.Operand)
        Of->Operands.insert(O.Name);
  }
  return All;
}

/// What sets \p Flag where the loops of \p N read one of \p Wanted; nothing,
/// and \p Why, where that cannot be known in front of them.
static std::optional<StmtRef>
walkTo(const Nest &N, const llvm::StringSet<> &Wanted,
       const llvm::StringSet<> &InSteps, const llvm::StringSet<> &Unknown,
       const std::string &Flag, std::string &Why) {
  auto Walk = reachWalk(N, {Wanted, {}, Unknown, Flag});
  auto WithoutSteps = reachWalk(N, {Wanted, InSteps, Unknown, Flag});
  // Bounds say how many steps there are, also where there are none.
  if (Walk && WithoutSteps && structurallyEqual(*Walk, *WithoutSteps))
    return Walk;
  Why = Walk ? msg::ReadOnlyAtStep() : msg::ReadDependsOnResults();
  return std::nullopt;
}

/// \p N without what is done for numbers in \p Wanted in any run: they are
/// copied to variables, which become wanted, and back from these.
static Nest withoutCopies(const Nest &N, llvm::StringSet<> &Wanted) {
  std::vector<StmtRef> Rest;
  for (const StmtRef &S : statementsOf(N.Body)) {
    const auto *In = llvm::dyn_cast<VarStmt>(S.get());
    const auto *If = llvm::dyn_cast<IfStmt>(S.get());
    const auto *Out = llvm::dyn_cast<AssignStmt>(
        If && !If->elseBody() ? If->thenBody().get() : S.get());
    const auto *Copied =
        In ? llvm::dyn_cast_or_null<VarExpr>(In->init().get()) : nullptr;
    if (Copied && Wanted.contains(Copied->name()))
      Wanted.insert(In->name());
    else if (!Out || !Wanted.contains(Out->target().Name))
      Rest.push_back(S);
  }
  Nest Own = N;
  Own.Body = block(std::move(Rest));
  return Own;
}

/// Adds what \p Walk reads to \p Arrays.
static void noteReads(const StmtRef &Walk, std::vector<std::string> &Arrays) {
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      forEachLoad(E, [&](const ExprRef &Load) {
        Arrays.push_back(llvm::cast<LoadExpr>(*Load).array().str());
      });
    return true;
  });
}

bool findReaches(Lifted &L, const llvm::StringSet<> &InSteps, Refusals &Diags) {
  std::vector<Members> Missing = membersOfObjects(L);
  while (!Missing.empty()) {
    llvm::StringSet<> Unknown;
    for (const Members &M : Missing)
      for (const auto &Name : M.Operands)
        Unknown.insert(Name.first());
    std::string Flag = "lacuna_reads_" + std::to_string(L.Reaches.size() + 1);
    std::optional<StmtRef> Walk;
    std::string Why;
    auto Found = llvm::find_if(Missing, [&](const Members &M) {
      llvm::StringSet<> Wanted = M.Operands;
      const Nest Own = withoutCopies(L.Graph, Wanted);
      Walk = walkTo(Own, Wanted, InSteps, Unknown, Flag, Why);
      return Walk.has_value();
    });
    if (Found == Missing.end()) {
      const clang::Expr *User = Missing.front().Bindings.front()->User;
      Diags.refuse(User->getExprLoc(),
                   msg::ObjectBehindPointer(Diags.spell(User), Why));
      return false;
    }
    if (!isAlwaysReached(*Walk)) {
      noteReads(*Walk, L.Graph.Facts.ReadInFront);
      for (Binding *B : Found->Bindings)
        B->Under = Flag;
      L.Reaches.push_back({Flag, *Walk});
    }
    Missing.erase(Found);
  }
  return true;
}

} // namespace lacuna::plugin
