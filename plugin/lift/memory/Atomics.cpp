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

#include "lacuna/analysis/Dependence.h"
#include "lift/Lifter.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// The operator by which \p A updates: subtraction adds.
static ReduceOp updateOf(const AtomicCall &A) {
  switch (A.Op) {
  case clang::BO_Add:
  case clang::BO_Sub:
    return ReduceOp::Add;
  case clang::BO_And:
    return ReduceOp::And;
  case clang::BO_Or:
    return ReduceOp::Or;
  case clang::BO_Xor:
    return ReduceOp::Xor;
  default:
    llvm_unreachable("no atomic update");
  }
}

/// \p E as a number without sign, as wide as C++ computes in: it wraps.
static ExprRef asUnsigned(const ExprRef &E) {
  const Type Narrow(TypeClass::UInt, 32, "unsigned int");
  return lacuna::cast(E->type().bits() > 32 ? Type::u64() : Narrow, E);
}

/// What an element of type \p Ty is behind \p A, which is added or stored as
/// \p Value, or compared with \p Expected; it was \p Old.
static ExprRef valueBehind(const AtomicCall &A, const Type &Ty,
                           const ExprRef &Old, const ExprRef &Expected,
                           const ExprRef &Value) {
  switch (A.K) {
  case AtomicCall::Kind::Fetch:
    return lacuna::cast(Ty, binary(operatorOf(updateOf(A)), asUnsigned(Old),
                                   asUnsigned(Value)));
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
  lacuna::Place To = placeAt(*L);
  const size_t From = inFront();
  // What is set, and with what it is compared, is found out first.
  auto Number = [&](const clang::Expr *Part) -> ExprRef {
    ExprRef Value = liftValue(Part);
    size_t End = Front->size();
    if (!Value || constantValue(Value))
      return Value ? lacuna::cast(To.Ty, Value) : nullptr;
    return heldNow(lacuna::cast(To.Ty, Value), Loc, End);
  };
  auto Variable = A.SetsExpected ? locate(A.Expected) : std::nullopt;
  if (A.SetsExpected && (!Variable || Variable->K != Location::Kind::Place ||
                         Variable->Place.Index))
    return Diags.any()
               ? nullptr
               : Diags.refuse(Loc,
                              msg::AtomicSetsElement(Diags.spell(A.Expected)));
  const ExprRef Expected = A.Expected ? Number(A.Expected) : nullptr;
  ExprRef Value = A.Value ? Number(A.Value)
                          : constant(To.Ty, A.K != AtomicCall::Kind::Store);
  if ((A.Expected && !Expected) || !Value)
    return nullptr;
  if (A.K == AtomicCall::Kind::Fetch && A.Op == clang::BO_Sub)
    Value = lacuna::cast(To.Ty, unary(UnaryOp::Neg, asUnsigned(Value)));
  keepReads(To.Index, From, Loc);
  const std::string Name = Builder.uniqueName("found");
  const ExprRef Old = var(To.Ty, Name);
  const ExprRef New = valueBehind(A, To.Ty, Old, Expected, Value);
  const bool IsUpdate = A.K == AtomicCall::Kind::Fetch;
  Ops.noteWritten(To);
  Front->push_back(std::make_shared<VarStmt>(Name, To.Ty, loadOf(To), Tag));
  Front->push_back(std::make_shared<AssignStmt>(
      To, IsUpdate ? updateOf(A) : ReduceOp::None, IsUpdate ? Value : New,
      /*Atomic=*/true, Tag, Name));
  if (Variable) {
    const lacuna::Place Into = placeAt(*Variable);
    Front->push_back(assign(Into, lacuna::cast(Into.Ty, Old), Tag));
  }
  if (A.ReturnsSuccess)
    return binary(BinaryOp::Eq, Old, Expected);
  return A.ReturnsNew ? New : Old;
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
  if (!hasAtomicForm(Step->op(), Step->target().Ty, /*InKernel=*/false)) {
    Diags.refuse(D->getBeginLoc(), msg::AtomicOfOpenMP());
    return false;
  }
  Own.back() = std::make_shared<AssignStmt>(
      Step->target(), Step->op(), Step->value(), /*Atomic=*/true, Step->tag());
  llvm::append_range(Out, Own);
  return true;
}

} // namespace lacuna::plugin
