//===- Rows.cpp - arrays whose elements are arrays ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `val[i][k]`: rows that are pointers, containers or arrays, in an array or in
// records. All rows together are one operand.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"

namespace lacuna::plugin {

/// Where the elements of a row of type \p Ty lie.
static RowMemory memoryOfRow(clang::QualType Ty) {
  Ty = Ty.getNonReferenceType();
  llvm::StringRef Container = containerOf(Ty->getAsCXXRecordDecl());
  if (Ty->isArrayType() || Container == "array")
    return RowMemory::Inside;
  return Container == "vector" ? RowMemory::Own : RowMemory::Anywhere;
}

bool Lifter::isInArray(const clang::Expr *Row) const {
  Row = withoutWrappers(Row);
  return arrayLevel(Context, Row->getType()) && isElement(Row);
}

ExprRef Lifter::inElements(const ExprRef &Count, clang::QualType Pointer,
                           clang::SourceLocation Loc) {
  clang::QualType Within = pointerWithin(Pointer);
  if (Within.isNull())
    Within = Context.getArrayDecayedType(Pointer);
  ExprRef Width = Ops.widthOf(Within->getPointeeType(), Loc);
  if (!Width || constantValue(Width) == 1)
    return Width ? Count : nullptr;
  return binary(BinaryOp::Mul, cast(Type::i64(), Count), Width);
}

/// \p E by \p Width, without a division where it is a multiple as it stands.
static ExprRef quotient(const ExprRef &E, const ExprRef &Width) {
  const auto *B = llvm::dyn_cast<BinaryExpr>(E.get());
  if (B && B->op() == BinaryOp::Mul && structurallyEqual(B->rhs(), Width))
    return B->lhs();
  return binary(BinaryOp::Div, E, Width);
}

ExprRef Lifter::inArrays(const ExprRef &Distance, clang::QualType Elem,
                         clang::SourceLocation Loc) {
  ExprRef Width = Ops.widthOf(Elem, Loc);
  if (!Width || constantValue(Width) == 1)
    return Width ? Distance : nullptr;
  return quotient(Distance, Width);
}

/// A pointer to the first element of \p Row, an lvalue that denotes another
/// pointer, array or container in each iteration; \p Suffix makes a pointer of
/// it.
std::optional<PointerValue> Lifter::rowPointer(const clang::Expr *Row,
                                               llvm::StringRef Suffix,
                                               clang::QualType Elem) {
  auto P = locateRecord(Row);
  auto Spelled = [&] { return Diags.spell(Row); };
  return P ? rowAt(*P, Row->getType(), Suffix, Elem, Row->getExprLoc(), Spelled)
           : std::nullopt;
}

/// The same of the row of type \p RowTy that lies at \p P, and is \p Spelled so
/// in messages.
std::optional<PointerValue>
Lifter::rowAt(const RecordPlace &P, clang::QualType RowTy,
              llvm::StringRef Suffix, clang::QualType Elem,
              clang::SourceLocation Loc,
              llvm::function_ref<std::string()> Spelled) {
  const clang::QualType Innermost = innermostElement(Context, Elem);
  std::optional<Type> Ty;
  if (!Types.leadsOn(Innermost)) {
    Ty = Types.scalarAt(Innermost, Loc);
    if (!Ty)
      return std::nullopt;
  }
  // An array in an array is a part of it.
  if (P.Path.empty() && arrayLevel(Context, RowTy))
    return PointerValue{P.Records, Ty.value_or(Type()),
                        lacuna::cast(Type::i64(), P.Index), P.Row};
  if (P.Row) {
    Diags.refuse(Loc, msg::ArrayInRowOfArrays(Spelled()));
    return std::nullopt;
  }
  Records.noteRow(Loc);
  if (!RowTy->isArrayType())
    Ops.noteRows(P.Records, memoryOfRow(RowTy) == RowMemory::Own);
  auto Inner = Ops.lengthsOf(Elem, Loc);
  if (!Inner)
    return std::nullopt;
  std::string Text = (P.Path.empty() ? "" : "." + P.Path) + Suffix.str();
  RowTy = RowTy.getNonReferenceType();
  const auto Level = arrayLevel(Context, RowTy);
  const ExprRef Length = Level && !Level->Length
                             ? i64(int64_t(numbersIn(Context, RowTy)))
                             : nullptr;
  return PointerValue{Records.rowsOf(P, Text, memoryOfRow(RowTy), Ty,
                                     std::move(*Inner), Length),
                      Ty.value_or(Type()), nullptr, P.Index};
}

/// `rows[i].size()`
ExprRef Lifter::rowSize(const clang::Expr *Object) {
  if (auto Level = arrayLevel(Context, Object->getType()))
    return i64(Level->Count);
  auto P = locateRecord(Object);
  if (!P)
    return nullptr;
  P->Path += (P->Path.empty() ? "" : ".") + std::string("size()");
  return valueAt(Records.memberAt(*P, *Types.scalar(Context.getSizeType())),
                 Object);
}

} // namespace lacuna::plugin
