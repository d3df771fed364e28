//===- Layout.h - storage that the runtime makes ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The user's loops run over rows of positions. A layout holds copies of what
// is stored at the positions in an order that suits the processor; what each
// kind of layout consists of is said in runtime/lacuna/layout.h. Kreutzer et
// al., "A unified sparse matrix data format for efficient general sparse
// matrix-vector multiplication on modern processors with wide SIMD units".
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_LAYOUT_H
#define LACUNA_IR_LAYOUT_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

enum class LayoutKind {
  Sell, ///< groups of rows side by side, sorted by their lengths
  Csc,  ///< the entries by their coordinates
  Bsr,  ///< dense blocks of entries
  Dia,  ///< entries along diagonals
  Auto  ///< of those of rows the one that suits the entries; nests only
};

/// Whether there is a layout.
enum class LayoutRule {
  Always,
  WhereFaster, ///< as runs show
  WhereLinked, ///< the same, in programs that are linked with the runtime
  AsTried      ///< as trials of a tuned loop show
};

/// Rows of a group of Dia: what they carry stays in the fastest cache.
inline constexpr int64_t RowsOfDiagonals = 1024;

/// Which layout a nest runs over where there is one.
struct Layout {
  LayoutKind Kind;
  std::string Position; ///< the user's loop over positions
  int64_t Lanes = 0;    ///< Sell: rows of a group; Bsr: rows of a block
  /// Sell: rows that are sorted together, 0: all; Bsr: columns of a block; Dia:
  /// rows of a group.
  int64_t Window = 0;
  LayoutRule Rule = LayoutRule::Always;
  friend bool operator==(const Layout &, const Layout &) = default;
};

/// An array with an element for each position: `Array[p + Behind]`.
struct LayoutEntries {
  std::string Array;
  Type Elem;
  int64_t Behind;
  friend bool operator==(const LayoutEntries &,
                         const LayoutEntries &) = default;
};

/// What the runtime is asked for, and the names of what it gives.
struct LayoutUse {
  /// The prefix of the others' names.
  std::string Name;
  Layout Of;
  /// Row r has positions [Pos[First + r], Pos[First + r + 1]).
  std::string Pos;
  Type PosElem;
  ExprRef First, Rows; ///< i64; no rows where the latter is not positive
  std::vector<LayoutEntries> Entries;
  /// Which of them are coordinates.
  std::optional<size_t> Coordinates;
  /// Sell: whether columns may have repeated entries.
  bool Masks = false;

  /// \name Of runtime/lacuna/layout.h: a number, arrays of integers, and the
  /// slots of entries, arrays of their type.
  /// @{
  std::string groups() const { return Name + ".groups"; }
  std::string start() const { return Name + ".start"; }
  std::string work() const { return Name + ".work"; }
  std::string width() const { return Name + ".width"; }
  std::string row() const { return Name + ".row"; }
  std::string coordinate() const { return Name + ".coordinate"; }
  std::string rest() const { return Name + ".rest"; }
  std::string first() const { return Name + ".first"; }
  std::string slots(size_t Number) const {
    return Name + ".slots" + std::to_string(Number);
  }
  /// @}

  /// Where runs are measured, whether there is one in which loops over the
  /// user's arrays must not reassociate: a constant.
  std::string asked() const { return Name + ".asked"; }

  /// What messages and clauses call the tensor: its values, if it has any.
  const std::string &shownName() const;

  /// The arrays that it has, with the types of their elements.
  std::vector<std::pair<std::string, Type>> arrays() const;
};

bool structurallyEqual(const LayoutUse &A, const LayoutUse &B);

} // namespace lacuna

#endif // LACUNA_IR_LAYOUT_H
