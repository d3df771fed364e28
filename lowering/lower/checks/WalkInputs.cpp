//===- WalkInputs.cpp - what a walk through a nest reads ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkInputs.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// The name of the operand or variable that \p E reads or leads to; empty for
/// other expressions.
static llvm::StringRef nameIn(const Expr &E) {
  if (auto *Var = llvm::dyn_cast<VarExpr>(&E))
    return Var->name();
  if (auto *Load = llvm::dyn_cast<LoadExpr>(&E))
    return Load->array();
  if (auto *Address = llvm::dyn_cast<AddressExpr>(&E))
    return Address->array();
  return "";
}

static bool isNumber(const Type &Ty) { return Ty.isInteger() || Ty.isBool(); }

WalkInputs::WalkInputs(const Nest &N, const StmtRef &Walk,
                       llvm::ArrayRef<std::string> Results)
    : N(N), Results(Results) {
  collect(Walk);
  const llvm::StringSet<> OfSubscripts = arraysOfSubscripts(Walk);
  CanBeKept &= llvm::all_of(arraysOfConditions(Walk), [&](const auto &Array) {
    return OfSubscripts.contains(Array.getKey());
  });
}

void WalkInputs::collect(const StmtRef &Walk) {
  llvm::StringSet<> Named;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &Whole : expressions(S))
      walk(Whole, [&](const Expr &E) {
        Named.insert(nameIn(E));
        if (N.findOperand(nameIn(E)) && !llvm::isa<AddressExpr>(E))
          CanBeKept &= isNumber(E.type());
      });
    if (auto *For = llvm::dyn_cast<ForStmt>(&S))
      Values[For->var()] = {For->lo(), For->hi()};
    else if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      Values[Let->name()].push_back(Let->init());
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      Values[Var->name()].push_back(Var->init());
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      Values[Array->name()].push_back(Array->init());
    else if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      Values[Assign->target().Name].push_back(Assign->value());
    return true;
  });
  for (const auto &Entry : Values)
    Made.insert(Entry.getKey());
  for (const Operand &O : N.Operands)
    if (Named.contains(O.Name))
      Operands.push_back(&O);
}

bool WalkInputs::isSame(const ExprRef &E) const {
  bool Result = true;
  walk(E, [&](const Expr &Part) {
    Result &=
        !Made.contains(nameIn(Part)) && !llvm::isa<CallExpr, OpaqueExpr>(Part);
  });
  return Result;
}

bool WalkInputs::isInvariant(const ExprRef &Load) const {
  return N.findOperand(llvm::cast<LoadExpr>(*Load).array()) && isSame(Load);
}

/// Arrays whose elements \p E depends on, but for those that are the same in
/// all iterations.
llvm::StringSet<> WalkInputs::arraysBehind(const ExprRef &E) const {
  llvm::StringSet<> Arrays, Known;
  std::vector<ExprRef> Rest = {E};
  while (!Rest.empty()) {
    const ExprRef Next = std::move(Rest.back());
    Rest.pop_back();
    if (!Next)
      continue;
    if (auto *Load = llvm::dyn_cast<LoadExpr>(Next.get());
        Load && N.findOperand(Load->array()) && !isSame(Next))
      Arrays.insert(Load->array());
    llvm::append_range(Rest, Next->operands());
    auto Of = Values.find(nameIn(*Next));
    if (Of != Values.end() && Known.insert(Of->getKey()).second)
      llvm::append_range(Rest, Of->second);
  }
  return Arrays;
}

static void add(llvm::StringSet<> &All, const llvm::StringSet<> &More) {
  for (const auto &Entry : More)
    All.insert(Entry.getKey());
}

llvm::StringSet<> WalkInputs::arraysOfConditions(const StmtRef &Walk) const {
  llvm::StringSet<> Arrays;
  walk(Walk, [&](const Stmt &S) {
    if (auto *If = llvm::dyn_cast<IfStmt>(&S))
      add(Arrays, arraysBehind(If->cond()));
    if (auto *While = llvm::dyn_cast<WhileStmt>(&S))
      add(Arrays, arraysBehind(While->cond()));
    for (const ExprRef &Whole : expressions(S))
      walk(Whole, [&](const Expr &E) {
        if (isConditional(E))
          add(Arrays, arraysBehind(E.operands().front()));
      });
    return true;
  });
  return Arrays;
}

/// Those of which a sample is representative: they choose the elements that are
/// accessed, and bounds of loops.
llvm::StringSet<> WalkInputs::arraysOfSubscripts(const StmtRef &Walk) const {
  llvm::StringSet<> Arrays;
  walk(Walk, [&](const Stmt &S) {
    if (auto *For = llvm::dyn_cast<ForStmt>(&S))
      for (const ExprRef &Bound : {For->lo(), For->hi()})
        add(Arrays, arraysBehind(Bound));
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && llvm::is_contained(Results, Assign->target().Name))
      add(Arrays, arraysBehind(Assign->value()));
    return true;
  });
  return Arrays;
}
