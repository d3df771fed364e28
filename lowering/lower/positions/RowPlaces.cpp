//===- RowPlaces.cpp - what the positions of a row share ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/RowPlaces.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/lower/parallel/PartialResults.h"
#include "lacuna/lower/positions/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

ExprRef RowPlace::width() const {
  if (!Inner)
    return nullptr;
  return binary(BinaryOp::Max, tripsBetween(Inner->Lo, Inner->Hi), i64(0));
}

namespace {

class Finder {
public:
  Finder(const Nest &N, const TrackedRows &T, std::vector<RowPlace> &Places)
      : N(N), T(T), Places(Places) {}

  std::string run();

private:
  void classifyNames();
  bool varies(const ExprRef &E) const;
  std::string visit(const AssignStmt &S);
  bool addVector(const AssignStmt &S);

  const Nest &N;
  const TrackedRows &T;
  std::vector<RowPlace> &Places;
  llvm::StringSet<> Inside;      ///< names declared by Each
  llvm::StringSet<> PerPosition; ///< names that differ between positions
  llvm::StringMap<ExprRef> Lets; ///< of Each, but for index variables
};

} // namespace

bool Finder::varies(const ExprRef &E) const {
  return llvm::any_of(freeVars(E), [&](const auto &Name) {
    return PerPosition.contains(Name.getKey());
  });
}

void Finder::classifyNames() {
  Inside = declaredIn(T.Each);
  PerPosition.insert(T.Position->Name);
  walk(T.Each, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S)) {
      if (varies(Let->init()))
        PerPosition.insert(Let->name());
      else if (!N.findIndexVar(Let->name()))
        Lets[Let->name()] = substitute(Let->init(), Lets);
    } else if (auto *Var = llvm::dyn_cast<VarStmt>(&S)) {
      PerPosition.insert(Var->name());
    } else if (auto *For = llvm::dyn_cast<ForStmt>(&S)) {
      if (varies(For->lo()) || varies(For->hi()))
        PerPosition.insert(For->var());
    }
    return true;
  });
}

/// `Array[… k …] Op= …` for a dense loop over k with a range known in front of
/// the nest.
bool Finder::addVector(const AssignStmt &S) {
  ExprRef Index = substitute(S.target().Index, Lets);
  const IndexVar *Inner = nullptr;
  for (const auto &Name : freeVars(Index)) {
    if (!Inside.contains(Name.getKey()))
      continue;
    const IndexVar *Var = N.findIndexVar(Name.getKey());
    if (!Var || Var->isDerived() || Inner)
      return false;
    Inner = Var;
  }
  if (!Inner || !identityOf(S.op(), S.target().Ty))
    return false;
  for (const ExprRef &Bound : {Inner->Lo, Inner->Hi}) {
    bool ReadsMemory = false;
    walk(Bound, [&](const Expr &E) { ReadsMemory |= llvm::isa<LoadExpr>(E); });
    for (const auto &Name : freeVars(Bound))
      ReadsMemory |= !N.findOperand(Name.getKey());
    if (ReadsMemory)
      return false;
  }
  Places.push_back({{S.op(), S.target()}, Inner, Index});
  return true;
}

std::string Finder::visit(const AssignStmt &S) {
  const Place &Target = S.target();
  if (Inside.contains(Target.Name) || (Target.Index && varies(Target.Index)))
    return "";
  for (const RowPlace &P : Places)
    if (P.Into.Target.Name == Target.Name)
      return P.Into.Op == S.op() && samePlace(P.Into.Target, Target)
                 ? ""
                 : msg::RowUpdatesInSeveralWays(Target.Name);
  if (S.op() != ReduceOp::None && Target.Index && addVector(S))
    return "";
  return msg::RowStoreNotJoinable(Target.Name);
}

std::string Finder::run() {
  classifyNames();
  for (const Reduction &R : reductionsOf(T.Each, T.Position->Name)) {
    if (!R.Target.Ty.isArithmetic())
      return msg::RowResultNoNumber(R.Target.Name);
    Places.push_back({R, nullptr, nullptr});
  }
  std::string Problem;
  walk(T.Each, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && Problem.empty())
      Problem = visit(*Assign);
    return true;
  });
  for (RowPlace &P : Places)
    P.MayBeLeft = mayLeave(T.Each, P.Into.Target, P.Inner ? P.Inner->Name : "");
  return Problem;
}

std::string lacuna::findRowPlaces(const Nest &N, const TrackedRows &T,
                                  std::vector<RowPlace> &Places) {
  return Finder(N, T, Places).run();
}
