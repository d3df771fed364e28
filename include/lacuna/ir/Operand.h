//===- Operand.h - what a nest works on -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_OPERAND_H
#define LACUNA_IR_OPERAND_H

#include "lacuna/ir/Expr.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

enum class OperandKind {
  Scalar, ///< invariant value, read once before the nest
  Array,  ///< base pointer of contiguous elements
  LiveOut ///< the user's variable, declared outside the nest and written
          ///< inside: the nest stores its final value, at most once
};

/// Where the elements of a row lie.
enum class RowMemory {
  Anywhere, ///< a pointer leads there; rows may lie over each other
  Own,      ///< the row owns them, as a std::vector does: no other row has them
  Inside    ///< they are a part of the record that the row is found in
};

/// Something of the user's that the nest works on.
struct Operand {
  std::string Name;
  OperandKind Kind;
  Type Ty;              ///< of the scalar or of one element
  bool Written = false; ///< arrays: some statement stores to it
  /// Arrays: nobody reads what the nest leaves in it.
  bool Scratch = false;
  /// Arrays: number of elements that may be accessed (i64, over scalar
  /// operands), null where unknown. A container's size, a C array's bound, an
  /// `assume(extent(x, n))`.
  ExprRef Extent;
  /// Arrays of arrays: how many elements those of each level but the outermost
  /// have (i64, over scalar operands). Subscripts count elements of the
  /// innermost: `a[i][j]` is element i * Inner[0] + j.
  std::vector<ExprRef> Inner = {};
  /// Arrays: where the elements are members of those of an array of records,
  /// that array, and the member, "val" or "w.re": element e is
  /// `Records[e].Member`. Members of one array lie apart from each other.
  std::string Records = {}, Member = {};
  /// Arrays of rows, each an array of its own: what makes a row's base pointer
  /// of an element of `Records`, "" or ".data()". Element e of row r is
  /// `Records[r]Row[e]`, and its member where there is one. `Extent` is that of
  /// each row.
  std::optional<std::string> Row = {};
  /// Of other arrays Own says that the elements are all that a vector owns.
  RowMemory RowsLie = RowMemory::Anywhere;
  /// Rows that lie inside of records, or that containers lead to: how many
  /// records or containers there are (i64, over scalar operands), null where
  /// unknown.
  ExprRef RowCount = {};
  /// Arrays that the nest does not name, in which the rows of all arrays of
  /// that `Records` are found: where stores may change what is found there.
  std::string PointersOf = {};
  /// Scalars (i64) that are nothing of the user's: an extent of that array, as
  /// far as the nest accesses it, which is found in front.
  std::string ReachOf = {};
  /// Arrays that are nothing of the user's: kept values of that variable.
  std::string ValuesOf = {};
  /// Arrays: the container that their elements are of, where the nest appends
  /// to it: it stores to elements at a variable that begins with the
  /// container's size and is stepped behind each, and does nothing else to any.
  /// `Extent` is the container's capacity. Empty: none.
  std::string Grows = {};
  /// Arrays that never change: all elements, where the compiler knows them. No
  /// store reaches one.
  std::vector<ExprRef> Constants = {};

  /// Whether each element of `Records` leads to a row, which may lie anywhere:
  /// rows inside of records lie where these do.
  bool hasRowsElsewhere() const { return Row && RowsLie != RowMemory::Inside; }
};

} // namespace lacuna

#endif // LACUNA_IR_OPERAND_H
