//===- Assignments.cpp - what the user's statements store -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Operators.h"
#include "lift/state/Reductions.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// \p Value as a variable of type \p Ty holds it; of a complex number that is
/// a real one the imaginary part is 0.
static ExprRef asHeld(const Type &Ty, const ExprRef &Value) {
  if (!Ty.isComplex() || !Value->type().isArithmetic())
    return lacuna::cast(Ty, Value);
  return std::make_shared<OpaqueExpr>(Ty, Ty.spelling().str() + "($0)",
                                      std::vector<ExprRef>{Value});
}

bool Lifter::liftAssign(const clang::Expr *Target, const clang::Expr *Value,
                        ArrayRef<const clang::Stmt *> Rest,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  const clang::VarDecl *V = namedVariable(Target);
  if (V && !pointerWithin(V->getType()).isNull())
    return definePointer(V, Value, Rest, Loc, Out);
  const auto *Inner =
      dyn_cast<clang::BinaryOperator>(Value->IgnoreParenImpCasts());
  if (Inner && Inner->isAssignmentOp() && !Assigned.count(Inner))
    return liftChained(Inner, Target, Value, Rest, Loc, Out);
  if (V && !V->getType()->isReferenceType() &&
      (!Env.contains(V) || Env.isLet(V))) {
    auto Ty = V->getTLSKind() == clang::VarDecl::TLS_None
                  ? Types.scalarAt(V->getType(), Loc)
                  : (Diags.refuse(
                         Loc, msg::AssignedThreadLocal(V->getNameAsString())),
                     std::nullopt);
    ExprRef Init = Ty ? liftValue(Value) : nullptr;
    if (!Init)
      return false;
    define(V, *Ty, asHeld(*Ty, Init), Rest, Loc, Out);
    return true;
  }
  // What is stored is computed before effects of the place.
  const bool IsFirst = Front && hasEffect(Target);
  ExprRef New = IsFirst ? liftValue(Value) : nullptr;
  const size_t From = inFront();
  auto L = New ? locate(Target) : std::nullopt;
  auto P = L && L->K == Location::Kind::Place ? placeAt(*L)
           : IsFirst                          ? std::nullopt
                                              : target(Target);
  if (IsFirst && P)
    keepReads(New, From, Loc);
  else if (IsFirst && !Diags.any())
    Diags.refuse(Loc, msg::AssignmentNotSupported(Diags.spell(Target)));
  else if (P)
    New = liftValue(Value);
  if (!P || !New)
    return false;
  Ops.noteWritten(*P);
  New = P->Ty.isInteger() ? withoutCopies(New, *P, Out) : New;
  Out.push_back(assignment(*P, asHeld(P->Ty, New), Builder.tag(Loc)));
  return true;
}

/// `a = b = e`, of which \p Inner is `b = e`.
bool Lifter::liftChained(const clang::BinaryOperator *Inner,
                         const clang::Expr *Target, const clang::Expr *Value,
                         ArrayRef<const clang::Stmt *> Rest,
                         clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!liftExprStmt(Inner, Rest, Out))
    return false;
  ExprRef Known;
  if (Inner->getOpcode() == clang::BO_Assign && !Out.empty())
    for (const ExprRef &E : expressions(*Out.back()))
      if (isa<ConstantExpr>(E.get()))
        Known = E;
  Assigned[Inner] = Known;
  bool Ok = liftAssign(Target, Value, Rest, Loc, Out);
  Assigned.erase(Inner);
  return Ok;
}

bool Lifter::liftCompound(const clang::CompoundAssignOperator *A,
                          std::vector<StmtRef> &Out) {
  auto P = target(A->getLHS());
  ExprRef Value = P ? liftExpr(A->getRHS()) : nullptr;
  auto Computed =
      Value ? Types.scalarAt(A->getComputationLHSType(), A->getExprLoc())
            : std::nullopt;
  if (!Computed || ((Computed->isFloat() || P->Ty.isFloat()) &&
                    !Builder.noteFloatingPoint(A)))
    return false;
  BinaryOp Op = *builtinOperator(
      clang::BinaryOperator::getOpForCompoundAssignment(A->getOpcode()));
  Ops.noteWritten(*P);
  if (Value->type().isFloat())
    Value = asTerm(A->getRHS(), Value);
  SourceTag Tag = Builder.tag(A->getBeginLoc());
  if (isReduction(Op))
    Out.push_back(update(*P, Op, Value, Tag));
  else
    Out.push_back(std::make_shared<AssignStmt>(
        *P, ReduceOp::None,
        cast(P->Ty, binary(Op, cast(*Computed, loadOf(*P)), Value)), false,
        Tag));
  return true;
}

bool Lifter::liftStep(const clang::UnaryOperator *U,
                      std::vector<StmtRef> &Out) {
  auto P = target(U->getSubExpr());
  if (!P)
    return false;
  if (P->Ty.isFloat() && !Builder.noteFloatingPoint(U))
    return false;
  Ops.noteWritten(*P);
  Type Computed = P->Ty.isInteger() && P->Ty.bits() < 32 ? Type::i32() : P->Ty;
  ExprRef One = P->Ty.isFloat()
                    ? std::make_shared<ConstantExpr>(Computed, "1.0")
                    : constant(Computed, 1);
  Out.push_back(update(*P, U->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub,
                       One, Builder.tag(U->getBeginLoc())));
  return true;
}

/// The operator that \p C, `z *= w`, updates a complex number by.
static BinaryOp updatesBy(const clang::CXXOperatorCallExpr *C) {
  return *builtinOperator(clang::BinaryOperator::getOpForCompoundAssignment(
      clang::BinaryOperator::getOverloadedOpcode(C->getOperator())));
}

/// Assignments of std::complex, to which real numbers are added, and by which
/// they are multiplied, part by part.
bool Lifter::liftComplexAssign(const clang::CXXOperatorCallExpr *C,
                               ArrayRef<const clang::Stmt *> Rest,
                               std::vector<StmtRef> &Out) {
  const clang::Expr *Left = C->getArg(0), *Right = C->getArg(1);
  auto Ty = Types.scalarAt(Left->getType(), C->getBeginLoc());
  auto From =
      Ty ? Types.scalarAt(Right->getType(), Right->getExprLoc()) : std::nullopt;
  if (!From)
    return false;
  const bool IsReal = From->isArithmetic();
  if (!IsReal && *From != *Ty) {
    Diags.refuse(Right->getExprLoc(),
                 msg::ComplexFromOtherType(Ty->spelling(), From->spelling()));
    return false;
  }
  if (C->getOperator() == clang::OO_Equal)
    return liftAssign(Left, Right, Rest, C->getBeginLoc(), Out);
  const BinaryOp Op = updatesBy(C);
  auto P = target(Left);
  ExprRef Value =
      P && Builder.noteFloatingPoint(C) ? liftValue(Right) : nullptr;
  if (!Value)
    return false;
  Ops.noteWritten(*P);
  SourceTag Tag = Builder.tag(C->getBeginLoc());
  const bool IsSum = Op == BinaryOp::Add || Op == BinaryOp::Sub;
  if (IsReal && IsSum) {
    // What is added to the imaginary part leaves it as it is, zeros too.
    const char *Zero = Op == BinaryOp::Add ? "($0, -0.0)" : "($0, 0.0)";
    Value = std::make_shared<OpaqueExpr>(*Ty, Ty->spelling().str() + Zero,
                                         std::vector<ExprRef>{Value});
  } else if (IsReal) {
    const char *Text = Op == BinaryOp::Mul ? "$0 * $1" : "$0 / $1";
    Value = std::make_shared<OpaqueExpr>(
        *Ty, Text, std::vector<ExprRef>{loadOf(*P), Value});
  }
  if (IsSum || (Op == BinaryOp::Mul && !IsReal)) {
    Out.push_back(update(*P, Op, Value, Tag));
    return true;
  }
  if (!IsReal)
    Value = std::make_shared<BinaryExpr>(Op, *Ty, loadOf(*P), Value);
  Out.push_back(
      std::make_shared<AssignStmt>(*P, ReduceOp::None, Value, false, Tag));
  return true;
}

std::optional<Place> Lifter::target(const clang::Expr *E) {
  // What is stored is computed before the place.
  llvm::SaveAndRestore Before(Front, hasEffect(E) ? nullptr : Front);
  auto L = locate(E);
  if (!L)
    return std::nullopt;
  switch (L->K) {
  case Location::Kind::Place:
    // A copy that a pointer to a constant leads to.
    if (!L->Place.Index && Lets.contains(L->Place.Name))
      break;
    return placeAt(*L);
  case Location::Kind::Unassigned:
    LiveOuts.refuseCarried(E->getExprLoc(), L->Var);
    return std::nullopt;
  case Location::Kind::Index:
  case Location::Kind::Invariant:
  case Location::Kind::Value:
    if (carryMember(E))
      return std::nullopt;
    if (const clang::Expr *Outer = Env.inCaller(E))
      StoresToElement |= isInElement(Outer);
  }
  Diags.refuse(E->getExprLoc(), msg::AssignmentNotSupported(Diags.spell(E)));
  return std::nullopt;
}

} // namespace lacuna::plugin
