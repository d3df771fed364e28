//===- LeftOutZeros.cpp - zeros that sums may go without ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeftOutZeros.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/recognize/Messages.def"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringMap;
using llvm::StringRef;

namespace lacuna {

ExprRef question(StringRef Name, const ExprRef &Of) {
  return binary(BinaryOp::Ne,
                std::make_shared<CallExpr>(Type::i32(), Name.str(),
                                           std::vector<ExprRef>{Of}),
                constant(Type::i32(), 0));
}

/// Whether nothing in an iteration looks at the sum, which belongs to the
/// iteration of a loop around.
bool LeftOutZeros::isOwnSum(const ZeroSum &Sum) const {
  const Place &To = Sum.Target;
  bool IsOnlyAdded = true;
  unsigned Additions = 0;
  walk(Found, [&](const Stmt &S) {
    const auto *A = dyn_cast<AssignStmt>(&S);
    if (A && A->target().Name == To.Name) {
      IsOnlyAdded &= A->op() == ReduceOp::Add &&
                     structurallyEqual(A->target().Index, To.Index);
      ++Additions;
    }
    for (const ExprRef &E : expressions(S))
      IsOnlyAdded &= !usesVar(E, To.Name);
    return true;
  });
  if (!To.Index) {
    auto Declares = [&](const Stmt &S) {
      const auto *Var = dyn_cast<VarStmt>(&S);
      return Var && Var->name() == To.Name;
    };
    return IsOnlyAdded && anyOf(Path.front()->body(), Declares) &&
           !anyOf(Loop.body(), Declares);
  }
  const ExprRef Index = substitute(To.Index, Lets);
  return IsOnlyAdded && accesses(Found, To.Name) == Additions &&
         isUnchanging(N, Index) && !rowOf(To.Index) &&
         usesVar(Index, Path.front()->var()) &&
         llvm::all_of(freeVars(Index), [&](const auto &Name) {
           return Name.getKey() != Column.Name &&
                  (N.findOperand(Name.getKey()) ||
                   N.findIndexVar(Name.getKey()));
         });
}

/// Whether what the nest stores decides what \p Target begins with.
bool LeftOutZeros::dependsOnResults(const Place &Target) const {
  if (Target.Index)
    return true;
  bool Depends = false;
  walk(N.Body, [&](const Stmt &S) {
    const auto *Var = dyn_cast<VarStmt>(&S);
    const auto *A = dyn_cast<AssignStmt>(&S);
    if ((Var && Var->name() == Target.Name) ||
        (A && A->target().Name == Target.Name))
      for (const ExprRef &E : expressions(S))
        Depends |= !isUnchanging(N, substitute(E, Lets));
    return &S != &Loop;
  });
  return Depends;
}

/// Whether guards know how many elements each array has that a row accesses.
bool LeftOutZeros::hasKnownExtents() const {
  llvm::StringSet<> Arrays;
  Arrays.insert(Crd);
  walk(Found, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        const auto *Load = dyn_cast<LoadExpr>(&Part);
        if (Load && usesVar(Load->index(), AtPosition))
          Arrays.insert(Load->array());
      });
    return true;
  });
  return llvm::all_of(Arrays.keys(), [&](StringRef Name) {
    const Operand *O = N.findOperand(Name);
    return O && O->Extent;
  });
}

/// Whether loops alone lead to the one over coordinates.
bool LeftOutZeros::leadsDirectly() const {
  StmtRef Level = N.Body;
  for (const LoopStmt *Each : Path) {
    if (llvm::none_of(statementsOf(Level),
                      [&](const StmtRef &S) { return S.get() == Each; }))
      return false;
    Level = Each->body();
  }
  return true;
}

/// Whether each iteration under the conditions of \p Sum reads \p Factor.
bool LeftOutZeros::isReadInAnyCase(const ZeroSum &Sum,
                                   const ExprRef &Factor) const {
  bool IsRead = false;
  auto Look = [&](auto &Self, const StmtRef &Body) -> void {
    for (const StmtRef &S : statementsOf(Body)) {
      const auto *If = dyn_cast<IfStmt>(S.get());
      if (If && llvm::any_of(Sum.Under, [&](const ExprRef &Cond) {
            return structurallyEqual(Cond, If->cond());
          }))
        Self(Self, If->thenBody());
      if (!isa<LetStmt, AssignStmt, VarStmt>(S.get()))
        continue;
      for (const ExprRef &E : expressions(*S))
        walkInAnyCase(substitute(E, Lets), [&](const Expr &Part) {
          const auto *Load = dyn_cast<LoadExpr>(&Part);
          const auto *Of = dyn_cast<LoadExpr>(Factor.get());
          IsRead |= Load && Of && Load->array() == Of->array() &&
                    structurallyEqual(Load->index(), Of->index());
        });
    }
  };
  Look(Look, Always);
  return IsRead;
}

/// The coordinates of the loop, none if it does not run at all.
std::pair<ExprRef, ExprRef> LeftOutZeros::columnsIfReached() const {
  const ExprRef Lo = cast(Type::i64(), Column.Lo);
  ExprRef Hi = cast(Type::i64(), Column.Hi);
  for (const LoopStmt *Each : ArrayRef(Path).drop_front().drop_back()) {
    const IndexVar &V = *N.findIndexVar(Each->var());
    Hi = std::make_shared<SelectExpr>(binary(BinaryOp::Lt, V.Lo, V.Hi), Hi, Lo);
  }
  return {Lo, Hi};
}

/// That \p Factor is finite is seen in front of the nest, or of each row.
bool LeftOutZeros::takeFactor(const ZeroSum &Sum, const ExprRef &Factor) {
  if (!isUnchanging(N, Factor))
    return false;
  auto IsKnown = [&](const ExprRef &E, bool WithColumn) {
    return llvm::all_of(freeVars(E), [&](const auto &Name) {
      return N.findOperand(Name.getKey()) ||
             (Name.getKey() == Column.Name
                  ? WithColumn
                  : !WithColumn && N.findIndexVar(Name.getKey()));
    });
  };
  if (!usesVar(Factor, Column.Name)) {
    if (!IsKnown(Factor, /*WithColumn=*/false) || !Sum.Under.empty() ||
        (isa<LoadExpr>(Factor.get()) && !isReadInAnyCase(Sum, Factor)))
      return false;
    Finite.push_back(Factor);
    return true;
  }
  const auto *Load = dyn_cast<LoadExpr>(Factor.get());
  bool IsInFront = Load && !rowOf(Load->index()) &&
                   IsKnown(Factor, /*WithColumn=*/true) && leadsDirectly() &&
                   isReadInAnyCase(Sum, Factor);
  for (const LoopStmt *Each : ArrayRef(Path).drop_front()) {
    const IndexVar &V = *N.findIndexVar(Each->var());
    IsInFront &=
        !V.isDerived() && isOverScalars(N, V.Lo) && isOverScalars(N, V.Hi);
  }
  if (!IsInFront)
    return false;
  const std::string R = unusedName(N, "r");
  StringMap<ExprRef> AtR;
  AtR[Column.Name] = cast(Column.Ty, var(Type::i64(), R));
  auto [Lo, Hi] = columnsIfReached();
  Guards.push_back({msg::GuardElementNotFinite(Load->array().str()),
                    question("isfinite", substitute(Factor, AtR)), R, Lo, Hi});
  return true;
}

/// `if (j != i)` keeps one column from a row, which another row has, if there
/// is one.
bool LeftOutZeros::takeConditions(const ZeroSum &Sum) {
  const IndexVar &Row = *N.findIndexVar(Path.front()->var());
  for (const ExprRef &Cond : Sum.Under) {
    if (Row.isDerived() ||
        leavesOut(substitute(Cond, Lets), Column.Name) != Row.Name ||
        !isOverScalars(N, Row.Lo) || !isOverScalars(N, Row.Hi))
      return false;
    Guards.push_back({msg::GuardOneIterationAlone(Row.Name),
                      binary(BinaryOp::Lt, i64(1),
                             binary(BinaryOp::Sub, cast(Type::i64(), Row.Hi),
                                    cast(Type::i64(), Row.Lo))),
                      "", nullptr, nullptr});
  }
  return true;
}

/// Whether an iteration without an entry does nothing but add zeros that may be
/// left out.
bool LeftOutZeros::find(const StmtRef &Missing) {
  auto Sums = zeroSums(Missing, Lets);
  if (!Sums)
    return false;
  for (const ZeroSum &Sum : *Sums) {
    if (!isOwnSum(Sum) || !takeConditions(Sum))
      return false;
    // A walk cannot tell which rows run again.
    if (dependsOnResults(Sum.Target) && !hasKnownExtents())
      return false;
    for (const ExprRef &Factor : Sum.Factors)
      if (!takeFactor(Sum, Factor))
        return false;
    if (llvm::none_of(Zeros, [&](const ZeroSum &Known) {
          return Known.Target.Name == Sum.Target.Name;
        }))
      Zeros.push_back(Sum);
  }
  return Zeros.empty() || doesNothingElse();
}

/// Whether all that an iteration does is undone where its row runs once more:
/// it sets nothing but the sums, and variables of its own.
bool LeftOutZeros::doesNothingElse() const {
  return !anyOf(Found, [&](const Stmt &S) {
    const auto *A = dyn_cast<AssignStmt>(&S);
    auto IsTarget = [&](const ZeroSum &Sum) {
      return Sum.Target.Name == A->target().Name;
    };
    auto Declares = [&](const Stmt &Inner) {
      const auto *Var = dyn_cast<VarStmt>(&Inner);
      return Var && Var->name() == A->target().Name;
    };
    return A && llvm::none_of(Zeros, IsTarget) && !anyOf(Found, Declares);
  });
}

} // namespace lacuna
