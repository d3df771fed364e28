//===- LeftArms.cpp - branches that only the user's loop has --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (verbose) print(i);` What no nest can do may stand under a condition that
// is the same in all iterations, or that only the outermost loop's variable
// decides. Where a guard finds that it holds nowhere, the branch makes no
// difference, and the nest is lifted without. An arm is left out only after
// an attempt with it has failed.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/state/Limits.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether evaluating \p E, but for its operands, cannot go wrong where the
/// user's loop would not evaluate it.
static bool isHarmless(const lacuna::Expr &E) {
  if (isa<LoadExpr, CallExpr, OpaqueExpr, AddressExpr>(E) ||
      E.type().isOpaque())
    return false;
  if (const auto *C = dyn_cast<CastExpr>(&E))
    return !C->operand()->type().isFloat() || C->type().isFloat() ||
           C->type().isBool();
  const bool MayOverflow = E.type().isSigned() && E.type().isInteger();
  if (const auto *U = dyn_cast<UnaryExpr>(&E))
    return U->op() != UnaryOp::Neg || !MayOverflow;
  const auto *B = dyn_cast<BinaryExpr>(&E);
  switch (B ? B->op() : BinaryOp::And) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return !MayOverflow;
  case BinaryOp::Div:
    return E.type().isFloat();
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return false;
  default:
    return true;
  }
}

/// Whether \p Arm, perhaps null, ends the program, which no run of it does that
/// anybody waits for.
static bool endsProgram(const clang::Stmt *Arm) {
  while (const auto *Block = dyn_cast_or_null<clang::CompoundStmt>(Arm))
    Arm = Block->body_empty() ? nullptr : Block->body_back();
  const auto *E = dyn_cast_or_null<clang::Expr>(Arm);
  const auto *C =
      E ? dyn_cast<clang::CallExpr>(E->IgnoreParenCasts()) : nullptr;
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->isNoReturn();
}

/// Whether \p Cond, which leads to \p Arm, may be evaluated in front of the
/// nest: for each value of the outermost loop's variable where it asks for a
/// fault. Else some iteration has been written for it (`if (i == 0)`).
bool Lifter::canAskInFront(const ExprRef &Cond, const clang::Stmt *Arm) const {
  const Nest &Graph = Builder.graph();
  // Members behind pointers are bound where what is left of the nest reads
  // them.
  auto IsAlwaysBound = [&](const std::string &Name) {
    return llvm::none_of(Builder.result().Bindings, [&](const Binding &B) {
      return B.Operand == Name && !B.Object.empty();
    });
  };
  bool Can = true;
  walk(Cond, [&](const lacuna::Expr &E) {
    Can &= isHarmless(E);
    if (const auto *V = dyn_cast<VarExpr>(&E)) {
      const Operand *O = Graph.findOperand(V->name());
      Can &= O ? O->Kind == OperandKind::Scalar && IsAlwaysBound(O->Name)
               : endsProgram(Arm) && !Loops.path().empty() &&
                     V->name() == Loops.path().front() &&
                     Graph.findIndexVar(V->name());
    }
  });
  return Can;
}

/// Whether the nest does without \p Arm, which runs where \p Cond, in the
/// user's words \p Text, is \p Value: a guard then sees that it is not.
bool Lifter::leaves(const clang::Stmt *Arm, const ExprRef &Cond, bool Value,
                    const clang::Expr *Text) {
  if (!llvm::is_contained(Plan.Left, Arm) || !canAskInFront(Cond, Arm))
    return false;
  const ExprRef Holds = lacuna::cast(Type::boolean(), Cond);
  return Guards.add(
      {{msg::GuardArmIsTaken("'" + Diags.spell(Text) + "'",
                             Value ? "true" : "false"),
        nullptr, Value ? unary(UnaryOp::LogicalNot, Holds) : Holds}},
      /*IsAlwaysRead=*/false, Text->getExprLoc(), "");
}

/// Notes, where the lift of \p Arm has failed, that it may get on without.
/// Loops are what a directive is about: none is left out.
void Lifter::noteLeft(const clang::Stmt *Arm, const ExprRef &Cond) {
  if (Arm && MustLeave.empty() && Plan.Left.size() < MaxLeft && Diags.any() &&
      !isLoop(Arm) && !holdsLoop(Arm) && canAskInFront(Cond, Arm))
    MustLeave.push_back(Arm);
}

} // namespace lacuna::plugin
