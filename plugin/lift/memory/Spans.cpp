//===- Spans.cpp - spans of the nest's own --------------------------------===//
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

#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p C is `s.subspan(at)`, `s.subspan(at, count)`, `s.first(count)` or
/// `s.last(count)`.
static bool isPartOfSpan(const clang::CXXMemberCallExpr *C) {
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  return M && M->getIdentifier() && C->getNumArgs() > 0 &&
         containerOf(M->getParent()) == "span" &&
         llvm::StringSwitch<bool>(M->getName())
             .Cases("subspan", "first", "last", true)
             .Default(false);
}

/// That part.
std::optional<SpanValue> Lifter::partOfSpan(const clang::CXXMemberCallExpr *C) {
  const clang::Expr *Whole = C->getImplicitObjectArgument();
  auto Data = containerData(Whole, "span", elementTypeOf(Whole->getType()));
  const bool IsRest =
      C->getNumArgs() > 1 && isa<clang::CXXDefaultArgExpr>(C->getArg(1));
  const llvm::StringRef Name = C->getMethodDecl()->getName();
  ExprRef Size = !Data                          ? nullptr
                 : Name == "subspan" && !IsRest ? liftValue(C->getArg(1))
                 : Name == "subspan"            ? containerSize(Whole)
                                                : liftValue(C->getArg(0));
  ExprRef Begin = !Size               ? nullptr
                  : Name == "first"   ? i64(0)
                  : Name == "subspan" ? liftValue(C->getArg(0))
                                      : containerSize(Whole);
  if (!Begin)
    return std::nullopt;
  Size = lacuna::cast(Type::i64(), Size);
  Begin = lacuna::cast(Type::i64(), Begin);
  if (Name == "last")
    Begin = binary(BinaryOp::Sub, Begin, Size);
  if (IsRest)
    Size = binary(BinaryOp::Sub, Size, Begin);
  Data->Offset =
      Data->Offset ? binary(BinaryOp::Add, Data->Offset, Begin) : Begin;
  return SpanValue{*Data, Size};
}

/// A `std::span` that is a value of the nest's.
std::optional<Entity> Lifter::spanValue(const clang::Expr *E,
                                        std::vector<StmtRef> *Out) {
  if (const auto *L = dyn_cast<clang::InitListExpr>(E);
      L && L->getNumInits() == 1)
    return recordValue(L->getInit(0), Out);
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E))
    return C->getConstructor()->isCopyOrMoveConstructor()
               ? recordValue(C->getArg(0), Out)
               : spanOver(C);
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E);
      C && isPartOfSpan(C))
    return partOfSpan(C);
  if (const auto *C = dyn_cast<clang::CallExpr>(E); C && C->isPRValue())
    return returnedRecord(C, Out);
  const clang::Expr *Outer =
      E->isGLValue() && !Env.varies(E) ? Env.asOperand(E) : nullptr;
  if (Outer)
    return OuterObject{unqualified(Outer)};
  if (!Diags.any())
    Diags.refuseType(E->getExprLoc(), E->getType());
  return std::nullopt;
}

/// The span that \p E is, or that has the elements of the vector, array or list
/// that it is, if that is one of the nest's own.
std::optional<SpanValue> Lifter::spanAt(const clang::Expr *E) {
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  const llvm::StringRef Container = containerOf(R);
  if (Container != "span" && Container != "vector" && Container != "array" &&
      !isInitializerList(R))
    return std::nullopt;
  auto P = Env.part(E);
  if (!P && Container == "span" && Types.isTemporary(E))
    P = recordValue(E, nullptr);
  const auto *Span = P ? std::get_if<SpanValue>(&*P) : nullptr;
  return Span ? std::optional(*Span) : std::nullopt;
}

/// `{data, size}`, `{begin, end}` or a container.
std::optional<SpanValue> Lifter::spanOver(const clang::CXXConstructExpr *C) {
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
    auto End = endOfRange(Args[0], /*IsEnd=*/true, elementTypeOf(C->getType()));
    Begin =
        End ? endOfRange(Args[0], /*IsEnd=*/false, elementTypeOf(C->getType()))
            : std::nullopt;
    if (Begin)
      Size = Begin->Offset ? binary(BinaryOp::Sub, End->Offset, Begin->Offset)
                           : End->Offset;
  } else {
    Diags.refuseType(C->getExprLoc(), C->getType());
  }
  if (!Begin || !Size)
    return std::nullopt;
  return SpanValue{*Begin, lacuna::cast(Type::i64(), Size)};
}

} // namespace lacuna::plugin
