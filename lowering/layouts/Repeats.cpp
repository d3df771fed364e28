//===- Repeats.cpp - positions of one row, entries of another -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Repeats.h"
#include "lacuna/analysis/NestQueries.h"

using namespace lacuna;

namespace {

/// What a value depends on beside what is the same for all rows.
struct Origins {
  bool Row = false, Entry = false;
  bool areMixed() const { return Row && Entry; }
};

class Repeats {
public:
  Repeats(const Nest &N, const StoredRows &R)
      : N(N), R(R), Lets(letsIn(block(R.Each))) {
    for (const StmtRef &S : R.Each)
      walk(S, [&](const Stmt &Part) {
        if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
          Changed.insert(Assign->target().Name);
        if (auto *Var = llvm::dyn_cast<VarStmt>(&Part))
          Changed.insert(Var->name());
        return true;
      });
  }

  bool areFine();

private:
  Origins visit(const ExprRef &E);
  bool isFineUpdate(const AssignStmt &S) const;
  bool readsOthers(const ExprRef &E) const;

  const Nest &N;
  const StoredRows &R;
  const llvm::StringMap<ExprRef> Lets;
  llvm::StringSet<> Changed; ///< variables of which positions change the value
  bool IsFine = true;
};

} // namespace

/// Whether \p E reads memory other than entries.
bool Repeats::readsOthers(const ExprRef &E) const {
  bool Found = false;
  forEachLoad(E, [&](const ExprRef &Load) { Found |= !entryOf(R, *Load); });
  return Found;
}

/// Whether \p E makes an integer of a number that it may not have room for.
static bool cutsNumber(const Expr &E) {
  auto *Cast = llvm::dyn_cast<CastExpr>(&E);
  return Cast && Cast->type().isInteger() && Cast->operand()->type().isFloat();
}

/// Whether \p S, which updates what the row has by what another row's entry
/// has, does so without overflow.
bool Repeats::isFineUpdate(const AssignStmt &S) const {
  const Type &Ty = S.value()->type();
  return !Ty.isInteger() || !Ty.isSigned() ||
         (S.op() != ReduceOp::Add && S.op() != ReduceOp::Mul);
}

Origins Repeats::visit(const ExprRef &E) {
  if (entryOf(R, *E))
    return {false, true};
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return {!N.findOperand(Var->name()), Changed.contains(Var->name())};
  Origins Of;
  for (const ExprRef &Part : E->operands()) {
    const Origins From = visit(Part);
    Of.Row |= From.Row;
    Of.Entry |= From.Entry;
    if (isConditional(*E) && &Part != &E->operands().front())
      IsFine &= !readsOthers(Part);
  }
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  const bool IsOfIntegers = Binary && E->type().isInteger();
  if (llvm::isa<OpaqueExpr, AddressExpr>(*E) ||
      (IsOfIntegers &&
       (Binary->op() == BinaryOp::Div || Binary->op() == BinaryOp::Rem)))
    IsFine = false;
  if (IsOfIntegers || llvm::isa<LoadExpr>(*E) || cutsNumber(*E))
    IsFine &= !Of.areMixed();
  return Of;
}

bool Repeats::areFine() {
  for (const StmtRef &S : R.Each)
    walk(S, [&](const Stmt &Part) {
      IsFine &= llvm::isa<BlockStmt, LetStmt, VarStmt, AssignStmt>(Part);
      if (auto *Assign = llvm::dyn_cast<AssignStmt>(&Part))
        IsFine &= isFineUpdate(*Assign);
      for (const ExprRef &E : expressions(Part))
        visit(substitute(E, Lets));
      return IsFine;
    });
  return IsFine;
}

bool lacuna::mayRepeat(const Nest &N, const StoredRows &R) {
  return Repeats(N, R).areFine();
}
