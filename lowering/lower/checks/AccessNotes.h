//===- AccessNotes.h - statements that note subscripts ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_ACCESSNOTES_H
#define LACUNA_LOWERING_LOWER_CHECKS_ACCESSNOTES_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"
#include "llvm/ADT/StringMap.h"

namespace lacuna {

/// Notes widen the ranges of arrays, kept in variables, by what is accessed.
/// Of an array that has no slice nothing is noted.
class AccessNotes {
public:
  AccessNotes(const Nest &N, const llvm::StringMap<ArrayRange> &Ranges);

  /// What subscripts of level \p Level of \p Array, an array of arrays, are
  /// called in the ranges.
  static std::string levelOf(llvm::StringRef Array, size_t Level);

  /// Element \p Index of \p Array, a subscript of its rows if it has rows, and
  /// the pointer to the row.
  void access(llvm::StringRef Array, const ExprRef &Index,
              std::vector<StmtRef> &Out) const;
  /// That \p Row of \p Array is found in memory.
  void pointer(llvm::StringRef Array, const ExprRef &Row,
               std::vector<StmtRef> &Out) const;
  /// Element \p Index of what is \p Array in the ranges.
  void element(llvm::StringRef Array, const ExprRef &Index,
               std::vector<StmtRef> &Out) const;

  /// Whether \p S is one that this object made.
  bool isNote(const Stmt &S) const;

private:
  void note(llvm::StringRef Array, const ExprRef &Index,
            std::vector<StmtRef> &Out) const;

  const Nest &N;
  const llvm::StringMap<ArrayRange> &Ranges;
  const llvm::StringMap<ExprRef> Lets;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_ACCESSNOTES_H
