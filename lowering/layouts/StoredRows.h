//===- StoredRows.h - loops over rows and positions -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_STOREDROWS_H
#define LACUNA_LOWERING_LAYOUTS_STOREDROWS_H

#include "lacuna/analysis/RowSegments.h"
#include "llvm/Support/Error.h"

namespace lacuna {

using Statements = std::vector<StmtRef>;

/// The loops of a nest that has a Layout, taken apart.
struct StoredRows {
  const LoopStmt *Loop; ///< over rows
  Segments Level;       ///< the positions of each row
  Statements Front;     ///< lets in front of the loop
  Statements Enter, Each, Leave;
  std::vector<LayoutEntries> Entries; ///< read in `Each` at its position
  std::vector<Guard> Conditions;      ///< that they are read at all

  const IndexVar &row() const { return *Level.Row; }
  const IndexVar &position() const { return *Level.Position; }
  /// The number of the row with number \p Number, from 0, in the user's type.
  ExprRef rowAt(const ExprRef &Number) const;
  /// \p S, of `Each`, with entry k taken from element \p Slot of the slots that
  /// \p Use names.
  StmtRef atSlot(const StmtRef &S, const LayoutUse &Use,
                 const ExprRef &Slot) const;
  /// What is asked of the runtime for a layout called \p Name.
  LayoutUse use(const Layout &Of, std::string Name) const;
};

llvm::Expected<StoredRows> storedRows(const Nest &N);

/// Which of the entries \p E, a load, is.
std::optional<size_t> entryOf(const StoredRows &R, const Expr &E);

/// The nest \p N with the arrays of \p Use, in which \p R's loops may be
/// replaced.
Nest overLayout(const Nest &N, const StoredRows &R, const LayoutUse &Use);

/// The loop over \p Groups, whose iterations run \p Body: in pieces of equal
/// work where \p R's loop runs on threads.
StmtRef overGroups(Nest &To, const StoredRows &R, const LayoutUse &Use,
                   const std::string &Groups, StmtRef Body);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_STOREDROWS_H
