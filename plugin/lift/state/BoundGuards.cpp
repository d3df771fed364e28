//===- BoundGuards.cpp - what bounds of loops need to hold ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/BoundGuards.h"
#include "lacuna/analysis/Messages.def"
#include "lift/state/LoopBounds.h"
#include "lift/state/Messages.def"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

ExprRef BoundGuards::inlined(const ExprRef &E, clang::SourceLocation Loc,
                             llvm::StringRef Loop) {
  ExprRef Whole = Lets.substituted(E);
  for (const auto &Entry : freeVars(Whole)) {
    llvm::StringRef Name = Entry.getKey();
    if (!Builder.isFixed(Name))
      return Diags.refuse(Loc, changingBound(Loop, Name));
  }
  walk(Whole, [&](const lacuna::Expr &Part) {
    if (const auto *L = dyn_cast<LoadExpr>(&Part))
      noteRead(L->array().str(), Loop.str(), Loc);
  });
  return Whole;
}

/// Whether \p E is the number of elements of a container.
bool BoundGuards::isSize(const ExprRef &E) const {
  if (const auto *L = dyn_cast<LoadExpr>(E.get())) {
    const Operand *O = Builder.graph().findOperand(L->array());
    return O && llvm::StringRef(O->Member).ends_with("size()");
  }
  const auto *V = dyn_cast<VarExpr>(E.get());
  return V && Ops.isSize(V->name());
}

bool BoundGuards::isNonNegative(const ExprRef &E) const {
  if (auto C = constantValue(E))
    return *C >= 0;
  if (!E->type().isInteger() || !E->type().isSigned())
    return E->type().isInteger() || E->type().isBool();
  if (const auto *C = dyn_cast<CastExpr>(E.get()))
    return E->type().holdsAllOf(C->operand()->type()) &&
           isNonNegative(C->operand());
  if (isSize(E))
    return true;
  const auto *V = dyn_cast<VarExpr>(E.get());
  if (!V)
    return false;
  const IndexVar *Index = Builder.graph().findIndexVar(V->name());
  return Index && Index->Lo && isNonNegative(Index->Lo);
}

ExprRef BoundGuards::inType(const Type &Ty, ExprRef Bound, llvm::StringRef Loop,
                            std::vector<Condition> &Conditions) const {
  auto Require = [&](BinaryOp Op, const ExprRef &E, int64_t Limit,
                     const std::string &What) {
    Conditions.push_back({subject(E, Loop) + What, E,
                          binary(Op, E, constant(E->type(), Limit))});
  };
  while (const auto *C = dyn_cast<CastExpr>(Bound.get())) {
    const ExprRef &From = C->operand();
    if (!From->type().isInteger())
      break;
    // What the conversion to Ty itself loses is required below.
    if (C->type() != Ty && !C->type().holdsAllOf(From->type())) {
      bool SignOnly = From->type().isSigned() && !C->type().isSigned() &&
                      C->type().bits() >= From->type().bits();
      if (!SignOnly)
        break;
      if (!isNonNegative(From))
        Require(BinaryOp::Ge, From, 0, " is negative");
    }
    Bound = From;
  }
  const Type &From = Bound->type();
  if (auto V = constantValue(Bound)) {
    if (*V >= minOf(Ty) && *V <= maxOf(Ty))
      return constant(Ty, *V);
  } else if (Ty.holdsAllOf(From)) {
    return cast(Ty, Bound);
  }
  if (!From.isInteger())
    return cast(Ty, Bound);
  std::string Range = msg::SuffixExceedsLoopVariable(Loop);
  if ((maxOf(From) > maxOf(Ty) ||
       (!From.isSigned() && From.bits() >= 64 && Ty.isSigned())) &&
      !(isSize(Bound) && Ty.bits() == 64))
    Require(BinaryOp::Le, Bound, maxOf(Ty), Range);
  if (minOf(From) < minOf(Ty) && !isNonNegative(Bound))
    Require(BinaryOp::Ge, Bound, minOf(Ty),
            Ty.isSigned() ? Range : " is negative");
  return cast(Ty, Bound);
}

bool BoundGuards::add(const std::vector<Condition> &Conditions,
                      bool IsAlwaysRead, clang::SourceLocation Loc,
                      const std::string &Otherwise) {
  for (const Condition &C : Conditions) {
    if (llvm::any_of(Builder.graph().Guards, [&](const Guard &G) {
          return G.Var.empty() && structurallyEqual(G.Cond, C.Holds);
        }))
      continue;
    bool Loads = false;
    llvm::StringSet<> Indices;
    walk(C.Holds, [&](const lacuna::Expr &E) {
      Loads |= isa<LoadExpr>(E);
      if (const auto *V = dyn_cast<VarExpr>(&E))
        if (Builder.graph().findIndexVar(V->name()))
          Indices.insert(V->name());
    });
    bool OverRoot =
        Indices.empty() || (Indices.size() == 1 && !Loops.path().empty() &&
                            Indices.contains(Loops.path().front()));
    if ((Loads && !IsAlwaysRead) || !OverRoot) {
      Diags.refuse(Loc, Otherwise);
      return false;
    }
    if (Indices.empty())
      Builder.graph().Guards.push_back(
          {C.Reason, C.Holds, "", nullptr, nullptr});
    else
      addForRows(C);
  }
  return true;
}

ExprRef BoundGuards::rowVariable() {
  if (GuardVar.empty())
    GuardVar = Builder.uniqueName("r");
  return var(Type::i64(), GuardVar);
}

/// A guard for each value of the outermost loop. Checks of `pos[i]` and of
/// `pos[i + 1]` become one over all of `pos`.
void BoundGuards::addForRows(const Condition &C) {
  const IndexVar &Row = *Builder.graph().findIndexVar(Loops.path().front());
  ExprRef Lo = cast(Type::i64(), Row.Lo), Hi = cast(Type::i64(), Row.Hi);
  ExprRef Next = binary(BinaryOp::Add, Hi, i64(1));
  ExprRef RowVar = var(Row.Ty, Row.Name);
  const auto *L = C.Subject ? dyn_cast<LoadExpr>(C.Subject.get()) : nullptr;
  if (L && rowOf(L->index()))
    L = nullptr;
  bool AtRow = L && structurallyEqual(withoutIntegerCasts(L->index()), RowVar);
  bool AtNext = L && isNext(RowVar, L->index());
  ExprRef R = rowVariable();
  ExprRef Holds;
  if (AtRow || AtNext) {
    ExprRef Elem = load(L->type(), L->array(), R);
    Holds = rewrite(C.Holds, [&](const ExprRef &E) -> ExprRef {
      return structurallyEqual(E, C.Subject) ? Elem : nullptr;
    });
    if (AtNext)
      Lo = binary(BinaryOp::Add, Lo, i64(1));
    if (AtNext)
      Hi = Next;
  } else {
    llvm::StringMap<ExprRef> Map;
    Map[Row.Name] = cast(Row.Ty, R);
    Holds = substitute(C.Holds, Map);
  }
  for (Guard &G : Builder.graph().Guards)
    if (!G.Var.empty() && structurallyEqual(G.Cond, Holds)) {
      if (AtNext)
        G.Hi = Hi;
      return;
    }
  Builder.graph().Guards.push_back({C.Reason, Holds, GuardVar, Lo, Hi});
}

bool BoundGuards::requireAscending(const std::string &Pos, const Type &Ty,
                                   const IndexVar &Row) {
  // pos[lo] is part of the array that pos[lo + 1] is an element of.
  if (!isNonNegative(Row.Lo))
    return false;
  ExprRef R = rowVariable();
  ExprRef Holds = binary(BinaryOp::Le, load(Ty, Pos, R),
                         load(Ty, Pos, binary(BinaryOp::Add, R, i64(1))));
  for (const Guard &G : Builder.graph().Guards)
    if (!G.Var.empty() && structurallyEqual(G.Cond, Holds))
      return true;
  Builder.graph().Guards.push_back({msg::GuardArrayNotAscending(Pos), Holds,
                                    GuardVar, lacuna::cast(Type::i64(), Row.Lo),
                                    lacuna::cast(Type::i64(), Row.Hi)});
  return true;
}

bool BoundGuards::checkReads() const {
  for (const BoundRead &R : Reads) {
    const Operand *O = Builder.operand(R.Array);
    if (O && !O->Written)
      continue;
    Diags.refuse(R.Loc, msg::BoundsReadWritten(R.Loop, R.Array));
    return false;
  }
  return true;
}

} // namespace lacuna::plugin
