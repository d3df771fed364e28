//===- Accessors.cpp - member functions that only read -*- C++ -*-===//
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

#include "lift/Library.h"
#include "lift/Lifter.h"
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
      M->hasAttr<clang::WeakAttr>() || !M->hasBody(Definition))
    return nullptr;
  const auto *Body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(Definition->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<clang::ReturnStmt>(Body->body_front())
                           : nullptr;
  return Return ? Return->getRetValue() : nullptr;
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
bool Lifter::onlyReads(const clang::Expr *E, AccessorCall &A,
                       unsigned Depth) const {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    return onlyReads(Full->getSubExpr(), A, Depth);
  if (isa<clang::CXXThisExpr, clang::IntegerLiteral, clang::FloatingLiteral,
          clang::CXXBoolLiteralExpr>(E))
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
      auto Ty = scalarType(C->getType());
      if (!Ty || Ty->isOpaque())
        return false;
      A.Reads.push_back(*Ty);
    }
    return keepsMeaning(C->getCastKind()) &&
           onlyReads(C->getSubExpr(), A, Depth);
  }
  // Division is not among them: the user's loop may never get to it.
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == clang::BO_Mul) &&
           onlyReads(B->getLHS(), A, Depth) && onlyReads(B->getRHS(), A, Depth);
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

bool Lifter::noteAccessor(const clang::CXXMemberCallExpr *C) {
  if (varies(C->getImplicitObjectArgument()))
    return false;
  const clang::Expr *Returned = returnedBy(C->getMethodDecl());
  AccessorCall A{C, {}};
  if (!Returned || !onlyReads(Returned, A, /*Depth=*/0))
    return false;
  Accessors.push_back(std::move(A));
  return true;
}

} // namespace lacuna::plugin
