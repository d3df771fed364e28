//===- Rows.cpp - arrays whose elements are arrays -*- C++ -*-===//
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

#include "lacuna/lower/Lower.h"
#include "lift/Library.h"
#include "lift/Lifter.h"

namespace lacuna::plugin {

/// The array of the rows that lie as \p P does and whose base pointers \p Text
/// makes of it. Without \p Elem its elements are records.
std::string Lifter::rowsOf(const RecordPlace &P, const std::string &Text,
                           RowMemory RowsLie, const std::optional<Type> &Elem) {
  std::string Key = "rows " + P.Records + Text;
  if (!Elem) {
    Rows[Key] = {P.Records, Text, RowsLie};
    return Key;
  }
  std::string &Name = OperandByKey[Key];
  if (!Name.empty())
    return Name;
  // It goes by the name of the array of its rows, which is no operand.
  std::string Hint = P.Records + (P.Path.empty() ? "" : "_" + P.Path);
  std::replace(Hint.begin(), Hint.end(), '.', '_');
  Name = P.Path.empty() && !operand(Hint) ? Hint : uniqueName(Hint);
  Operand &O = Result.Graph.Operands.emplace_back();
  O.Name = Name;
  O.Kind = OperandKind::Array;
  O.Ty = *Elem;
  O.Records = P.Records;
  O.Row = Text;
  O.RowsLie = RowsLie;
  return Name;
}

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
std::optional<Lifter::PointerValue> Lifter::rowPointer(const clang::Expr *Row,
                                                       llvm::StringRef Suffix,
                                                       clang::QualType Elem) {
  auto P = locateRecord(Row);
  if (!P)
    return std::nullopt;
  if (P->Row) {
    refuse(Row->getExprLoc(), "'" + spell(Row) +
                                  "' is an array of its own in a row of "
                                  "arrays; accepted are rows of numbers and "
                                  "records");
    return std::nullopt;
  }
  std::optional<Type> Ty;
  if (!leadsOn(Elem)) {
    Ty = scalarTypeAt(Elem, Row->getExprLoc());
    if (!Ty)
      return std::nullopt;
  }
  if (!FirstRow.isValid())
    FirstRow = Row->getExprLoc();
  if (!Row->getType()->isArrayType()) {
    PointersInMemory.push_back({P->Records, Row->getExprLoc()});
    std::string &Memory = OperandByKey["memory of rows " + P->Records];
    auto B = llvm::find_if(Result.Bindings, [&](const Binding &B) {
      return B.Operand == P->Records;
    });
    if (Language.TypesAlias && Memory.empty() && B != Result.Bindings.end()) {
      Memory = addOperand(P->Records + "_at", OperandKind::Array,
                          Type::opaque("auto"), B->F, B->User, nullptr);
      Result.Graph.Operands.back().PointersOf = P->Records;
    }
  }
  std::string Text = (P->Path.empty() ? "" : "." + P->Path) + Suffix.str();
  return PointerValue{rowsOf(*P, Text, memoryOfRow(Row->getType()), Ty),
                      Ty.value_or(Type()), nullptr, P->Index};
}

/// `rows[i].size()`
ExprRef Lifter::rowSize(const clang::Expr *Object) {
  auto P = locateRecord(Object);
  if (!P)
    return nullptr;
  P->Path += (P->Path.empty() ? "" : ".") + std::string("size()");
  return valueAt(memberAt(*P, *scalarType(Context.getSizeType())), Object);
}

bool Lifter::checkRows() {
  bool IsWritten = llvm::any_of(Result.Graph.Operands,
                                [](const Operand &O) { return O.Written; });
  if (!FirstRow.isValid() || !IsWritten || canFindRows(Result.Graph))
    return true;
  refuse(FirstRow, "which rows are read depends on what the nest computes; "
                   "accepted are rows that are found by loop variables and by "
                   "arrays that the nest only reads");
  return false;
}

} // namespace lacuna::plugin
