//===- RowsInFront.cpp - rows that are found in front of loops ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowsInFront.h"
#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/reductions/Reductions.h"
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

  std::vector<RowInFront> found() &&;

private:
  void visit(const StmtRef &Body);
  void visitStmt(const Stmt &S);
  void visitLoop(const ForStmt &S);
  void visitLet(const LetStmt &S);
  void visit(const ExprRef &E);
  template <class Part> void visitInCase(const Part &P);
  void visitElement(llvm::StringRef Array, const ExprRef &Index);
  std::optional<RowInFront> rowAt(llvm::StringRef Array, const Operand &Rows,
                                  const ExprRef &Row) const;
  bool isKnownInFront(const ExprRef &E) const;

  OperandsOfRows RowsOf;
  llvm::StringSet<> Own; ///< what is declared or changed in the loop
  llvm::StringMap<ExprRef> Lets;
  bool IsCertain = true;               ///< whether each iteration comes here
  std::vector<const ForStmt *> Inside; ///< of a constant number of iterations
  /// One for each number of a row as the loop says it, which may be another row
  /// elsewhere: copies of a loop's body declare the same names. Nothing where
  /// that is so, or where it is not known in front of the loop.
  struct Named {
    std::string Array;
    ExprRef Row;
    std::optional<RowInFront> Found;
  };
  std::vector<Named> All;
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

/// What \p Row of \p Array is in front of the loop, if that is known there.
std::optional<RowInFront> RowCollector::rowAt(llvm::StringRef Array,
                                              const Operand &Rows,
                                              const ExprRef &Row) const {
  RowInFront New{Array.str(), Row, substitute(Row, Lets),
                 IsCertain ? nullptr : Rows.RowCount};
  if (!IsCertain && (!New.Among || !mayBeAnywhere(Row)))
    return std::nullopt;
  llvm::StringMap<ExprRef> Picked;
  for (const ForStmt *Loop : Inside) {
    if (!freeVars(New.Number).contains(Loop->var()))
      continue;
    if (New.Inside)
      return std::nullopt;
    New.Inside = Loop;
    New.First = *constantValue(Loop->lo());
    New.Count = *constantValue(Loop->hi()) - New.First;
    Picked[Loop->var()] = Loop->lo();
  }
  if (New.Count > MostRows || !isKnownInFront(substitute(New.Number, Picked)))
    return std::nullopt;
  return New;
}

/// Whether \p A and \p B, which are called the same, are the same rows.
static bool areSame(const RowInFront &A, const RowInFront &B) {
  return structurallyEqual(A.Number, B.Number) && !A.Inside == !B.Inside &&
         (!A.Inside || A.Inside->var() == B.Inside->var()) &&
         A.First == B.First && A.Count == B.Count;
}

void RowCollector::visitElement(llvm::StringRef Array, const ExprRef &Index) {
  const ExprRef Row = rowOf(Index);
  const Operand *Rows = Row ? RowsOf(Array) : nullptr;
  if (!Rows)
    return;
  std::optional<RowInFront> New = rowAt(Array, *Rows, Row);
  auto Known = llvm::find_if(All, [&](const Named &N) {
    return N.Array == Array && structurallyEqual(N.Row, Row);
  });
  if (Known == All.end())
    All.push_back({Array.str(), Row, std::move(New)});
  else if (!New || !Known->Found || !areSame(*Known->Found, *New))
    Known->Found.reset();
}

std::vector<RowInFront> RowCollector::found() && {
  std::vector<RowInFront> Result;
  for (Named &N : All)
    if (N.Found)
      Result.push_back(std::move(*N.Found));
  return Result;
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
  if (IsCertain || mayBeAnywhere(S.init()))
    Lets[S.name()] = substitute(S.init(), Lets);
  else
    Lets.erase(S.name());
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

void RowCollector::visitStmt(const Stmt &S) {
  if (auto *For = llvm::dyn_cast<ForStmt>(&S))
    return visitLoop(*For);
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    return visitLet(*Let);
  const bool IsLoop = llvm::isa<WhileStmt>(&S);
  for (const ExprRef &E : expressions(S))
    IsLoop ? visitInCase(E) : visit(E);
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
      Assign && Assign->target().Index)
    visitElement(Assign->target().Name, Assign->target().Index);
  for (const StmtRef &Part : children(S))
    llvm::isa<BlockStmt>(&S) ? visit(Part) : visitInCase(Part);
}

void RowCollector::visit(const StmtRef &Body) {
  for (const StmtRef &S : statementsOf(Body))
    visitStmt(*S);
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
  std::vector<RowInFront> Found = RowCollector(Loop, RowsOf).found();
  if (!storesCharacters(Loop.body()))
    llvm::erase_if(
        Found, [](const RowInFront &Row) { return !Row.Inside || !Row.Among; });
  return Found;
}
