//===- RowsInFront.cpp - rows that are found in front of loops ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowsInFront.h"
#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/Reductions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace lacuna;

namespace {

/// Collects what iterations of a loop access.
class RowCollector {
public:
  RowCollector(const ForStmt &Loop, OperandsOfRows RowsOf)
      : RowsOf(RowsOf), Own(declaredIn(Loop.body())) {
    Own.insert(Loop.var());
    walk(Loop.body(), [&](const Stmt &S) {
      if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
        Own.insert(Assign->target().Name);
      return true;
    });
    visit(Loop.body());
  }

  std::vector<RowInFront> Found;

private:
  void visit(const StmtRef &Body);
  void visitLoop(const ForStmt &S);
  void visitLet(const LetStmt &S);
  void visit(const ExprRef &E);
  template <class Part> void visitInCase(const Part &P);
  void visitElement(llvm::StringRef Array, const ExprRef &Index);
  bool isKnownInFront(const ExprRef &E) const;

  OperandsOfRows RowsOf;
  llvm::StringSet<> Own; ///< what is declared or changed in the loop
  llvm::StringMap<ExprRef> Lets;
  bool IsCertain = true;               ///< whether each iteration comes here
  std::vector<const ForStmt *> Inside; ///< of a constant number of iterations
};

} // namespace

/// As many rows are found at once at most.
static constexpr int64_t MostRows = 16;

bool RowCollector::isKnownInFront(const ExprRef &E) const {
  bool Changes = llvm::any_of(freeVars(E), [&](const auto &Name) {
    return Own.contains(Name.getKey());
  });
  forEachLoad(E, [&](const ExprRef &Load) {
    Changes |= Own.contains(llvm::cast<LoadExpr>(*Load).array());
  });
  return !Changes;
}

/// Whether \p E may be computed where the loop does not.
static bool isHarmless(const ExprRef &E) {
  bool Is = true;
  walk(E, [&](const Expr &Part) {
    auto *B = llvm::dyn_cast<BinaryExpr>(&Part);
    Is &= llvm::isa<VarExpr, ConstantExpr, CastExpr>(&Part) ||
          (B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub));
  });
  return Is;
}

void RowCollector::visitElement(llvm::StringRef Array, const ExprRef &Index) {
  const ExprRef Row = rowOf(Index);
  const Operand *Rows = Row ? RowsOf(Array) : nullptr;
  if (!Rows)
    return;
  RowInFront New{Array.str(), Row, substitute(Row, Lets),
                 IsCertain ? nullptr : Rows->RowCount};
  if (!IsCertain && (!New.Among || !isHarmless(Row)))
    return;
  llvm::StringMap<ExprRef> Picked;
  for (const ForStmt *Loop : Inside) {
    if (!freeVars(New.Number).contains(Loop->var()))
      continue;
    if (New.Inside)
      return;
    New.Inside = Loop;
    New.First = *constantValue(Loop->lo());
    New.Count = *constantValue(Loop->hi()) - New.First;
    Picked[Loop->var()] = Loop->lo();
  }
  if (New.Count <= MostRows && isKnownInFront(substitute(New.Number, Picked)) &&
      llvm::none_of(Found, [&](const RowInFront &Old) {
        return Old.Array == Array && structurallyEqual(Old.Row, Row);
      }))
    Found.push_back(std::move(New));
}

/// Visits what not each iteration comes to.
template <class Part> void RowCollector::visitInCase(const Part &P) {
  llvm::SaveAndRestore InHere(IsCertain, false);
  visit(P);
}

void RowCollector::visit(const ExprRef &E) {
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    visitElement(Load->array(), Load->index());
  for (const ExprRef &Operand : E->operands())
    if (isConditional(*E) && &Operand != &E->operands().front())
      visitInCase(Operand);
    else
      visit(Operand);
}

/// What each iteration computes, and what is harmless, may be computed in
/// front.
void RowCollector::visitLet(const LetStmt &S) {
  visit(S.init());
  if (IsCertain || isHarmless(S.init()))
    Lets[S.name()] = substitute(S.init(), Lets);
}

void RowCollector::visitLoop(const ForStmt &S) {
  visit(S.lo());
  visit(S.hi());
  const std::optional<int64_t> Lo = constantValue(S.lo()),
                               Hi = constantValue(S.hi());
  if (!Lo || !Hi || *Lo >= *Hi)
    return visitInCase(S.body());
  Inside.push_back(&S);
  visit(S.body());
  Inside.pop_back();
}

void RowCollector::visit(const StmtRef &Body) {
  for (const StmtRef &S : statementsOf(Body)) {
    if (auto *For = llvm::dyn_cast<ForStmt>(S.get())) {
      visitLoop(*For);
    } else if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
      visit(If->cond());
      visitInCase(If->thenBody());
      visitInCase(If->elseBody());
    } else if (auto *Let = llvm::dyn_cast<LetStmt>(S.get())) {
      visitLet(*Let);
    } else if (llvm::isa<BlockStmt>(S.get())) {
      visit(S);
    } else if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get())) {
      visit(Assign->value());
      if (Assign->target().Index)
        visitElement(Assign->target().Name, Assign->target().Index);
    } else if (auto *Var = llvm::dyn_cast<VarStmt>(S.get());
               Var && Var->init()) {
      visit(Var->init());
    }
  }
}

std::vector<RowInFront> lacuna::rowsInFront(const ForStmt &Loop,
                                            OperandsOfRows RowsOf) {
  auto IsShared = [](const Stmt &Part) {
    auto *For = llvm::dyn_cast<ForStmt>(&Part);
    return For && (For->tags().Mode == ForMode::Threads ||
                   For->tags().Mode == ForMode::Wave);
  };
  if (anyOf(Loop.body(), IsShared))
    return {};
  std::vector<RowInFront> Found = std::move(RowCollector(Loop, RowsOf).Found);
  if (!storesCharacters(Loop.body()))
    llvm::erase_if(
        Found, [](const RowInFront &Row) { return !Row.Inside || !Row.Among; });
  return Found;
}
