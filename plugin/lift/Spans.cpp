//===- Spans.cpp - spans of the nest's own -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::span(crd + pos[i], n)`: a pointer into an array with a number of
// elements.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// The type of the elements of \p Span, a `std::span`.
static clang::QualType elementOf(clang::QualType Span) {
  return cast<clang::ClassTemplateSpecializationDecl>(
             Span->getAsCXXRecordDecl())
      ->getTemplateArgs()[0]
      .getAsType();
}

/// A `std::span` that is a value of the nest's.
std::optional<Lifter::Entity> Lifter::spanValue(const clang::Expr *E,
                                                std::vector<StmtRef> *Out) {
  if (const auto *L = dyn_cast<clang::InitListExpr>(E);
      L && L->getNumInits() == 1)
    return recordValue(L->getInit(0), Out);
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E))
    return C->getConstructor()->isCopyOrMoveConstructor()
               ? recordValue(C->getArg(0), Out)
               : spanOver(C);
  if (const auto *C = dyn_cast<clang::CallExpr>(E); C && C->isPRValue())
    return returnedRecord(C, Out);
  const clang::Expr *Outer =
      E->isGLValue() && !varies(E) ? asOperand(E) : nullptr;
  if (Outer)
    return objectAt(unqualified(Outer));
  if (!Refusal)
    refuseType(E->getExprLoc(), E->getType());
  return std::nullopt;
}

/// The span that \p E is, if it is one of the nest's own.
std::optional<Lifter::Entity> Lifter::spanAt(const clang::Expr *E) {
  if (containerOf(E->getType()->getAsCXXRecordDecl()) != "span")
    return std::nullopt;
  auto P = part(E);
  if (!P && isTemporary(E))
    P = recordValue(E, nullptr);
  return P && P->K == Entity::Kind::Span ? P : std::nullopt;
}

/// `{data, size}`, `{begin, end}` or a container.
std::optional<Lifter::Entity>
Lifter::spanOver(const clang::CXXConstructExpr *C) {
  std::vector<const clang::Expr *> Args;
  for (const clang::Expr *Arg : C->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(Arg))
      Args.push_back(withoutTemporaries(Arg));
  std::optional<PointerValue> Begin;
  ExprRef Size;
  if (Args.size() == 2 && !pointerWithin(Args[0]->getType()).isNull()) {
    Begin = pointer(Args[0]);
    if (Begin)
      Size = pointerWithin(Args[1]->getType()).isNull()
                 ? liftValue(Args[1])
                 : pointerDistance(Args[0], Args[1], C->getExprLoc());
  } else if (Args.size() == 1 && Args[0]->isGLValue()) {
    auto End = endOfRange(Args[0], /*IsEnd=*/true, elementOf(C->getType()));
    Begin = End ? endOfRange(Args[0], /*IsEnd=*/false, elementOf(C->getType()))
                : std::nullopt;
    if (Begin)
      Size = Begin->Offset ? binary(BinaryOp::Sub, End->Offset, Begin->Offset)
                           : End->Offset;
  } else {
    refuseType(C->getExprLoc(), C->getType());
  }
  if (!Begin || !Size)
    return std::nullopt;
  Entity Span{Entity::Kind::Span, Begin->Array, Begin->Elem,
              Begin->Offset,      {},           Begin->Row};
  Span.Size = lacuna::cast(Type::i64(), Size);
  return Span;
}

} // namespace lacuna::plugin
