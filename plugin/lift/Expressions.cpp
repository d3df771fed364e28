//===- Expressions.cpp - the user's expressions to typed trees ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every conversion of the AST becomes an explicit cast between canonical types;
// whatever only wraps a value is looked through.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Rounding.h"
#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/KnownValues.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Constants.h"
#include "lift/state/Contraction.h"
#include "lift/state/Messages.def"
#include "lift/state/Operators.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Literals, constexpr variables, enumerators, sizeof: whatever the compiler
/// knows the value of. Null, without refusal, for all else.
ExprRef Lifter::liftConstant(const clang::Expr *E) {
  if (E->isValueDependent() || E->isTypeDependent())
    return nullptr;
  auto Ty = Types.scalar(E->getType());
  clang::Expr::EvalResult R;
  if (!Ty || Ty->isOpaque() || !E->EvaluateAsRValue(R, Context) ||
      R.HasSideEffects || R.HasUndefinedBehavior || !isRoundedAlike(Context, E))
    return nullptr;
  return constantOf(*Ty, R.Val);
}

/// The value of the variable \p E where its definition or a branch that leads
/// to the nest tells it. Null, without refusal, for all else.
ExprRef Lifter::liftKnown(const clang::Expr *E) {
  const clang::VarDecl *V = namedVariable(E);
  auto Ty = V ? Types.scalar(V->getType()) : std::nullopt;
  if (!Ty || Ty->isOpaque() || Ty->bits() > 64)
    return nullptr;
  // What a lambda captured of it may have changed.
  if (const clang::Expr *Outer = Env.object(V);
      Outer && namedVariable(Outer) != V)
    return nullptr;
  auto Value = knownValue(Context, Bodies, Source.Root, V);
  return Value ? constantOf(*Ty, *Value) : nullptr;
}

ExprRef Lifter::liftValue(const clang::Expr *E) {
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  return E->isGLValue() ? read(E) : liftExpr(E);
}

ExprRef Lifter::liftExpr(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (E->containsErrors())
    return Diags.refuse(E->getExprLoc(), msg::ExpressionHasErrors());
  if (ExprRef Constant = liftConstant(E))
    return Constant;
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    return liftValue(Full->getSubExpr());
  if (E->isGLValue())
    return read(E);
  if (const auto *C = dyn_cast<clang::CastExpr>(E))
    return liftCast(C);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return liftUnary(U);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    return liftBinary(B);
  if (const auto *R = dyn_cast<clang::CXXRewrittenBinaryOperator>(E))
    return isIterator(R->getLHS()->getType()) && R->isComparisonOp()
               ? comparePointers(R->getOperator(), R->getLHS(), R->getRHS())
               : liftExpr(R->getSemanticForm());
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return liftSelect(C);
  if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return liftExpr(S->getReplacement());
  if (const auto *L = dyn_cast<clang::InitListExpr>(E))
    if (L->getNumInits() == 1)
      return liftValue(L->getInit(0));
  if (const auto *D = dyn_cast<clang::CXXDefaultArgExpr>(E))
    return liftExpr(D->getExpr());
  if (const auto *B = dyn_cast<clang::CXXBindTemporaryExpr>(E))
    return liftExpr(B->getSubExpr());
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E))
    return liftConstruct(C);
  if (const auto A = atomicCall(E))
    return liftAtomic(E, *A);
  if (isa<clang::AtomicExpr>(E))
    return Diags.refuse(E->getExprLoc(), msg::AtomicOperationUnknown());
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return liftCall(C);
  if (const auto *L = dyn_cast<clang::LambdaExpr>(E))
    return Diags.refuse(L->getBeginLoc(), msg::LambdaInNest());
  return Diags.refuse(E->getExprLoc(),
                      msg::ExpressionNotSupported(Diags.spell(E)));
}

ExprRef Lifter::liftCast(const clang::CastExpr *C) {
  const clang::Expr *From = C->getSubExpr();
  switch (C->getCastKind()) {
  case clang::CK_LValueToRValue:
    return read(From);
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    return liftValue(From);
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToBoolean: {
    auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
    ExprRef Value = Ty ? liftValue(From) : nullptr;
    return Value ? cast(*Ty, Value) : nullptr;
  }
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
  case clang::CK_FloatingCast: {
    auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
    ExprRef Value =
        Ty && Builder.noteFloatingPoint(C) ? liftValue(From) : nullptr;
    return Value ? cast(*Ty, Value) : nullptr;
  }
  case clang::CK_PointerToBoolean:
    return isGiven(From);
  case clang::CK_AtomicToNonAtomic:
    return Diags.refuse(C->getExprLoc(), msg::AtomicAccess());
  default:
    return Diags.refuse(C->getExprLoc(), msg::ConversionNotSupported(
                                             From->getType().getAsString(),
                                             C->getType().getAsString()));
  }
}

ExprRef Lifter::liftUnary(const clang::UnaryOperator *U) {
  if (Stepped.contains(U))
    return liftValue(U->getSubExpr());
  if (U->isIncrementDecrementOp()) {
    if (ExprRef Value = effectOf(U))
      return Value;
    return Diags.refuse(U->getOperatorLoc(),
                        msg::SideEffectInExpression(Diags.spell(U)));
  }
  std::optional<UnaryOp> Op;
  switch (U->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return liftValue(U->getSubExpr());
  case clang::UO_Minus:
    Op = UnaryOp::Neg;
    break;
  case clang::UO_Not:
    Op = UnaryOp::BitNot;
    break;
  case clang::UO_LNot:
    Op = UnaryOp::LogicalNot;
    break;
  default:
    return Diags.refuse(U->getOperatorLoc(),
                        msg::OperandNotSupported(Diags.spell(U)));
  }
  auto Ty = Types.scalarAt(U->getType(), U->getExprLoc());
  if (!Ty || (Ty->isFloat() && !Builder.noteFloatingPoint(U)))
    return nullptr;
  ExprRef Operand = liftValue(U->getSubExpr());
  return Operand ? std::make_shared<UnaryExpr>(*Op, *Ty, Operand) : nullptr;
}

/// \p Factor, lifted from \p E, beside \p Other in a product that the user's
/// compiler does not compute itself.
ExprRef Lifter::asFactor(const clang::Expr *E, const ExprRef &Factor,
                         const ExprRef &Other) const {
  bool MayFold = isFoldable(Lets.substituted(Factor)) &&
                 isFoldable(Lets.substituted(Other));
  return MayFold && !isEmittedConstant(Context, E) ? rounded(Factor) : Factor;
}

/// \p Term, lifted from \p E, in a sum.
ExprRef Lifter::asTerm(const clang::Expr *E, const ExprRef &Term) const {
  return isEmittedProduct(Context, E) ? Term : roundedInSum(Term);
}

ExprRef Lifter::liftBinary(const clang::BinaryOperator *B) {
  if (B->isAssignmentOp()) {
    if (ExprRef Value = effectOf(B))
      return Value;
    return Diags.refuse(B->getOperatorLoc(),
                        msg::AssignsInsideExpression(Diags.spell(B)));
  }
  if (B->getOpcode() == clang::BO_Comma)
    return liftComma(B);
  bool OfPointers = B->getLHS()->getType()->isPointerType() &&
                    B->getRHS()->getType()->isPointerType();
  if (OfPointers && B->getOpcode() == clang::BO_Sub)
    return pointerDistance(B->getRHS(), B->getLHS(), B->getExprLoc());
  if (OfPointers && B->isEqualityOp())
    if (const clang::Expr *Other = comparedWithNull(B->getLHS(), B->getRHS()))
      return isEqualToNull(Other, B->getOpcode() == clang::BO_EQ);
  if (OfPointers && B->isComparisonOp() && B->getOpcode() != clang::BO_Cmp)
    return comparePointers(B->getOpcode(), B->getLHS(), B->getRHS());
  if (B->getLHS()->getType()->isPointerType() ||
      B->getRHS()->getType()->isPointerType())
    return Diags.refuse(B->getOperatorLoc(),
                        msg::ComputesWithPointers(Diags.spell(B)));
  auto Op = builtinOperator(B->getOpcode());
  if (!Op)
    return Diags.refuse(B->getOperatorLoc(),
                        msg::OperatorNotSupported(B->getOpcodeStr()));
  auto Ty = Types.scalarAt(B->getType(), B->getExprLoc());
  bool Floating = B->getLHS()->getType()->isFloatingType();
  if (!Ty || (Floating && !Builder.noteFloatingPoint(B)))
    return nullptr;
  ExprRef L = liftValue(B->getLHS());
  if (ExprRef Held = L && B->isLogicalOp() ? liftLogical(B, L) : nullptr)
    return Held;
  if (!L || Diags.any())
    return nullptr;
  llvm::SaveAndRestore MayBeSkipped(Front);
  if (B->isLogicalOp())
    Front = nullptr;
  const size_t From = inFront();
  std::optional<LoopStack::Where> Under;
  if (B->isLogicalOp())
    Under.emplace(Loops, L, B->getOpcode() == clang::BO_LAnd);
  ExprRef R = liftValue(B->getRHS());
  if (!R)
    return nullptr;
  keepReads(L, From, B->getExprLoc());
  if (Ty->isFloat() && *Op == BinaryOp::Mul) {
    L = asFactor(B->getLHS(), L, R);
    R = asFactor(B->getRHS(), R, L);
  } else if (Ty->isFloat()) {
    L = asTerm(B->getLHS(), L);
    R = asTerm(B->getRHS(), R);
  }
  return std::make_shared<BinaryExpr>(*Op, *Ty, L, R);
}

ExprRef Lifter::liftSelect(const clang::ConditionalOperator *C) {
  auto Ty = Types.scalarAt(C->getType(), C->getExprLoc());
  ExprRef Cond = Ty ? liftExpr(C->getCond()) : nullptr;
  if (ExprRef Chosen = Cond ? liftChosenCall(C, *Ty, Cond) : nullptr)
    return Chosen;
  if (!Cond || Diags.any())
    return nullptr;
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  auto Arm = [&](const clang::Expr *E) {
    LoopStack::Where Under(Loops, Cond, E == C->getTrueExpr());
    return liftValue(E);
  };
  ExprRef Then = Arm(C->getTrueExpr());
  ExprRef Else = Then ? Arm(C->getFalseExpr()) : nullptr;
  if (!Else)
    return nullptr;
  return std::make_shared<SelectExpr>(Cond, cast(*Ty, Then), cast(*Ty, Else));
}

ExprRef Lifter::read(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (ExprRef Constant = liftConstant(E))
    return Constant;
  if (ExprRef Known = liftKnown(E))
    return Known;
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return liftSelect(C);
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    if (!isa<clang::CXXOperatorCallExpr>(C))
      return liftCall(C);
  if (ExprRef Value = effectOf(E))
    return Value;
  auto L = Diags.any() ? std::nullopt : locate(E);
  return L ? valueAt(*L, E) : nullptr;
}

ExprRef Lifter::valueAt(const Location &L, const clang::Expr *E) {
  switch (L.K) {
  case Location::Kind::Place:
    return elementAt(L);
  case Location::Kind::Index:
    return var(L.Place.Ty, L.Place.Name);
  case Location::Kind::Value:
    return L.Place.Index;
  case Location::Kind::Invariant:
    return Ops.scalar(E);
  case Location::Kind::Unassigned:
    return LiveOuts.refuseCarried(E->getExprLoc(), L.Var);
  }
  llvm_unreachable("all kinds of location are handled");
}

} // namespace lacuna::plugin
