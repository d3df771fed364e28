//===- ArrayCopies.h - copies of an array for chunks ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All copies of an array stand in one allocation in front of the program, a
// cache line apart, which is why a chunk of iterations needs none.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_ARRAYCOPIES_H
#define LACUNA_LOWERING_LOWER_PARALLEL_ARRAYCOPIES_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// Copies of an array, of elements of type \p Elem. Their number \p Extent
/// (i64, over operands) times that of the copies is one of 64 bits.
class ArrayCopies {
public:
  /// \p Suffix tells copies of different types apart.
  ArrayCopies(const Operand &Array, Type Elem, const ExprRef &Extent,
              MadeNames &Names, llvm::StringRef Suffix = "_copies");

  /// Appends the allocation of \p Count copies to \p Hoisted, or has one that
  /// stands there suffice for them.
  void declare(const ExprRef &Count, std::vector<StmtRef> &Hoisted,
               SourceTag Tag) const;

  /// Appends to \p Before a let for where copy \p Which begins.
  ExprRef begin(const ExprRef &Which, std::vector<StmtRef> &Before) const;

  /// The element \p Index, i64, of the copy that begins at \p Begin.
  Place element(const ExprRef &Begin, const ExprRef &Index) const;

  /// \p Body on the copy that begins at \p Begin.
  StmtRef moveTo(const ExprRef &Begin, const StmtRef &Body) const;

  /// What is the array itself where \p IsLast holds, and else the copy that
  /// begins at \p Begin.
  StmtRef viewUnless(const ExprRef &IsLast, const ExprRef &Begin,
                     SourceTag Tag) const;

  /// \p Body on that.
  StmtRef moveToView(const StmtRef &Body) const;

private:
  Operand Array;
  std::string Name;
  Type Elem;
  /// Elements from the beginning of one copy to that of the next.
  ExprRef Stride;
  std::string Copies, View;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_ARRAYCOPIES_H
