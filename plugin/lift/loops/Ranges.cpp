//===- Ranges.cpp - what range-based for and iterators go through ---------===//
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

#include "lacuna/ir/bounds/Trips.h"
#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/loops/Messages.def"
#include "lift/state/Operators.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p E is an object of the standard library's.
static bool isStandardObject(const clang::Expr *E) {
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace();
}

/// `{a, b}`: an array that \p Out declares.
std::optional<SpanValue>
Lifter::listedRange(const clang::CXXStdInitializerListExpr *List,
                    llvm::StringRef Name, std::vector<StmtRef> &Out) {
  const clang::Expr *Init = withoutWrappers(List->getSubExpr());
  const clang::QualType Ty = Init->getType();
  const clang::SourceLocation Loc = List->getExprLoc();
  const auto Level = arrayLevel(Context, Ty);
  auto Elem = Level && isCopied(Ty, Loc) ? Types.scalarAt(Level->Elem, Loc)
                                         : std::nullopt;
  llvm::SaveAndRestore Before(Front, &Out);
  auto Elements = Elem ? initialElements(Name, Init, Ty) : std::nullopt;
  if (!Elements)
    return std::nullopt;
  const auto Size = int64_t(numbersIn(Context, Ty));
  PointerValue Array{Builder.uniqueName((Name + "_list").str()), *Elem,
                     nullptr};
  addElements(Loc, Array, Size, *Elements, int64_t(Elements->size()) != Size,
              Out);
  return SpanValue{std::move(Array), i64(Size)};
}

/// What the hidden reference of \p H refers to; what it needs goes to \p Out.
bool Lifter::bindRange(const LoopHeader &H, std::vector<StmtRef> &Out) {
  const clang::Expr *Init = withoutWrappers(H.Range->getInit());
  if (const auto *List = initializerList(Init)) {
    auto Own = listedRange(List, H.Name, Out);
    if (Own)
      Env.bindValue(H.Range, *Own);
    return Own.has_value();
  }
  if (isPlainVector(Init->getType()) || isStdArray(Init->getType()))
    if (auto Own = spanAt(Init)) {
      Env.bindValue(H.Range, *Own);
      return true;
    }
  if (Types.isRecord(Init->getType()) &&
      (Types.isTemporary(Init) || Env.part(Init)) &&
      (!isStandardObject(Init) ||
       containerOf(Init->getType()->getAsCXXRecordDecl()) == "span")) {
    auto Value = recordValue(Init, nullptr);
    if (Value)
      Env.bindValue(H.Range, std::move(*Value));
    return Value.has_value();
  }
  if (!Init->isGLValue() || isa<clang::MaterializeTemporaryExpr>(Init)) {
    Diags.refuse(Init->getExprLoc(), msg::RangeIsTemporary(H.Name));
    return false;
  }
  if (Init->getType()->isArrayType()) {
    auto P = pointer(Init);
    if (P)
      Env.set(H.Range, *P);
    return P.has_value();
  }
  if (!Env.varies(Init)) {
    const clang::Expr *Object = unqualified(Env.asOperand(Init));
    if (Object)
      Env.setObject(H.Range, Object);
    return Object != nullptr;
  }
  auto P = locateRecord(Init);
  if (P)
    Env.set(H.Range, Alias{*P});
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
std::optional<PointerValue>
Lifter::endOfRange(const clang::Expr *Range, bool IsEnd, clang::QualType Elem) {
  Range = withoutWrappers(Range);
  const clang::ConstantArrayType *A =
      Context.getAsConstantArrayType(Range->getType());
  const clang::CXXRecordDecl *R = Range->getType()->getAsCXXRecordDecl();
  std::optional<PointerValue> P;
  if (A)
    P = pointer(Range);
  else if (auto Own = spanAt(Range))
    P = Own->Data;
  else if (R && !containerOf(R).empty())
    P = containerData(Range, containerOf(R), Elem);
  else
    Diags.refuseType(Range->getExprLoc(), Range->getType());
  if (!P || !IsEnd)
    return P;
  ExprRef Size =
      A ? i64(int64_t(A->getSize().getZExtValue())) : containerSize(Range);
  if (!Size)
    return std::nullopt;
  Size = inElements(Size, Context.getPointerType(Elem), Range->getExprLoc());
  if (!Size)
    return std::nullopt;
  P->Offset =
      P->Offset ? endAfter(P->Offset, Size) : lacuna::cast(Type::i64(), Size);
  return P;
}

//===-- pointers to compare -----------------------------------------------===//

/// Whether \p Array is no operand, or one to which a pointer of the user's
/// leads, or rows that are pointers.
static bool isPlainPointer(const Nest &Graph, llvm::StringRef Array) {
  const Operand *O = Graph.findOperand(Array);
  if (!O || O->Extent || !O->Records.empty())
    return O && O->Row && !llvm::StringRef(*O->Row).ends_with(")");
  return true;
}

/// The first number of a record of type \p Ty, and the \p Path to it; or null.
static const clang::FieldDecl *
firstNumber(const ScalarTypes &Types, clang::QualType Ty, std::string &Path) {
  for (const clang::FieldDecl *Field : Ty->getAsCXXRecordDecl()->fields()) {
    const std::string Inside =
        (Path.empty() ? "" : Path + ".") + Field->getNameAsString();
    if (Types.scalar(Field->getType()) && !Field->isBitField())
      return Path = Inside, Field;
    std::string Further = Inside;
    const clang::FieldDecl *Found =
        Types.isRecord(Field->getType())
            ? firstNumber(Types, Field->getType(), Further)
            : nullptr;
    if (Found)
      return Path = Further, Found;
  }
  return nullptr;
}

/// The array of numbers that begins where \p P leads to: of rows of records,
/// of type \p Elem, that of the first number in each. Empty if there is none.
std::string Lifter::numbersAt(const PointerValue &P, clang::QualType Elem) {
  const clang::QualType Innermost = innermostElement(Context, Elem);
  if (!P.Row || !Types.isRecord(Innermost))
    return P.Array;
  std::string Path;
  const clang::FieldDecl *Number = firstNumber(Types, Innermost, Path);
  if (!Number)
    return "";
  return Records
      .memberAt({P.Array, i64(0), Path, P.Row},
                *Types.scalar(Number->getType()))
      .Place.Name;
}

/// \p P as an offset from the beginning of what \p Into leads into; null,
/// without refusal, if they lead into two arrays.
ExprRef Lifter::offsetIn(const PointerValue &Into, const PointerValue &P,
                         clang::QualType Elem) {
  ExprRef Offset = P.Offset ? P.Offset : i64(0);
  if (P.Array == Into.Array && Lets.sameRow(P.Row, Into.Row))
    return Offset;
  if (Into.Elem != P.Elem)
    return nullptr;
  const std::string From = numbersAt(Into, Elem), To = numbersAt(P, Elem);
  if (From.empty() || To.empty() || !isPlainPointer(Builder.graph(), From) ||
      !isPlainPointer(Builder.graph(), To))
    return nullptr;
  // Pointers that are compared lead into one array.
  auto Begin = [](const std::string &Array, const ExprRef &Row) {
    return std::make_shared<AddressExpr>(Array, Row ? Row : i64(0));
  };
  ExprRef Bytes =
      binary(BinaryOp::Sub, Begin(To, P.Row), Begin(From, Into.Row));
  ExprRef Distance =
      binary(BinaryOp::Div, lacuna::cast(Type::i64(), Bytes),
             i64(Context.getTypeSizeInChars(innermostElement(Context, Elem))
                     .getQuantity()));
  return constantValue(Offset) == 0 ? Distance
                                    : binary(BinaryOp::Add, Distance, Offset);
}

/// The bound of a loop that walks a pointer, as an offset.
ExprRef Lifter::pointerBound(const LoopHeader &H, const LoopStart &S) {
  const PointerValue &Into = *S.Into;
  auto End = pointer(H.Bound);
  if (!End)
    return nullptr;
  const clang::QualType Elem =
      pointerWithin(H.Bound->getType())->getPointeeType();
  ExprRef Offset = offsetIn(Into, *End, Elem);
  if (Offset && S.Width)
    return inArrays(Into.Offset
                        ? distance(Into.Offset, Offset, Language.SignedWraps)
                        : Offset,
                    Elem, H.boundLoc());
  if (Offset)
    return Offset;
  return Diags.refuse(H.Bound->getExprLoc(),
                      msg::WalksUpToOtherArray(Into.Array, End->Array));
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
    return Diags.refuse(Left->getExprLoc(),
                        msg::ComparesPointersOfTwoArrays(P->Array, Q->Array));
  return std::make_shared<BinaryExpr>(*builtinOperator(Op), Type::boolean(),
                                      P->Offset ? P->Offset : i64(0), Other);
}

//===-- sizes -------------------------------------------------------------===//

/// The number of elements of \p Object, a container of the standard library's;
/// null, without refusal, for unknown classes.
ExprRef Lifter::containerSize(const clang::Expr *Object) {
  if (auto Span = spanAt(Object))
    return Span->Size;
  if (Diags.any())
    return nullptr;
  if (Env.varies(Object))
    return rowSize(Object);
  Object = Env.asOperand(Object);
  return Object ? Ops.size(Object) : nullptr;
}

//===-- structured bindings -----------------------------------------------===//

/// `const auto &[j, v] = row[p];`
bool Lifter::declareParts(const clang::DecompositionDecl *D,
                          llvm::ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  if (Types.isRecord(D->getType()) && D->hasInit())
    return declareRecord(D, Rest, &Out);
  Diags.refuse(D->getLocation(),
               msg::StructuredBindingInNest(
                   D->getType().getNonReferenceType().getAsString(
                       Context.getPrintingPolicy())));
  return false;
}

/// What \p B, declared in the nest, is bound to.
std::optional<Entity> Lifter::boundPart(const clang::BindingDecl *B) {
  const Entity *Known = Env.find(cast<clang::VarDecl>(B->getDecomposedDecl()));
  const clang::FieldDecl *Field = fieldOf(B);
  const clang::Expr *Outer = Env.object(B->getDecomposedDecl());
  std::optional<Entity> Whole;
  if (Known)
    Whole = *Known;
  else if (Outer)
    Whole = OuterObject{Outer};
  auto Part = Field && Whole ? Env.memberOf(*Whole, Field) : std::nullopt;
  if (Part && isOfBase(B, Field))
    return Diags.refuse(B->getLocation(),
                        msg::BoundToBase(B->getNameAsString())),
           std::nullopt;
  if (Part)
    Builder.result().Members.push_back(Field);
  else
    Diags.refuse(B->getLocation(),
                 msg::BoundThroughFunctions(B->getNameAsString()));
  return Part;
}

} // namespace lacuna::plugin
