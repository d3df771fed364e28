//===- CursorPassage.h - elements that an iteration advances ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of cursors has an element for each row, bucket or column, which says
// where the next entry of that goes. `next[e] += c` passes over c places of
// another array, which belong to the iteration that does it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_CURSORPASSAGE_H
#define LACUNA_LOWERING_SCHEDULE_CURSORPASSAGE_H

#include "lacuna/ir/Nest.h"
#include "lacuna/schedule/CursorSteps.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna {

/// The places that the elements of an array of cursors pass over in one
/// iteration.
class CursorPassage {
public:
  /// \p Cursors: stepped in \p Body, a part of \p N, by areCursors.
  CursorPassage(const Nest &N, const StmtRef &Body, llvm::StringRef Cursors);

  /// Whether all accesses to \p Of are to places that elements pass over in
  /// the iteration of the access.
  bool covers(llvm::StringRef Of);

private:
  /// By how much elements, told by their subscripts, are sure to be stepped.
  using Distances = std::vector<std::pair<ExprRef, int64_t>>;

  /// A cursor's value at some point, plus Offset, and how far the cursor has
  /// come and goes on from there within the iteration, at least.
  struct Value {
    int64_t Offset, Before, Behind;
  };

  ExprRef plain(const ExprRef &Index) const;
  void dropChanged(Distances &Of, const Stmt &By) const;
  void addStep(Distances &To, const Stmt &S) const;
  Distances goBack(const StmtRef &S, Distances After);
  Distances goOn(const StmtRef &S, Distances Front);
  std::optional<Value> valueOf(const ExprRef &E, const Stmt &At) const;
  bool isInside(const ExprRef &Index, const Stmt &At) const;
  void visit(const StmtRef &S);

  const StmtRef &Body;
  llvm::StringRef Cursors;
  bool IsDown = false;
  /// Lets that have one value wherever it is computed.
  llvm::StringMap<ExprRef> Stable;
  llvm::DenseMap<const Stmt *, Distances> Before, Behind;
  llvm::StringMap<Value> Lets;
  llvm::StringRef Array;
  bool AllInside = true;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_CURSORPASSAGE_H
