//===- SumsInPlace.cpp - sums made where they are stored ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/affine/SumsInPlace.h"
#include "lacuna/analysis/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Whether \p Index is known in front of \p Body.
static bool isKnownInFront(const ExprRef &Index, const StmtRef &Body) {
  bool Loads = false;
  walk(Index, [&](const Expr &E) { Loads |= isa<LoadExpr>(&E); });
  const StringSet<> Declared = declaredIn(Body);
  return !Loads && none_of(freeVars(Index), [&](const auto &Name) {
    return Declared.contains(Name.getKey());
  });
}

/// The number of the statement in \p Body, behind number \p At, that stores the
/// variable declared there, which nothing uses any more behind it; nothing if
/// the element cannot stand for the variable.
static std::optional<size_t> storeOf(ArrayRef<StmtRef> Body, size_t At) {
  auto &Var = llvm::cast<VarStmt>(*Body[At]);
  size_t Last = Body.size() - 1;
  while (Last > At && !touches(Body[Last], Var.name()))
    --Last;
  auto *Store = dyn_cast<AssignStmt>(Body[Last].get());
  auto *Value = Store ? dyn_cast<VarExpr>(Store->value().get()) : nullptr;
  if (!Value || Value->name() != Var.name() || Store->op() != ReduceOp::None ||
      Store->isAtomic() || !Store->target().Index)
    return std::nullopt;
  const StmtRef All = std::make_shared<BlockStmt>(Body.vec());
  if (accesses(All, Store->target().Name) != 1 ||
      !isKnownInFront(Store->target().Index, All))
    return std::nullopt;
  return Last;
}

std::vector<StmtRef> withSumsInPlace(std::vector<StmtRef> Body) {
  for (size_t At = 0; At < Body.size(); ++At) {
    auto *Var = dyn_cast<VarStmt>(Body[At].get());
    if (!Var || !Var->init())
      continue;
    const std::optional<size_t> Last = storeOf(Body, At);
    if (!Last)
      continue;
    const Place Element = llvm::cast<AssignStmt>(*Body[*Last]).target();
    const Place Variable{Var->name().str(), Var->type(), nullptr};
    StringMap<ExprRef> Reads;
    Reads[Var->name()] = valueOf(Element);
    for (size_t K = At + 1; K < *Last; ++K)
      Body[K] = substitute(redirect(Body[K], Variable, Element), Reads);
    Body[At] = assign(Element, Var->init(), Var->tag());
    Body.erase(Body.begin() + ptrdiff_t(*Last));
  }
  return Body;
}

} // namespace lacuna
