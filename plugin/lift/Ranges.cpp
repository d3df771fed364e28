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

/// Whether \p E is an object of the standard library's.
static bool isStandardObject(const clang::Expr *E) {
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace();
}

/// What the hidden reference of \p H refers to.
bool Lifter::bindRange(const LoopHeader &H) {
  const clang::Expr *Init = withoutWrappers(H.Range->getInit());
  if (isRecord(Init->getType()) && (isTemporary(Init) || part(Init)) &&
      (!isStandardObject(Init) ||
       containerOf(Init->getType()->getAsCXXRecordDecl()) == "span")) {
    auto Value = recordValue(Init, nullptr);
    if (Value)
      bindValue(H.Range, std::move(*Value));
    return Value.has_value();
  }
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

/// `Begin + Size`, which is B where the size was computed as B - Begin.
static ExprRef endAfter(const ExprRef &Begin, const ExprRef &Size) {
  ExprRef Whole = withoutWidening(Size);
  const auto *B = dyn_cast<BinaryExpr>(Whole.get());
  if (B && B->op() == BinaryOp::Sub &&
      structurallyEqual(withoutWidening(B->rhs()), withoutWidening(Begin)))
    return lacuna::cast(Type::i64(), B->lhs());
  return binary(BinaryOp::Add, Begin, lacuna::cast(Type::i64(), Size));
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
  P->Offset =
      P->Offset ? endAfter(P->Offset, Size) : lacuna::cast(Type::i64(), Size);
  return P;
}

//===-- pointers to compare -----------------------------------------------===//

/// Whether \p P is a pointer of the user's, or a row that is one, to numbers.
bool Lifter::isPlainPointer(const PointerValue &P) {
  const Operand *O = operand(P.Array);
  if (!O || O->Extent || !O->Records.empty())
    return O && O->Row && !llvm::StringRef(*O->Row).ends_with(")") &&
           O->Member.empty();
  return true;
}

/// \p P as an offset from the beginning of what \p Into leads into; null,
/// without refusal, if they lead into two arrays.
ExprRef Lifter::offsetIn(const PointerValue &Into, const PointerValue &P,
                         clang::QualType Elem) {
  ExprRef Offset = P.Offset ? P.Offset : i64(0);
  if (P.Array == Into.Array && sameRow(P.Row, Into.Row))
    return Offset;
  if (!isPlainPointer(Into) || !isPlainPointer(P) || Into.Elem != P.Elem)
    return nullptr;
  // Pointers that are compared lead into one array.
  auto Begin = [](const PointerValue &P) {
    return std::make_shared<AddressExpr>(P.Array, P.Row ? P.Row : i64(0));
  };
  ExprRef Bytes = binary(BinaryOp::Sub, Begin(P), Begin(Into));
  ExprRef Distance =
      binary(BinaryOp::Div, lacuna::cast(Type::i64(), Bytes),
             i64(Context.getTypeSizeInChars(Elem).getQuantity()));
  return constantValue(Offset) == 0 ? Distance
                                    : binary(BinaryOp::Add, Distance, Offset);
}

/// The bound of a loop that walks a pointer, as an offset.
ExprRef Lifter::pointerBound(const LoopHeader &H, const PointerValue &Into) {
  auto End = pointer(H.Bound);
  if (!End)
    return nullptr;
  ExprRef Offset =
      offsetIn(Into, *End, pointerWithin(H.Bound->getType())->getPointeeType());
  if (Offset)
    return Offset;
  return refuse(H.Bound->getExprLoc(),
                "loop walks '" + Into.Array + "' up to a pointer into '" +
                    End->Array + "'; accepted is a bound in one array");
}

/// `p != q`
ExprRef Lifter::comparePointers(clang::BinaryOperatorKind Op,
                                const clang::Expr *Left,
                                const clang::Expr *Right) {
  auto P = pointer(Left);
  auto Q = P ? pointer(Right) : std::nullopt;
  if (!Q)
    return nullptr;
  clang::QualType Elem = pointerWithin(Left->getType())->getPointeeType();
  ExprRef Other = offsetIn(*P, *Q, Elem);
  if (!Other)
    return refuse(Left->getExprLoc(),
                  "comparison of pointers into '" + P->Array + "' and '" +
                      Q->Array + "'; accepted are pointers into one array");
  return std::make_shared<BinaryExpr>(*builtinOperator(Op), Type::boolean(),
                                      P->Offset ? P->Offset : i64(0), Other);
}

//===-- sizes -------------------------------------------------------------===//

/// The number of elements of \p Object, a container of the standard library's;
/// null, without refusal, for unknown classes.
ExprRef Lifter::containerSize(const clang::Expr *Object) {
  if (auto Span = spanAt(Object))
    return Span->Size;
  if (Refusal)
    return nullptr;
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

/// The member that \p B is bound to, or null: pairs are bound by functions.
const clang::FieldDecl *fieldOf(const clang::BindingDecl *B) {
  if (const auto *M =
          dyn_cast<clang::MemberExpr>(withoutWrappers(B->getBinding())))
    return dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  const auto *Whole = cast<clang::DecompositionDecl>(B->getDecomposedDecl());
  const clang::CXXRecordDecl *R =
      Whole->getType().getNonReferenceType()->getAsCXXRecordDecl();
  bool IsPair = R && R->isInStdNamespace() && R->getIdentifier() &&
                R->getName() == "pair";
  if (!IsPair)
    return nullptr;
  llvm::StringRef Name = B == Whole->bindings().front() ? "first" : "second";
  auto Field = llvm::find_if(R->fields(), [&](const clang::FieldDecl *F) {
    return F->getName() == Name;
  });
  return Field == R->field_end() ? nullptr : *Field;
}

/// What \p B, declared in the nest, is bound to.
std::optional<Lifter::Entity> Lifter::boundPart(const clang::BindingDecl *B) {
  auto Known = Env.find(cast<clang::VarDecl>(B->getDecomposedDecl()));
  const clang::FieldDecl *Field = fieldOf(B);
  auto Outer = Objects.find(B->getDecomposedDecl());
  std::optional<Entity> Whole;
  if (Known != Env.end())
    Whole = Known->second;
  else if (Outer != Objects.end())
    Whole = objectAt(Outer->second);
  auto Part = Field && Whole ? memberOf(*Whole, Field) : std::nullopt;
  if (Part)
    Result.Members.push_back(Field);
  else
    refuse(B->getLocation(),
           "'" + B->getNameAsString() +
               "' is bound through functions; accepted are structured bindings "
               "of structures and pairs");
  return Part;
}

} // namespace lacuna::plugin
