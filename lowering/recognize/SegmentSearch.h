//===- SegmentSearch.h - searches of a row for a coordinate -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that looks for a coordinate between two positions, one after the other
// or by halves. What it is follows from what an iteration does where the
// coordinate that it looks at is less than, equal to or greater than the one
// that it looks for, not from how the loop is spelled.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_SEGMENTSEARCH_H
#define LACUNA_LOWERING_RECOGNIZE_SEGMENTSEARCH_H

#include "SearchIteration.h"

namespace lacuna {

/// How a search ends: it has found the coordinate, has come to the end of the
/// segment, or to a coordinate behind the one that it looks for.
enum class SearchEnd { Found, AtEnd, Behind };

/// What holds where a search has ended.
struct SearchOutcome {
  SearchEnd End;
  /// The values of variables that the loop sets, over operands, index variables
  /// and the position where it has ended.
  llvm::StringMap<ExprRef> Values;
  /// What the loop has done besides, over these.
  std::vector<StmtRef> Effects;
};

/// A search, given that the coordinates of the segment ascend.
struct SegmentSearch {
  std::string Coordinate; ///< the index variable that is looked for
  Type PositionTy;
  ExprRef Lo, Hi;    ///< the segment, over operands and index variables
  std::string Crd;   ///< the array of coordinates
  ExprRef Key;       ///< what is compared at AtPosition
  ExprRef Sought;    ///< with what
  ExprRef Element;   ///< of the array, at AtPosition
  int64_t Shift = 0; ///< what is added to it to get the coordinate
  SearchOutcome Found;
  std::vector<SearchOutcome> Missing;

  ExprRef atPosition() const { return var(PositionTy, AtPosition); }
  /// The coordinate at \p Position, in 64 bits.
  ExprRef coordinateAt(const ExprRef &Position) const;
  /// Where the array has it.
  ExprRef indexAt(const ExprRef &Position) const;
  /// Whether elements are coordinates, and indices are positions.
  bool isPlain() const;
  /// What is known of condition \p E, whose lets have been replaced, at \p End.
  std::optional<bool> decide(const ExprRef &E, SearchEnd End) const;
};

/// The search of \p Block[At] for \p Coordinate; \p Lets are all of \p N.
std::optional<SegmentSearch> searchFor(llvm::StringRef Coordinate,
                                       const Nest &N,
                                       const llvm::StringMap<ExprRef> &Lets,
                                       llvm::ArrayRef<StmtRef> Block,
                                       size_t At);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_SEGMENTSEARCH_H
