//===- CursorUses.cpp - what is done with a cursor ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/copies/CursorUses.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

class UseFinder {
public:
  explicit UseFinder(const Place &Cursor)
      : Cursor(Cursor.Name), Ty(Cursor.Ty) {}

  void visit(const StmtRef &S);

  CursorUses Found;

private:
  std::optional<int64_t> offsetOf(const ExprRef &E) const;
  bool isRunner(const ExprRef &E) const;
  bool isValue(ExprRef E, const Type &To) const;
  bool isTainted(const Expr &E) const;
  void look(const ExprRef &E);
  bool access(StringRef Array, const Type &Elem, const ExprRef &Index);
  void visitVar(const VarStmt &S);
  void visitAssign(const AssignStmt &S);
  void visitCondition(const ExprRef &Cond);

  StringRef Cursor;
  const Type &Ty;
  /// Constants with a value that the cursor had, and what was added to that.
  StringMap<int64_t> Copies;
  /// Variables that begin with one and are stepped.
  StringSet<> Runners;
};

} // namespace

/// What \p E adds to a value that the cursor has or had; none for others.
std::optional<int64_t> UseFinder::offsetOf(const ExprRef &E) const {
  const ExprRef Plain = withoutWidening(E);
  if (auto *Var = dyn_cast<VarExpr>(Plain.get())) {
    if (Var->name() == Cursor)
      return 0;
    auto Copy = Copies.find(Var->name());
    return Copy == Copies.end() ? std::nullopt : std::optional(Copy->second);
  }
  const std::optional<RaisedValue> Sum = raisedValue(Plain);
  std::optional<int64_t> Base = Sum ? offsetOf(Sum->Base) : std::nullopt;
  return Base ? std::optional(*Base + Sum->By) : std::nullopt;
}

bool UseFinder::isRunner(const ExprRef &E) const {
  auto *Var = dyn_cast<VarExpr>(withoutWidening(E).get());
  return Var && Runners.contains(Var->name());
}

/// Whether \p E, stored in elements of type \p To, is the value that the cursor
/// has or had: as many bits of it as there are in these.
bool UseFinder::isValue(ExprRef E, const Type &To) const {
  for (auto *Cast = dyn_cast<CastExpr>(E.get());
       Cast && Cast->type().isInteger() && Cast->type().bits() >= To.bits() &&
       Cast->operand()->type().isInteger();
       Cast = dyn_cast<CastExpr>(E.get()))
    E = Cast->operand();
  const ExprRef Plain = withoutPromotion(E);
  return isa<VarExpr>(Plain.get()) && Plain->type() == Ty &&
         offsetOf(Plain) == 0;
}

/// Whether elements of type \p Ty are numbers to which others can be added.
static bool holdsSums(const Type &Ty) {
  return Ty.isInteger() && !Ty.isEnumeration() && Ty.bits() <= 64;
}

bool UseFinder::isTainted(const Expr &E) const {
  auto *Var = dyn_cast<VarExpr>(&E);
  return Var && (Var->name() == Cursor || Copies.count(Var->name()) ||
                 Runners.contains(Var->name()));
}

/// Notes an access at \p Index, if that is where the cursor is or was.
bool UseFinder::access(StringRef Array, const Type &Elem,
                       const ExprRef &Index) {
  std::optional<int64_t> Offset = offsetOf(Index);
  if (!Offset && !isRunner(Index))
    return false;
  if (!Found.hasArray(Array))
    Found.Arrays.emplace_back(Array.str(), Elem);
  Found.Reach = std::max(Found.Reach, Offset.value_or(0));
  return true;
}

void UseFinder::look(const ExprRef &E) {
  if (!E)
    return;
  if (auto *Load = dyn_cast<LoadExpr>(E.get()))
    if (access(Load->array(), Load->type(), Load->index()))
      return;
  Found.HasOthers |= isTainted(*E);
  for (const ExprRef &Part : E->operands())
    look(Part);
}

void UseFinder::visitVar(const VarStmt &S) {
  Copies.erase(S.name());
  Runners.erase(S.name());
  if (S.init() && offsetOf(S.init()))
    Runners.insert(S.name());
  else
    look(S.init());
}

void UseFinder::visitAssign(const AssignStmt &S) {
  const Place &To = S.target();
  const bool IsAt = To.Index && access(To.Name, To.Ty, To.Index);
  if (To.Index && !IsAt) {
    look(To.Index);
    if (S.op() == ReduceOp::None && holdsSums(To.Ty) &&
        isValue(S.value(), To.Ty)) {
      Found.Values.push_back(&S);
      return;
    }
  }
  // How far a second cursor comes must not depend on where it began.
  Found.HasOthers |=
      !To.Index && Runners.contains(To.Name) && S.op() != ReduceOp::Add;
  look(S.value());
}

/// A second cursor up to the first one, or to where that was.
void UseFinder::visitCondition(const ExprRef &Cond) {
  for (const ExprRef &Part : conjunctsOf(Cond)) {
    auto *Less = dyn_cast<BinaryExpr>(Part.get());
    if (!Less || Less->op() != BinaryOp::Lt || !isRunner(Less->lhs()) ||
        !offsetOf(Less->rhs()))
      look(Part);
  }
}

void UseFinder::visit(const StmtRef &S) {
  if (auto *Let = dyn_cast<LetStmt>(S.get())) {
    // Scopes side by side may use one name.
    Copies.erase(Let->name());
    Runners.erase(Let->name());
    if (std::optional<int64_t> Offset = offsetOf(Let->init()))
      Copies[Let->name()] = *Offset;
    else
      look(Let->init());
  } else if (auto *Var = dyn_cast<VarStmt>(S.get())) {
    visitVar(*Var);
  } else if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
    visitAssign(*Assign);
  } else {
    auto *While = dyn_cast<WhileStmt>(S.get());
    if (While)
      visitCondition(While->cond());
    else
      for (const ExprRef &E : expressions(*S))
        look(E);
    for (const StmtRef &Part : children(*S))
      visit(Part);
  }
}

bool mayBeCursor(ReduceOp Op, const Type &Ty) {
  return Op == ReduceOp::Add && Ty.isInteger() && Ty.bits() <= 64;
}

bool CursorUses::hasArray(StringRef Name) const {
  return any_of(Arrays, [&](const auto &Array) { return Array.first == Name; });
}

CursorUses usesOfCursor(const StmtRef &Body, const Place &Cursor) {
  UseFinder Finder(Cursor);
  Finder.visit(Body);
  return std::move(Finder.Found);
}

} // namespace lacuna
