//===- RecordOperands.cpp - members of records, and rows ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/RecordOperands.h"
#include "lacuna/analysis/elements/ElementWalk.h"
#include "lift/state/Messages.def"
#include "clang/AST/DeclCXX.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

Location RecordOperands::memberAt(const RecordPlace &P, const Type &Ty,
                                  llvm::StringRef Called) {
  auto InRow = Rows.find(P.Records);
  const RowsOfRecords *Row = InRow == Rows.end() ? nullptr : &InRow->second;
  const std::string &Base = Row ? Row->Base : P.Records;
  std::string &Name = Ops.named("member " + P.Records + "." + P.Path);
  if (Name.empty()) {
    std::string Hint = Base + "_" + (Called.empty() ? P.Path : Called.str());
    llvm::erase_if(Hint, [](char C) { return C == '(' || C == ')'; });
    std::replace(Hint.begin(), Hint.end(), '.', '_');
    Name = Builder.uniqueName(Hint);
    Operand &O = Builder.graph().Operands.emplace_back();
    O.Name = Name;
    O.Kind = OperandKind::Array;
    O.Ty = Ty;
    O.Records = Base;
    O.Member = P.Path;
    if (Row) {
      O.Row = Row->Text, O.RowsLie = Row->RowsLie, O.Inner = Row->Inner;
      O.Extent = Row->Length;
      if (Row->RowsLie == RowMemory::Inside)
        O.RowCount = Ops.extentOfRecords(Base);
    } else {
      O.Extent = Ops.extentOfRecords(Base), O.Inner = Ops.innerOfRecords(Base);
    }
  }
  Location L;
  L.K = Location::Kind::Place;
  L.Place = {Name, Ty, P.Index};
  L.Row = P.Row;
  return L;
}

bool RecordOperands::isMember(llvm::StringRef Array) const {
  const Operand *O = Builder.operand(Array);
  return O && !O->Member.empty();
}

std::string RecordOperands::rowsOf(const RecordPlace &P,
                                   const std::string &Text, RowMemory RowsLie,
                                   const std::optional<Type> &Elem,
                                   std::vector<ExprRef> Inner, ExprRef Length) {
  std::string Key = "rows " + P.Records + Text;
  if (!Elem) {
    Rows[Key] = {P.Records, Text, RowsLie, std::move(Inner), std::move(Length)};
    return Key;
  }
  std::string &Name = Ops.named(Key);
  if (!Name.empty())
    return Name;
  // It goes by the name of the array of its rows, which is no operand.
  std::string Hint = P.Records + (P.Path.empty() ? "" : "_" + P.Path);
  std::replace(Hint.begin(), Hint.end(), '.', '_');
  Name = P.Path.empty() && !Builder.operand(Hint) ? Hint
                                                  : Builder.uniqueName(Hint);
  Operand &O = Builder.graph().Operands.emplace_back();
  O.Name = Name;
  O.Kind = OperandKind::Array;
  O.Ty = *Elem;
  O.Records = P.Records;
  O.Row = Text;
  O.RowsLie = RowsLie;
  // A container can be asked for its row wherever it is, unlike a pointer.
  if (RowsLie == RowMemory::Inside || llvm::StringRef(Text).ends_with("()"))
    O.RowCount = Ops.extentOfRecords(P.Records);
  O.Inner = std::move(Inner);
  O.Extent = std::move(Length);
  return Name;
}

bool RecordOperands::checkRows() const {
  bool IsWritten = llvm::any_of(Builder.graph().Operands,
                                [](const Operand &O) { return O.Written; });
  if (!FirstRow.isValid() || !IsWritten || canFindRows(Builder.graph()))
    return true;
  Diags.refuse(FirstRow, msg::RowsReadDependOnResults());
  return false;
}

/// The name that messages give \p V, which may be a structured binding.
static std::string nameOf(const clang::VarDecl *V) {
  const auto *D = dyn_cast<clang::DecompositionDecl>(V);
  if (!D)
    return V->getNameAsString();
  std::string Names;
  for (const clang::BindingDecl *B : D->bindings())
    Names += (Names.empty() ? "" : ", ") + B->getNameAsString();
  return "[" + Names + "]";
}

bool RecordOperands::checkRecords() {
  for (const auto &[Name, Loc] : PackedMembers)
    if (Builder.operand(Name)->Written) {
      Diags.refuse(Loc, msg::PackedMemberStored(Name));
      return false;
    }
  for (const RecordCopy &C : Copies)
    for (const Operand &O : Builder.graph().Operands)
      if ((O.Records == C.Records || O.Name == C.Records) && O.Written) {
        MustLoad = {C.Var};
        Diags.refuse(C.Loc,
                     msg::CopyOfChangedElement(nameOf(C.Var), C.Records));
        return false;
      }
  return true;
}

} // namespace lacuna::plugin
