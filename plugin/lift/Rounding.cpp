//===- Rounding.cpp - what the user's code rounds once or twice -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Clang's code generation makes of an expression before any pass runs:
// that decides what is contracted. These are its rules, spelled out.
//
//===----------------------------------------------------------------------===//

#include "lacuna/graph/Rounding.h"
#include "lift/Library.h"
#include "lift/Lifter.h"
#include "lift/Limits.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// \p E without what computes nothing.
const clang::Expr *computed(const clang::ASTContext &Context,
                            const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *D = dyn_cast<clang::CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(E))
      E = D->getExpr();
    else if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *L = dyn_cast<clang::InitListExpr>(E);
             L && L->getNumInits() == 1 && L->getType()->isArithmeticType())
      E = L->getInit(0);
    else if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
             U && (U->getOpcode() == clang::UO_Plus ||
                   U->getOpcode() == clang::UO_Extension))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
             B && B->getOpcode() == clang::BO_Comma)
      E = B->getRHS();
    else if (const auto *C = dyn_cast<clang::CastExpr>(E);
             C && C->getCastKind() == clang::CK_NoOp && C->isPRValue())
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<clang::ConditionalOperator>(E)) {
      clang::Expr::EvalResult Cond;
      if (!C->getCond()->EvaluateAsInt(Cond, Context) || Cond.HasSideEffects)
        return E;
      E = Cond.Val.getInt().getBoolValue() ? C->getTrueExpr()
                                           : C->getFalseExpr();
    } else
      return E;
  }
}

/// Whether code generation reads the variable that \p E names as the constant
/// that it was initialised with.
bool isConstantVariable(const clang::ASTContext &Context,
                        const clang::Expr *E) {
  E = E->IgnoreParens();
  const clang::ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<clang::MemberExpr>(E))
    D = Member->getMemberDecl();
  const auto *V = llvm::dyn_cast_or_null<clang::VarDecl>(D);
  if (!V || isa<clang::ParmVarDecl>(V))
    return false;
  clang::Expr::EvalResult Value;
  return V->getType().getNonReferenceType().isConstQualified() &&
         E->EvaluateAsRValue(Value, Context) && !Value.HasSideEffects;
}

} // namespace

/// Whether \p E is a constant where it is emitted.
bool Lifter::isEmittedConstant(const clang::Expr *E) const {
  E = computed(Context, E);
  if (isa<clang::FloatingLiteral, clang::IntegerLiteral,
          clang::CharacterLiteral, clang::CXXBoolLiteralExpr,
          clang::UnaryExprOrTypeTraitExpr, clang::CXXScalarValueInitExpr,
          clang::ImplicitValueInitExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    return isa<clang::EnumConstantDecl>(Ref->getDecl());
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return !U->isIncrementDecrementOp() && E->isPRValue() &&
           U->getOpcode() != clang::UO_AddrOf &&
           isEmittedConstant(U->getSubExpr());
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    return !B->isAssignmentOp() && isEmittedConstant(B->getLHS()) &&
           isEmittedConstant(B->getRHS());
  if (const auto *C = dyn_cast<clang::CastExpr>(E))
    return C->getCastKind() == clang::CK_LValueToRValue
               ? isConstantVariable(Context, C->getSubExpr())
               : isEmittedConstant(C->getSubExpr());
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  clang::Expr::EvalResult Value;
  return F && F->getBuiltinID() != 0 && C->EvaluateAsRValue(Value, Context) &&
         !Value.HasSideEffects;
}

/// Whether \p E is fused with a sum that it is an operand of.
bool Lifter::isEmittedProduct(const clang::Expr *E) const {
  auto WithoutCasts = [&](const clang::Expr *E) {
    for (E = computed(Context, E);;) {
      const auto *C = dyn_cast<clang::CastExpr>(E);
      if (!C || C->getCastKind() != clang::CK_FloatingCast ||
          &Context.getFloatTypeSemantics(C->getType()) !=
              &Context.getFloatTypeSemantics(C->getSubExpr()->getType()))
        return E;
      E = computed(Context, C->getSubExpr());
    }
  };
  E = WithoutCasts(E);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Minus)
    E = WithoutCasts(U->getSubExpr());
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  return B && B->getOpcode() == clang::BO_Mul && !isEmittedConstant(B);
}

/// Whether \p S computes what compilers may round once or twice.
static bool mayContract(const clang::Stmt *S, unsigned Depth = 0) {
  const auto *B = dyn_cast<clang::BinaryOperator>(S);
  if (B && B->getType()->isFloatingType() &&
      (B->isAdditiveOp() || B->getOpcode() == clang::BO_AddAssign ||
       B->getOpcode() == clang::BO_SubAssign))
    return true;
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  bool Found = F && F->hasBody(F) &&
               (Depth == MaxInlined || mayContract(F->getBody(), Depth + 1));
  forEachPart(S, [&](const clang::Stmt *Part) {
    Found = Found || mayContract(Part, Depth);
  });
  return Found;
}

/// Whether the value of \p E is that which the compiler finds when it evaluates
/// \p E at once.
bool Lifter::isRoundedAlike(const clang::Expr *E) const {
  if (isEmittedConstant(E))
    return true;
  const clang::Expr *Top = computed(Context, E);
  const auto *C = dyn_cast<clang::CastExpr>(Top);
  bool IsOperator = C ? C->getCastKind() != clang::CK_LValueToRValue
                      : isa<clang::UnaryOperator, clang::BinaryOperator,
                            clang::ConditionalOperator>(Top);
  // A product that is computed at once is fused with nothing.
  return !(IsOperator && E->getType()->isFloatingType()) && !mayContract(E);
}

/// \p Factor, lifted from \p E, beside \p Other in a product that the user's
/// compiler does not compute itself.
ExprRef Lifter::asFactor(const clang::Expr *E, const ExprRef &Factor,
                         const ExprRef &Other) const {
  bool MayFold = isFoldable(substitute(Factor, LetValues)) &&
                 isFoldable(substitute(Other, LetValues));
  return MayFold && !isEmittedConstant(E) ? rounded(Factor) : Factor;
}

/// \p Term, lifted from \p E, in a sum.
ExprRef Lifter::asTerm(const clang::Expr *E, const ExprRef &Term) const {
  return isEmittedProduct(E) ? Term : roundedInSum(Term);
}

} // namespace lacuna::plugin
