//===- Atomics.cpp - the user's own synchronisation -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic operations become two statements: a variable gets the element, and an
// atomic step sets the element and the variable (ir/AtomicSteps.h).
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// What \p A sets an element to that was \p Old, of which \p Value is added or
/// stored; as the value of an assignment by \p Op.
static ExprRef valueSet(const AtomicCall &A, const ExprRef &Old,
                        const ExprRef &Expected, const ExprRef &Value,
                        ReduceOp &Op) {
  switch (A.K) {
  case AtomicCall::Kind::Fetch:
    Op = A.Op == clang::BO_And   ? ReduceOp::And
         : A.Op == clang::BO_Or  ? ReduceOp::Or
         : A.Op == clang::BO_Xor ? ReduceOp::Xor
                                 : ReduceOp::Add;
    return A.Op == clang::BO_Sub ? unary(UnaryOp::Neg, Value) : Value;
  case AtomicCall::Kind::CompareAndSet:
    return std::make_shared<SelectExpr>(binary(BinaryOp::Eq, Old, Expected),
                                        Value, Old);
  case AtomicCall::Kind::Load:
    return Old;
  case AtomicCall::Kind::Exchange:
  case AtomicCall::Kind::Store:
    return Value;
  }
  llvm_unreachable("unknown atomic operation");
}

/// The number that \p A is on.
std::optional<Location> Lifter::atomicPlace(const AtomicCall &A) {
  const clang::Expr *Of = A.Pointer ? addressed(A.Pointer) : A.Object;
  const clang::VarDecl *V =
      Of ? namedVariable(Of->IgnoreParenImpCasts()) : nullptr;
  if (V && !Env.find(V)) {
    Diags.refuse(Of->getExprLoc(), msg::AtomicOnVariable(V->getName()));
    return std::nullopt;
  }
  if (A.Pointer)
    return locatePointee(A.Pointer);
  auto P = locateRecord(A.Object->IgnoreParenImpCasts());
  const auto Ty = Types.scalar(A.Integer->getType());
  if (!P || !Ty)
    return std::nullopt;
  const std::string Called = P->Path.empty() ? "value" : P->Path;
  P->Path += (P->Path.empty() ? "" : ".") + A.Integer->getNameAsString();
  Builder.result().Members.push_back(A.Integer);
  return Records.memberAt(*P, *Ty, Called);
}

/// The value of \p E, which is \p A; null if it cannot be done where the
/// expression stands.
ExprRef Lifter::liftAtomic(const clang::Expr *E, const AtomicCall &A) {
  const clang::SourceLocation Loc = E->getExprLoc();
  const SourceTag Tag = Builder.tag(Loc);
  if (!Front)
    return Diags.refuse(Loc, msg::AtomicMayNotRun());
  auto L = atomicPlace(A);
  if (!L)
    return nullptr;
  if (L->K != Location::Kind::Place || !L->Place.Index)
    return Diags.refuse(Loc, msg::AtomicOnVariable(Diags.spell(
                                 A.Pointer ? A.Pointer : A.Object)));
  const lacuna::Place To = placeAt(*L);
  // What is set, and with what it is compared, is found out first.
  auto Number = [&](const clang::Expr *Part) -> ExprRef {
    ExprRef Value = liftValue(Part);
    size_t End = Front->size();
    if (!Value || constantValue(Value))
      return Value ? lacuna::cast(To.Ty, Value) : nullptr;
    return heldNow(lacuna::cast(To.Ty, Value), Loc, End);
  };
  const ExprRef Expected = A.Expected ? Number(A.Expected) : nullptr;
  const ExprRef Value = A.Value ? Number(A.Value) : constant(To.Ty, 1);
  if ((A.Expected && !Expected) || !Value)
    return nullptr;
  const std::string Name = Builder.uniqueName("found");
  const ExprRef Old = var(To.Ty, Name);
  ReduceOp Op = ReduceOp::None;
  ExprRef Set = valueSet(A, Old, Expected, Value, Op);
  Ops.noteWritten(To);
  Front->push_back(std::make_shared<VarStmt>(Name, To.Ty, elementAt(*L), Tag));
  Front->push_back(
      std::make_shared<AssignStmt>(To, Op, Set, /*Atomic=*/true, Tag, Name));
  if (A.SetsExpected) {
    auto Variable = locate(A.Expected);
    if (!Variable || Variable->K != Location::Kind::Place)
      return Diags.any()
                 ? nullptr
                 : Diags.refuse(Loc,
                                msg::AtomicOnVariable(Diags.spell(A.Expected)));
    const lacuna::Place Into = placeAt(*Variable);
    Front->push_back(assign(Into, lacuna::cast(Into.Ty, Old), Tag));
  }
  if (A.ReturnsSuccess)
    return binary(BinaryOp::Eq, Old, Expected);
  return A.ReturnsNew ? lacuna::cast(To.Ty, binary(operatorOf(Op), Old, Set))
                      : Old;
}

/// `#pragma omp atomic`: the update that it makes is one step, of which nobody
/// asks what the element was.
bool Lifter::liftAtomic(const clang::OMPAtomicDirective *D, Stmts &Out) {
  const clang::Expr *E = atomicUpdate(D);
  if (!E) {
    Diags.refuse(D->getBeginLoc(), msg::AtomicOfOpenMP());
    return false;
  }
  Stmts Own;
  llvm::SaveAndRestore<Stmts *> Before(Front, &Own);
  if (!liftExprStmt(E, {}, Own))
    return false;
  auto *Step = Own.empty() ? nullptr : dyn_cast<AssignStmt>(Own.back().get());
  if (!Step || !Step->target().Index) {
    Diags.refuse(E->getExprLoc(), msg::AtomicOnVariable(Diags.spell(E)));
    return false;
  }
  Own.back() = std::make_shared<AssignStmt>(
      Step->target(), Step->op(), Step->value(), /*Atomic=*/true, Step->tag());
  llvm::append_range(Out, Own);
  return true;
}

} // namespace lacuna::plugin
