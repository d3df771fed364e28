//===- SumsInPlace.cpp - sums made where they are stored ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/affine/SumsInPlace.h"
#include "lacuna/analysis/reductions/Reductions.h"
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

/// Whether \p S does nothing but store \p Var in an element.
static bool stores(const StmtRef &S, StringRef Var) {
  auto *Store = dyn_cast<AssignStmt>(S.get());
  auto *Value = Store ? dyn_cast<VarExpr>(Store->value().get()) : nullptr;
  return Value && Value->name() == Var && Store->op() == ReduceOp::None &&
         !Store->isAtomic() && Store->target().Index &&
         !freeVars(Store->target().Index).contains(Var);
}

static size_t accessesIn(ArrayRef<StmtRef> Body, const std::string &Array) {
  size_t Count = 0;
  for (const StmtRef &S : Body)
    Count += accesses(S, Array);
  return Count;
}

/// The number of the statement in \p Body, behind number \p At, that stores the
/// variable declared there in an element that can stand for it; nothing if
/// there is none. Behind it the variable may be stored in other elements, too,
/// and nothing else uses it.
static std::optional<size_t> storeOf(ArrayRef<StmtRef> Body, size_t At) {
  const StringRef Var = llvm::cast<VarStmt>(*Body[At]).name();
  std::optional<size_t> First;
  for (size_t K = Body.size(); --K > At;)
    if (stores(Body[K], Var))
      First = K;
    else if (touches(Body[K], Var))
      break;
  if (!First)
    return std::nullopt;
  const Place &Element = llvm::cast<AssignStmt>(*Body[*First]).target();
  const ArrayRef<StmtRef> Behind = Body.drop_front(*First + 1);
  const auto Copies =
      count_if(Behind, [&](const StmtRef &S) { return stores(S, Var); });
  const auto InArray = count_if(Behind, [&](const StmtRef &S) {
    return stores(S, Var) &&
           llvm::cast<AssignStmt>(*S).target().Name == Element.Name;
  });
  // Copies are made of the element, which has to be the same until then.
  const bool IsKept =
      Copies == 0 || accessesIn(Behind, Element.Name) == size_t(InArray);
  const ArrayRef<StmtRef> Meanwhile = Body.slice(At, *First - At);
  if (!IsKept || accessesIn(Meanwhile, Element.Name) != 0 ||
      accesses(Body[*First], Element.Name) != 1 ||
      !isKnownInFront(Element.Index, std::make_shared<BlockStmt>(Body.vec())))
    return std::nullopt;
  return First;
}

std::vector<StmtRef> withSumsInPlace(std::vector<StmtRef> Body) {
  for (size_t At = 0; At < Body.size(); ++At) {
    auto *Var = dyn_cast<VarStmt>(Body[At].get());
    if (!Var || !Var->init())
      continue;
    const std::optional<size_t> First = storeOf(Body, At);
    if (!First)
      continue;
    const Place Element = llvm::cast<AssignStmt>(*Body[*First]).target();
    const Place Variable{Var->name().str(), Var->type(), nullptr};
    StringMap<ExprRef> Reads;
    Reads[Var->name()] = valueOf(Element);
    for (size_t K = At + 1; K < Body.size(); ++K)
      Body[K] = substitute(redirect(Body[K], Variable, Element), Reads);
    Body[At] = assign(Element, Var->init(), Var->tag());
    Body.erase(Body.begin() + ptrdiff_t(*First));
  }
  return Body;
}

} // namespace lacuna
