//===- WorkspaceMarks.cpp - positions that a workspace holds --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspaceMarks.h"
#include "lacuna/waves/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

static std::optional<bool> compare(BinaryOp Op, int64_t L, int64_t R) {
  switch (Op) {
  case BinaryOp::Lt:
    return L < R;
  case BinaryOp::Le:
    return L <= R;
  case BinaryOp::Gt:
    return L > R;
  case BinaryOp::Ge:
    return L >= R;
  case BinaryOp::Eq:
    return L == R;
  case BinaryOp::Ne:
    return L != R;
  default:
    return std::nullopt;
  }
}

/// Whether \p Holds, a comparison of variable \p Value, signed, with a
/// constant, holds for \p For.
static std::optional<bool> holdsFor(const ExprRef &Holds, const VarExpr &Value,
                                    int64_t For) {
  if (auto *Not = llvm::dyn_cast<UnaryExpr>(Holds.get());
      Not && Not->op() == UnaryOp::LogicalNot) {
    std::optional<bool> Inner = holdsFor(Not->operands().front(), Value, For);
    return Inner ? std::optional(!*Inner) : std::nullopt;
  }
  auto *Binary = llvm::dyn_cast<BinaryExpr>(Holds.get());
  if (!Binary)
    return std::nullopt;
  std::optional<int64_t> Sides[2];
  for (int Side : {0, 1}) {
    const ExprRef &E = Binary->operands()[size_t(Side)];
    auto *Var = llvm::dyn_cast<VarExpr>(withoutIntegerCasts(E).get());
    if (!E->type().isInteger() || !E->type().isSigned())
      return std::nullopt;
    if (Var && Var->name() == Value.name() &&
        E->type().holdsAllOf(Value.type()))
      Sides[Side] = For;
    else
      Sides[Side] = constantValue(withoutIntegerCasts(E));
  }
  if (!Sides[0] || !Sides[1])
    return std::nullopt;
  return compare(Binary->op(), *Sides[0], *Sides[1]);
}

/// The index variable whose values \p Stored are, if its range is the same all
/// through an iteration of the outermost loop; else null.
static const IndexVar *positionIn(const Nest &N, const ExprRef &Stored,
                                  const Type &Elem) {
  auto *Var = llvm::dyn_cast<VarExpr>(withoutIntegerCasts(Stored).get());
  const IndexVar *Position = Var ? N.findIndexVar(Var->name()) : nullptr;
  if (!Position || Position->isDerived() || !Elem.holdsAllOf(Position->Ty))
    return nullptr;
  const llvm::StringRef Outermost = N.IndexVars.front().Name;
  for (const ExprRef &Bound : {Position->Lo, Position->Hi}) {
    if (!isUnchanging(N, Bound))
      return nullptr;
    for (const auto &Name : freeVars(Bound))
      if (N.findIndexVar(Name.first()) && Name.first() != Outermost)
        return nullptr;
  }
  return Position;
}

std::optional<WorkspaceMarks> lacuna::marksOf(const Nest &N,
                                              const Operand &Workspace,
                                              const VarExpr &Value,
                                              const ExprRef &Holds) {
  const llvm::StringSet<> Read = freeVars(Holds);
  if (!llvm::is_contained(N.Facts.Private, Workspace.Name) ||
      !Workspace.Ty.isInteger() || !Workspace.Ty.isSigned() || Workspace.Row ||
      Read.size() != 1 || !Read.contains(Value.name()))
    return std::nullopt;
  const IndexVar *Position = nullptr;
  bool IsKnown = true;
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (!Assign || Assign->target().Name != Workspace.Name)
      return true;
    const ExprRef Stored = withoutIntegerCasts(Assign->value());
    if (std::optional<int64_t> Constant = constantValue(Stored)) {
      IsKnown &= Assign->op() == ReduceOp::None &&
                 holdsFor(Holds, Value, *Constant) == false;
      return true;
    }
    const IndexVar *New = positionIn(N, Stored, Workspace.Ty);
    IsKnown &= Assign->op() == ReduceOp::None && New &&
               (!Position || (structurallyEqual(Position->Lo, New->Lo) &&
                              structurallyEqual(Position->Hi, New->Hi)));
    Position = New;
    return true;
  });
  if (!IsKnown || !Position)
    return std::nullopt;
  const std::string Element = Workspace.Name + "_element";
  llvm::StringMap<ExprRef> OfElement;
  OfElement[Value.name()] =
      cast(Value.type(),
           load(Workspace.Ty, Workspace.Name, var(Type::i64(), Element)));
  return WorkspaceMarks{
      cast(Type::i64(), Position->Lo), cast(Type::i64(), Position->Hi),
      Guard{msg::GuardWorkspaceHoldsMarks(Workspace.Name),
            unary(UnaryOp::LogicalNot, substitute(Holds, OfElement)), Element,
            i64(0), Workspace.Extent}};
}
