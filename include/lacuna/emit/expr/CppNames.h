//===- CppNames.h - C++ names for the names of a loop program ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EMIT_EXPR_CPPNAMES_H
#define LACUNA_EMIT_EXPR_CPPNAMES_H

#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

/// \p Name as a C++ identifier: `k@2` becomes `k_2`; keywords get a `_`.
std::string cppName(llvm::StringRef Name);

/// Maps each name of a loop program to a C++ name of its own. Operands keep
/// `cppName`, which the front end declares; `cppName` is not injective (`k@2`
/// and `k_2`), so other names give way.
class Names {
public:
  explicit Names(const LoopProgram &P);

  /// The C++ name of \p Name, which the program declares.
  llvm::StringRef get(llvm::StringRef Name) const;

  /// The variable through which elements of \p Array are reached.
  llvm::StringRef base(llvm::StringRef Array) const;

  /// Whether the elements of \p Array are members of records.
  bool isMember(llvm::StringRef Array) const { return Members.count(Array); }

  /// The variable for the container that \p Array grows.
  llvm::StringRef containerOf(llvm::StringRef Array) const {
    return get(Containers.lookup(Array));
  }

  /// Whether the elements of \p Array are of an enumeration of the user's.
  bool isOfEnumeration(llvm::StringRef Array) const {
    return OfEnumeration.contains(Array);
  }

  /// Whether \p Array is an array of rows.
  bool isRows(llvm::StringRef Array) const {
    if (Growing.contains(Array))
      return true;
    return operandOfRows(Array);
  }

  /// \p Array, if it is one of the user's rows; else null.
  const Operand *operandOfRows(llvm::StringRef Array) const {
    const Operand *Member = Members.lookup(Array);
    return Member && Member->Row ? Member : nullptr;
  }

  /// Whether elements of \p Array, or of a row of it, lie next to each other.
  bool isContiguous(llvm::StringRef Array) const {
    const Operand *Member = Members.lookup(Array);
    return !Member || (Member->Row && Member->Member.empty());
  }

  /// The base pointer of a row of \p Array; \p Index is text.
  std::string row(llvm::StringRef Array, const llvm::Twine &Index) const;

  /// \name What a row is called in the loop that is printed; \p Index is text.
  /// @{
  void callRow(llvm::StringRef Array, const llvm::Twine &Index,
               const llvm::Twine &Name);
  void callRowByItself(llvm::StringRef Array, const llvm::Twine &Index);
  bool isRowCalled(llvm::StringRef Array, const llvm::Twine &Index) const;
  /// @}

  /// An element of \p Array, in row \p Row if it is an array of rows.
  std::string element(llvm::StringRef Array, const llvm::Twine &Index,
                      const llvm::Twine &Row = "") const;

  /// The same of subscript \p Index, whose parts are \p Print'ed. Elements of
  /// arrays of arrays are accessed level by level, as the user does: compilers
  /// see which of them iterations share.
  std::string
  elementAt(llvm::StringRef Array, const ExprRef &Index,
            llvm::function_ref<std::string(const ExprRef &)> Print) const;

  /// \name Names that emission makes up, unique in the scopes now open.
  /// @{
  void openScope() { Scopes.emplace_back(); }
  void closeScope() { Scopes.pop_back(); }
  std::string fresh(const llvm::Twine &Base);
  /// @}

private:
  void add(llvm::StringRef Name, bool Fixed);
  void addDeclarations(const StmtRef &S);
  void addView(const ViewStmt &S);
  void addRows(const RowsStmt &S);
  void addLayouts(const StoredStmt &S);
  std::string rowItself(llvm::StringRef Array, const llvm::Twine &Index) const;

  llvm::StringMap<std::string> Map;
  /// Operands whose elements are members of records.
  llvm::StringMap<const Operand *> Members;
  llvm::StringSet<> OfEnumeration; ///< operands
  /// Arrays of arrays of constant lengths: the operands that say so.
  llvm::StringMap<const Operand *> Nested;
  llvm::StringMap<std::string> Containers; ///< that operands grow
  llvm::StringSet<> Growing;               ///< rows of the program's own
  llvm::StringMap<std::string> Called;     ///< rows, by their text
  llvm::StringSet<> Taken;
  std::vector<llvm::StringSet<>> Scopes;
};

} // namespace lacuna

#endif // LACUNA_EMIT_EXPR_CPPNAMES_H
