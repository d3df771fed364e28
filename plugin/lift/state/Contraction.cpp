//===- Contraction.cpp - what the user's code rounds once or twice --------===//
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

#include "lift/state/Contraction.h"
#include "lift/ast/AstQueries.h"
#include "lift/state/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ClangCompat.h"

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

bool isEmittedConstant(const clang::ASTContext &Context, const clang::Expr *E) {
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
           isEmittedConstant(Context, U->getSubExpr());
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    return !B->isAssignmentOp() && isEmittedConstant(Context, B->getLHS()) &&
           isEmittedConstant(Context, B->getRHS());
  if (const auto *C = dyn_cast<clang::CastExpr>(E))
    return C->getCastKind() == clang::CK_LValueToRValue
               ? isConstantVariable(Context, C->getSubExpr())
               : isEmittedConstant(Context, C->getSubExpr());
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  clang::Expr::EvalResult Value;
  return F && F->getBuiltinID() != 0 && C->EvaluateAsRValue(Value, Context) &&
         !Value.HasSideEffects;
}

bool isEmittedProduct(const clang::ASTContext &Context, const clang::Expr *E) {
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
      U && U->getOpcode() == clang::UO_Minus && FusesNegations)
    E = WithoutCasts(U->getSubExpr());
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  return B && B->getOpcode() == clang::BO_Mul && !isEmittedConstant(Context, B);
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

bool isRoundedAlike(const clang::ASTContext &Context, const clang::Expr *E) {
  if (isEmittedConstant(Context, E))
    return true;
  const clang::Expr *Top = computed(Context, E);
  const auto *C = dyn_cast<clang::CastExpr>(Top);
  bool IsOperator = C ? C->getCastKind() != clang::CK_LValueToRValue
                      : isa<clang::UnaryOperator, clang::BinaryOperator,
                            clang::ConditionalOperator>(Top);
  // A product that is computed at once is fused with nothing.
  return !(IsOperator && E->getType()->isFloatingType()) && !mayContract(E);
}

} // namespace lacuna::plugin
