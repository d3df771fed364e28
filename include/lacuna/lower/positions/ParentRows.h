//===- ParentRows.h - the rows above those of fused positions ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several levels are fused, the innermost rows are followed. The row
// above is the one in whose range such a row is: a search finds it, and it goes
// along.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_POSITIONS_PARENTROWS_H
#define LACUNA_LOWER_POSITIONS_PARENTROWS_H

#include "lacuna/lower/parallel/Chunks.h"

namespace lacuna {

/// The rows of one level above.
struct ParentRow {
  const IndexVar *Row;   ///< underived
  const IndexVar *Child; ///< underived; its range is over `Row`
  ExprRef First, Last;   ///< of `Row` in all of the nest, [First, Last), i64
};

/// Follows the rows above a row, as far as some code uses them.
class ParentRows {
public:
  /// Those of \p All, nearest first, that \p Used names, and those between.
  ParentRows(llvm::ArrayRef<ParentRow> All, const llvm::StringSet<> &Used,
             MadeNames &Names);

  /// Appends variables with the rows above \p Row, the value of the innermost.
  void search(const ExprRef &Row, std::vector<StmtRef> &Out) const;
  /// Appends what moves them on when the innermost row has come to \p Row.
  void advance(const ExprRef &Row, std::vector<StmtRef> &Out) const;
  /// Appends lets with the user's names.
  void name(std::vector<StmtRef> &Out) const;

private:
  Place at(const ParentRow &P) const {
    return {Names.get(P.Row->Name + "_at"), searchType(P.Row->Ty), nullptr};
  }
  llvm::ArrayRef<ParentRow> Rows;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWER_POSITIONS_PARENTROWS_H
