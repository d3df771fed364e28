//===- Ranges.cpp - what range-based for and iterators go through -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterators of arrays, vectors and spans are pointers to elements; the end
// of a container is `data() + size()`. A range-based `for` is the loop over its
// hidden iterator.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p E names a reference in the nest, or a parameter, that stands for
/// an object of the function which the nest is in.
bool Lifter::namesObject(const clang::Stmt *E) const {
  if (Objects.empty())
    return false;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return Objects.count(D->getDecl()) != 0;
  return llvm::any_of(E->children(), [&](const clang::Stmt *Part) {
    return Part && namesObject(Part);
  });
}

/// What the hidden reference of \p H refers to.
bool Lifter::bindRange(const LoopHeader &H) {
  const clang::Expr *Init = withoutWrappers(H.Range->getInit());
  if (!Init->isGLValue() || isa<clang::MaterializeTemporaryExpr>(Init)) {
    refuse(Init->getExprLoc(),
           "loop '" + H.Name +
               "' goes through a temporary object; accepted are arrays, "
               "std::vector, std::array and std::span");
    return false;
  }
  if (Init->getType()->isArrayType()) {
    auto P = pointer(Init);
    if (P)
      Env[H.Range] = {
          Entity::Kind::Pointer, P->Array, P->Elem, P->Offset, {}, P->Row};
    return P.has_value();
  }
  if (!varies(Init)) {
    const clang::Expr *Object = unqualified(asOperand(Init));
    if (Object)
      Objects[H.Range] = Object;
    return Object != nullptr;
  }
  auto P = locateRecord(Init);
  if (P)
    Env[H.Range] = {
        Entity::Kind::Alias, P->Records, Type(), P->Index, P->Path, P->Row};
  return P.has_value();
}

/// The begin or the end of \p Range, an array or a container of the standard
/// library's with elements of type \p Elem.
std::optional<Lifter::PointerValue>
Lifter::endOfRange(const clang::Expr *Range, bool IsEnd, clang::QualType Elem) {
  Range = withoutWrappers(Range);
  const clang::ConstantArrayType *A =
      Context.getAsConstantArrayType(Range->getType());
  const clang::CXXRecordDecl *R = Range->getType()->getAsCXXRecordDecl();
  std::optional<PointerValue> P;
  if (A)
    P = pointer(Range);
  else if (R && !containerOf(R).empty())
    P = containerData(Range, containerOf(R), Elem);
  else
    refuseType(Range->getExprLoc(), Range->getType());
  if (!P || !IsEnd)
    return P;
  ExprRef Size = A ? i64(A->getSize().getZExtValue()) : containerSize(Range);
  if (!Size)
    return std::nullopt;
  Size = lacuna::cast(Type::i64(), Size);
  P->Offset = P->Offset ? binary(BinaryOp::Add, P->Offset, Size) : Size;
  return P;
}

/// The number of elements of \p Object, a container of the standard library's;
/// null, without refusal, for unknown classes.
ExprRef Lifter::containerSize(const clang::Expr *Object) {
  if (varies(Object))
    return rowSize(Object);
  Object = asOperand(Object);
  return Object ? sizeOperand(Object) : nullptr;
}

//===-- structured bindings -----------------------------------------------===//

/// `const auto &[j, v] = row[p];`
bool Lifter::declareParts(const clang::DecompositionDecl *D,
                          llvm::ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  if (isRecord(D->getType()) && D->hasInit())
    return declareRecord(D, Rest, &Out);
  refuse(D->getLocation(), "structured binding of '" +
                               D->getType().getNonReferenceType().getAsString(
                                   Context.getPrintingPolicy()) +
                               "' in the nest; accepted are those of "
                               "structures and pairs");
  return false;
}

/// The part of an element that \p B, declared in the nest, is bound to.
std::optional<Lifter::RecordPlace>
Lifter::bindingPlace(const clang::BindingDecl *B) {
  if (const auto *M =
          dyn_cast<clang::MemberExpr>(withoutWrappers(B->getBinding())))
    return memberPlace(M);
  // Of pairs, which are bound through functions.
  const auto *Whole = cast<clang::DecompositionDecl>(B->getDecomposedDecl());
  auto Known = Env.find(Whole);
  const clang::CXXRecordDecl *R =
      Whole->getType().getNonReferenceType()->getAsCXXRecordDecl();
  bool IsPair = R && R->isInStdNamespace() && R->getIdentifier() &&
                R->getName() == "pair";
  if (!IsPair || Known == Env.end() || Known->second.K != Entity::Kind::Alias) {
    refuse(B->getLocation(),
           "'" + B->getNameAsString() +
               "' is bound through functions; accepted are structured bindings "
               "of structures and pairs");
    return std::nullopt;
  }
  llvm::StringRef Name = B == Whole->bindings().front() ? "first" : "second";
  const Entity &E = Known->second;
  for (const clang::FieldDecl *Field : R->fields())
    if (Field->getName() == Name)
      Result.Members.push_back(Field);
  return RecordPlace{E.Name, E.Index,
                     E.Path + (E.Path.empty() ? "" : ".") + Name.str(), E.Row};
}

} // namespace lacuna::plugin
