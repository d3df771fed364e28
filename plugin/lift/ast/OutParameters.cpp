//===- OutParameters.cpp - variables that calls give values ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/OutParameters.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// What a function does with what one of its parameters leads to.
class LentTo {
public:
  explicit LentTo(const clang::ParmVarDecl *P)
      : P(P), IsPointer(P->getType()->isPointerType()) {}

  /// Whether it is left to nobody in \p Body.
  bool isGivenBack(const clang::Stmt *Body) const;
  /// Whether \p Body always sets it, and before it reads it.
  bool isSetFirst(const clang::Stmt *Body) const;

private:
  bool isTarget(const clang::Expr *E) const;
  unsigned accesses(const clang::Stmt *S) const;

  const clang::ParmVarDecl *P;
  const bool IsPointer;
};

} // namespace

/// Whether \p E, a glvalue, is what the parameter leads to.
bool LentTo::isTarget(const clang::Expr *E) const {
  E = E->IgnoreParens();
  if (!IsPointer)
    return namedVariable(E) == P;
  const auto *U = dyn_cast<clang::UnaryOperator>(E);
  return U && U->getOpcode() == clang::UO_Deref &&
         convertedVariable(U->getSubExpr()) == P;
}

/// How often \p S reads or writes the target as a whole, and does no more.
unsigned LentTo::accesses(const clang::Stmt *S) const {
  unsigned Count = 0;
  const clang::Expr *Target = nullptr;
  if (const auto *C = dyn_cast<clang::CastExpr>(S);
      C && C->getCastKind() == clang::CK_LValueToRValue)
    Target = C->getSubExpr();
  else if (const auto *B = dyn_cast<clang::BinaryOperator>(S);
           B && B->isAssignmentOp() && B->isLValue())
    Target = B->getLHS();
  else if (const auto *U = dyn_cast<clang::UnaryOperator>(S);
           U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  Count += Target && isTarget(Target);
  forEachPart(S, [&](const clang::Stmt *Part) { Count += accesses(Part); });
  return Count;
}

/// The values of `*p = 1` and `++*p` are lvalues, that is, the target again.
static bool usesStores(const clang::Stmt *S) {
  bool Found = false;
  const bool IsList =
      isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt,
          clang::DoStmt, clang::LabelStmt, clang::SwitchCase, clang::ParenExpr>(
          S) ||
      (isa<clang::CastExpr>(S) &&
       llvm::cast<clang::CastExpr>(S)->getCastKind() == clang::CK_ToVoid);
  forEachPart(S, [&](const clang::Stmt *Part) {
    const auto *E = dyn_cast<clang::Expr>(Part);
    if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
      E = Full->getSubExpr();
    const auto *B = dyn_cast_or_null<clang::BinaryOperator>(E);
    const auto *U = dyn_cast_or_null<clang::UnaryOperator>(E);
    const bool Stores = (B && B->isAssignmentOp()) ||
                        (U && U->isIncrementDecrementOp() && U->isPrefix());
    Found |= (Stores && !IsList) || usesStores(Part);
  });
  return Found;
}

bool LentTo::isGivenBack(const clang::Stmt *Body) const {
  return countMentions(Body, P) == accesses(Body) && !usesStores(Body);
}

static bool hasGoto(const clang::Stmt *S) {
  bool Found = isa<clang::GotoStmt, clang::IndirectGotoStmt>(S);
  forEachPart(S, [&](const clang::Stmt *Part) { Found |= hasGoto(Part); });
  return Found;
}

bool LentTo::isSetFirst(const clang::Stmt *Body) const {
  for (const clang::Stmt *S : statements(Body)) {
    const auto *B = dyn_cast<clang::BinaryOperator>(S);
    if (B && B->getOpcode() == clang::BO_Assign && isTarget(B->getLHS()))
      return countMentions(S, P) == 1;
    if (mentions(S, P) || findReturn(S) || hasGoto(S))
      return false;
  }
  return false;
}

/// Calls \p Fn on the arguments of \p C that are lent, with the parameters.
static void forEachLentTo(
    const clang::CallExpr *C,
    llvm::function_ref<void(const clang::Expr *, const clang::ParmVarDecl *,
                            const clang::Stmt *)>
        Fn) {
  const clang::FunctionDecl *F = definitionOf(C);
  if (!F)
    return;
  for (auto [Arg, P] : llvm::zip(argumentsOf(C), F->parameters())) {
    const clang::QualType Ty = P->getType();
    const bool IsPointer = Ty->isPointerType();
    if ((IsPointer || Ty->isReferenceType()) &&
        Ty->getPointeeType()->isArithmeticType() &&
        (IsPointer ? addressed(Arg->IgnoreParens()) != nullptr
                   : Arg->isGLValue()) &&
        LentTo(P).isGivenBack(F->getBody()))
      Fn(Arg, P, F->getBody());
  }
}

void forEachLent(const clang::CallExpr *C,
                 llvm::function_ref<void(const clang::Expr *, bool)> Fn) {
  forEachLentTo(C, [&](const clang::Expr *Arg, const clang::ParmVarDecl *P,
                       const clang::Stmt *) {
    Fn(Arg, !P->getType()->getPointeeType().isConstQualified());
  });
}

bool setsByCall(const clang::Stmt *S, const clang::VarDecl *V) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr();
  const auto *C = E ? dyn_cast<clang::CallExpr>(E->IgnoreParens()) : nullptr;
  bool Sets = false;
  if (!C || countMentions(C, V) != 1)
    return false;
  forEachLentTo(C, [&](const clang::Expr *Arg, const clang::ParmVarDecl *P,
                       const clang::Stmt *Body) {
    const clang::Expr *Target =
        P->getType()->isPointerType() ? addressed(Arg->IgnoreParens()) : Arg;
    Sets |= namedVariable(Target) == V && LentTo(P).isSetFirst(Body);
  });
  return Sets;
}

} // namespace lacuna::plugin
