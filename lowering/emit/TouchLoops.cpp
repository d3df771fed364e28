//===- TouchLoops.cpp - loops of touches that are one call ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TouchLoops.h"

using namespace lacuna;

static bool isVar(const ExprRef &E, llvm::StringRef Name) {
  auto *Var = llvm::dyn_cast_or_null<VarExpr>(E.get());
  return Var && Var->name() == Name;
}

/// Whether \p Index is \p Var in an array, or in a row that is always the same.
static bool runsAlong(const ExprRef &Index, llvm::StringRef Var) {
  if (auto *InRow = llvm::dyn_cast<RowSubscriptExpr>(Index.get()))
    return isVar(InRow->index(), Var) && !freeVars(InRow->row()).contains(Var);
  return isVar(Index, Var);
}

/// The load of integers next to each other whose value \p Index is.
static const LoadExpr *indicesIn(const ExprRef &Index, llvm::StringRef Var,
                                 const Names &Known) {
  const Expr *E = Index.get();
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E);
      Cast && Cast->type() == Type::i64())
    E = Cast->operand().get();
  auto *Load = llvm::dyn_cast<LoadExpr>(E);
  return Load && Load->type().isInteger() && Load->type().bits() <= 64 &&
                 Known.isContiguous(Load->array()) &&
                 runsAlong(Load->index(), Var)
             ? Load
             : nullptr;
}

/// Whether what is left of the loop changes what is touched.
static bool dependsOnRest(const TouchLoop &L) {
  llvm::StringSet<> Read;
  std::vector<ExprRef> Indices;
  if (L.Touch) {
    Read = freeVars(L.Touch->number());
    Indices.push_back(L.Index->index());
  }
  for (const TouchStmt *S : L.Sources)
    Indices.push_back(S->index());
  for (const ExprRef &Index : Indices)
    for (const auto &Name : freeVars(Index))
      Read.insert(Name.getKey());
  return llvm::any_of(L.Rest, [&](const StmtRef &S) {
    return Read.contains(llvm::cast<AssignStmt>(*S).target().Name);
  });
}

std::optional<TouchLoop> lacuna::touchLoop(const ForStmt &S,
                                           const Names &Known) {
  TouchLoop Found{nullptr, nullptr, {}, {}};
  if (S.tags().Mode != ForMode::Serial)
    return std::nullopt;
  for (const StmtRef &Part : statementsOf(S.body())) {
    auto *Touch = llvm::dyn_cast<TouchStmt>(Part.get());
    auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
    if (Assign && !Assign->target().Index) {
      Found.Rest.push_back(Part);
    } else if (Touch && Touch->access() == TouchKind::Source && !Touch->end() &&
               Known.isContiguous(Touch->array()) &&
               runsAlong(Touch->index(), S.var())) {
      Found.Sources.push_back(Touch);
    } else if (Touch && Touch->access() != TouchKind::Source && !Touch->end() &&
               !Found.Touch && !freeVars(Touch->number()).contains(S.var())) {
      Found.Touch = Touch;
      Found.Index = indicesIn(Touch->index(), S.var(), Known);
    } else {
      return std::nullopt;
    }
  }
  const bool IsCall =
      Found.Touch ? Found.Index != nullptr : !Found.Sources.empty();
  if (!IsCall || dependsOnRest(Found))
    return std::nullopt;
  return Found;
}
