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
#include "lift/ast/StandardLibrary.h"
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

/// A pointer to the first element of \p Row, an lvalue that denotes another
/// pointer, array or container in each iteration; \p Suffix makes a pointer of
/// it.
std::optional<PointerValue> Lifter::rowPointer(const clang::Expr *Row,
                                               llvm::StringRef Suffix,
                                               clang::QualType Elem) {
  auto P = locateRecord(Row);
  if (!P)
    return std::nullopt;
  if (P->Row) {
    Diags.refuse(Row->getExprLoc(), msg::ArrayInRowOfArrays(Diags.spell(Row)));
    return std::nullopt;
  }
  std::optional<Type> Ty;
  if (!Types.leadsOn(Elem)) {
    Ty = Types.scalarAt(Elem, Row->getExprLoc());
    if (!Ty)
      return std::nullopt;
  }
  Records.noteRow(Row->getExprLoc());
  if (!Row->getType()->isArrayType()) {
    Ops.notePointer(P->Records, Row->getExprLoc());
    std::string &Memory = Ops.named(msg::MemoryOfRows(P->Records));
    auto B = llvm::find_if(Builder.result().Bindings, [&](const Binding &B) {
      return B.Operand == P->Records;
    });
    if (Language.TypesAlias && Memory.empty() &&
        B != Builder.result().Bindings.end()) {
      Memory = Builder.addOperand(P->Records + "_at", OperandKind::Array,
                                  Type::opaque("auto"), B->F, B->User, nullptr);
      Builder.graph().Operands.back().PointersOf = P->Records;
    }
  }
  std::string Text = (P->Path.empty() ? "" : "." + P->Path) + Suffix.str();
  return PointerValue{Records.rowsOf(*P, Text, memoryOfRow(Row->getType()), Ty),
                      Ty.value_or(Type()), nullptr, P->Index};
}

/// `rows[i].size()`
ExprRef Lifter::rowSize(const clang::Expr *Object) {
  auto P = locateRecord(Object);
  if (!P)
    return nullptr;
  P->Path += (P->Path.empty() ? "" : ".") + std::string("size()");
  return valueAt(Records.memberAt(*P, *Types.scalar(Context.getSizeType())),
                 Object);
}

} // namespace lacuna::plugin
