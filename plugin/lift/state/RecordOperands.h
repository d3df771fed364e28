//===- RecordOperands.h - members of records, and rows ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_RECORDOPERANDS_H
#define LACUNA_PLUGIN_LIFT_STATE_RECORDOPERANDS_H

#include "lift/state/Operands.h"

namespace lacuna::plugin {

/// `row[p].val`, `val[i][k]`: each member that the nest uses is an array
/// operand of its own, whose elements lie in those of one array of records; all
/// rows of an array of rows together are one operand.
class RecordOperands {
public:
  RecordOperands(Operands &Ops, NestBuilder &Builder, Refusals &Diags)
      : Ops(Ops), Builder(Builder), Diags(Diags) {}

  /// The element of type \p Ty that lies at \p P in a record: that of an
  /// operand of its own, which messages call \p Called behind the record's.
  Location memberAt(const RecordPlace &P, const Type &Ty,
                    llvm::StringRef Called = "");

  /// The array of the rows that lie as \p P does and whose base pointers
  /// \p Text makes of it. Without \p Elem its elements are records. \p Inner is
  /// what Operand calls so, \p Length what it calls Extent.
  std::string rowsOf(const RecordPlace &P, const std::string &Text,
                     RowMemory RowsLie, const std::optional<Type> &Elem,
                     std::vector<ExprRef> Inner, ExprRef Length);

  /// Whether operand \p Array is a member of records.
  bool isMember(llvm::StringRef Array) const;

  /// Array \p Name is a member of a packed structure.
  void notePacked(std::string Name, clang::SourceLocation Loc) {
    PackedMembers.push_back({std::move(Name), Loc});
  }

  /// Variable \p V holds a copy of an element of \p Records.
  void noteCopy(const clang::VarDecl *V, std::string Records,
                clang::SourceLocation Loc) {
    Copies.push_back({V, std::move(Records), Loc});
  }

  /// An array of rows is used at \p Loc.
  void noteRow(clang::SourceLocation Loc) {
    if (!FirstRow.isValid())
      FirstRow = Loc;
  }

  /// Refuses stores to packed members, and to what copies are taken of.
  bool checkRecords();

  /// Refuses rows that cannot be found in front of the nest, if it stores.
  bool checkRows() const;

  /// The copy of a record that would have to be made for the lift to get
  /// further; null if that would not help.
  llvm::ArrayRef<const clang::VarDecl *> mustLoad() const { return MustLoad; }

private:
  /// An array of rows whose elements are no operands themselves.
  struct RowsOfRecords {
    std::string Base, Text; ///< as in Operand
    RowMemory RowsLie;
    std::vector<ExprRef> Inner;
    ExprRef Length; ///< Operand calls it Extent
  };

  /// A variable that holds a copy of an element.
  struct RecordCopy {
    const clang::VarDecl *Var;
    std::string Records;
    clang::SourceLocation Loc;
  };

  Operands &Ops;
  NestBuilder &Builder;
  Refusals &Diags;
  llvm::StringMap<RowsOfRecords> Rows;
  std::vector<std::pair<std::string, clang::SourceLocation>> PackedMembers;
  std::vector<RecordCopy> Copies;
  clang::SourceLocation FirstRow;
  std::vector<const clang::VarDecl *> MustLoad;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_RECORDOPERANDS_H
