//===- Accessors.cpp - member functions that only read --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `A.rows()`, where the body of `rows` is visible and returns an expression
// over members, has one value throughout the nest, unless the nest stores to
// what it reads.
//
//===----------------------------------------------------------------------===//

#include "lift/state/AccessorCalls.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Messages.def"
#include "clang/AST/Attr.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Calls in calls, before an accessor counts as more than that.
constexpr unsigned MaxDepth = 4;

/// The expression that \p M returns, if it does nothing else; or null.
const clang::Expr *returnedBy(const clang::CXXMethodDecl *M) {
  const clang::FunctionDecl *Definition = nullptr;
  if (!M || M->isVirtual() || M->isStatic() || M->getNumParams() != 0 ||
      M->hasAttr<clang::WeakAttr>() || codeAttribute(*M) ||
      !M->hasBody(Definition))
    return nullptr;
  return returnedAlone(Definition->getBody(), M->getASTContext());
}

/// The value of \p E, an integer constant; or nothing.
std::optional<llvm::APSInt> integerValue(const clang::Expr *E,
                                         const clang::ASTContext &Context) {
  clang::Expr::EvalResult R;
  if (E->isValueDependent() || !E->EvaluateAsRValue(R, Context) ||
      R.HasSideEffects || R.HasUndefinedBehavior || !R.Val.isInt())
    return std::nullopt;
  return R.Val.getInt();
}

/// Whether \p B never traps, whatever numbers it is computed from: it is
/// evaluated where the user's loop may not get to it.
bool isSafe(const clang::BinaryOperator *B, const clang::ASTContext &Context) {
  if (B->isAdditiveOp() || B->getOpcode() == clang::BO_Mul ||
      B->isComparisonOp() || B->isBitwiseOp() || B->isLogicalOp())
    return true;
  auto Right = integerValue(B->getRHS(), Context);
  switch (B->getOpcode()) {
  case clang::BO_Div:
  case clang::BO_Rem:
    return B->getType()->isRealFloatingType() ||
           (Right && !Right->isZero() &&
            !(Right->isSigned() && Right->isAllOnes()));
  case clang::BO_Shl:
  case clang::BO_Shr:
    return Right && Right->isNonNegative() &&
           Right->ult(Context.getIntWidth(B->getType()));
  default:
    return false;
  }
}

bool keepsMeaning(clang::CastKind Kind) {
  switch (Kind) {
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingCast:
    return true;
  default:
    return keepsObject(Kind);
  }
}

bool isThis(const clang::Expr *E) {
  return isa<clang::CXXThisExpr>(E->IgnoreParenImpCasts());
}

} // namespace

/// Whether evaluating \p E, in a member function, reads members and does
/// nothing else.
bool AccessorCalls::onlyReads(const clang::Expr *E, Accessor &A,
                              unsigned Depth) const {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    return onlyReads(Full->getSubExpr(), A, Depth);
  if (isa<clang::CXXThisExpr, clang::FloatingLiteral>(E) ||
      (!E->isGLValue() && integerValue(E, Context)))
    return true;
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    A.FollowsPointers |= M->isArrow() && !isThis(M->getBase());
    return isa<clang::FieldDecl>(M->getMemberDecl()) &&
           !M->getType().isVolatileQualified() &&
           !M->getMemberDecl()->getType()->isReferenceType() &&
           onlyReads(M->getBase(), A, Depth);
  }
  if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    if (C->getCastKind() == clang::CK_LValueToRValue &&
        !C->getType()->isPointerType()) {
      auto Ty = Types.scalar(C->getType());
      if (!Ty || Ty->isOpaque())
        return false;
      A.Reads.push_back(*Ty);
    }
    return keepsMeaning(C->getCastKind()) &&
           onlyReads(C->getSubExpr(), A, Depth);
  }
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    return isSafe(B, Context) && onlyReads(B->getLHS(), A, Depth) &&
           onlyReads(B->getRHS(), A, Depth);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return isa<clang::CXXThisExpr>(U->getSubExpr()->IgnoreParenCasts()) &&
           onlyReads(U->getSubExpr(), A, Depth);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return (U->getOpcode() == clang::UO_Minus ||
            U->getOpcode() == clang::UO_Plus ||
            U->getOpcode() == clang::UO_Not ||
            U->getOpcode() == clang::UO_LNot) &&
           onlyReads(U->getSubExpr(), A, Depth);
  if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return onlyReads(S->getReplacement(), A, Depth);
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    const clang::Expr *Object = C->getImplicitObjectArgument();
    A.FollowsPointers |= Object->getType()->isPointerType() && !isThis(Object);
    if (!onlyReads(Object, A, Depth))
      return false;
    const clang::Expr *Returned = returnedBy(C->getMethodDecl());
    return isContainerQuery(C->getMethodDecl()) ||
           (Returned && Depth < MaxDepth && onlyReads(Returned, A, Depth + 1));
  }
  return false;
}

bool AccessorCalls::note(const clang::CXXMemberCallExpr *C) {
  if (!AreCalled || Env.varies(C->getImplicitObjectArgument()))
    return false;
  const clang::Expr *Returned = returnedBy(C->getMethodDecl());
  Accessor A{C, {}};
  if (!Returned || !onlyReads(Returned, A, /*Depth=*/0))
    return false;
  Noted.push_back(std::move(A));
  return true;
}

bool AccessorCalls::followsPointers(const clang::CXXMemberCallExpr *C) const {
  return llvm::any_of(Noted, [&](const Accessor &A) {
    return A.Call == C && A.FollowsPointers;
  });
}

/// Whether a store to an element of type \p Stored may change an object of type
/// \p Read. Signs do not matter, characters may alias anything.
static bool mayAlias(const Type &Stored, const Type &Read) {
  if (Stored.isOpaque())
    return Read.isFloat();
  return Stored.bits() == 8 ||
         (Stored.bits() == Read.bits() && Stored.isFloat() == Read.isFloat());
}

bool AccessorCalls::check() {
  for (const Accessor &A : Noted)
    for (const Operand &O : Builder.graph().Operands) {
      bool Changes =
          O.Kind == OperandKind::Array && O.Written &&
          (O.Ty.bits() == 8 || Language.TypesAlias || !O.Grows.empty() ||
           llvm::any_of(A.Reads, [&](const Type &Read) {
             return mayAlias(O.Ty, Read);
           }));
      if (!Changes)
        continue;
      ReturnsChanging = true;
      Diags.refuse(A.Call->getExprLoc(),
                   msg::StoreMayChangeReturned(O.Name, O.Ty.spelling(),
                                               Diags.spell(A.Call)));
      return false;
    }
  return true;
}

} // namespace lacuna::plugin
