//===- StoredBoxes.h - elements that an iteration has stored ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements that loops store are boxes: an interval of subscripts for each
// level of an array of arrays. After P. Tu, D. Padua, "Automatic Array
// Privatization", LCPC 1993.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_COPIES_STOREDBOXES_H
#define LACUNA_LOWERING_ANALYSIS_COPIES_STOREDBOXES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Subscripts from Lo up to Hi, which is not one of them: i64.
struct Side {
  ExprRef Lo, Hi;
};

/// The element, or elements, with one of the subscripts of each level, the
/// outermost first.
using Box = std::vector<Side>;

/// Elements of one array that hold what the iteration has stored.
class StoredBoxes {
public:
  StoredBoxes(const Nest &N, const Operand &Array);

  /// The element with subscript \p Index.
  Box elementAt(const ExprRef &Index) const;

  /// The elements of \p B for all values of \p V from V.Lo up to \p End;
  /// nothing if they are no box.
  std::optional<Box> inLoop(const Box &B, const IndexVar &V,
                            const ExprRef &End) const;

  /// \p B has been stored.
  void add(Box B);

  /// Whether all of \p B is stored for each value of the variables of the loops
  /// \p Around, the outermost first, that are in it. Adds to \p Conditions
  /// what has to hold in front of the nest for that.
  bool contain(const Box &B, llvm::ArrayRef<const IndexVar *> Around,
               std::vector<ExprRef> &Conditions) const;

  /// \p B has been stored for each value of \p V.
  void addForEach(Box B, const IndexVar &V) {
    InLoops.push_back({std::move(B), &V});
  }

  /// Forgets boxes that are others for other values of index variables.
  void forgetVarying();

  /// What is known at some time, up to which the last mark stood then.
  struct Mark {
    size_t Boxes, InLoops, Marked;
  };
  Mark mark() {
    const Mark Now = {Known.size(), InLoops.size(), Marked};
    Marked = Known.size();
    return Now;
  }
  /// What was added since \p M, without that of loops.
  std::vector<Box> since(const Mark &M) const {
    return {Known.begin() + M.Boxes, Known.end()};
  }
  void forgetSince(const Mark &M) {
    Known.resize(M.Boxes);
    InLoops.resize(M.InLoops);
    Marked = M.Marked;
  }

private:
  class Comparison;

  bool isWhole(const Side &S, size_t Level) const;
  bool mayBeWhole(const Side &S, size_t Level, Comparison &Compare) const;
  /// A box that is stored where all that is Given holds.
  struct Grown {
    Box Sides;
    std::vector<ExprRef> Given;
  };
  std::optional<std::vector<ExprRef>>
  conditions(const Box &B, const Box &K,
             llvm::ArrayRef<const IndexVar *> Around,
             std::vector<ExprRef> Needed) const;
  std::optional<Box> extended(const Box &A, const Box &B, size_t Level,
                              std::vector<ExprRef> &Conditions) const;
  void grow(const Box &K, const std::vector<ExprRef> &Given, unsigned Times,
            std::vector<Grown> &All) const;
  bool isStoredAlike(const Box &B,
                     llvm::ArrayRef<const IndexVar *> Around) const;

  const Nest &N;
  std::vector<ExprRef> Inner;
  std::vector<ExprRef> Lengths; ///< of each level, null where unknown
  std::vector<Box> Known;
  size_t Marked = 0; ///< boxes that the last mark has found
  std::vector<std::pair<Box, const IndexVar *>> InLoops;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_COPIES_STOREDBOXES_H
