//===- AccessedRanges.h - which elements a nest accesses --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H
#define LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H

#include "lacuna/analysis/elements/Extreme.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What bounds are for.
enum class RangeUse {
  Guards,   ///< arrays are compared: bounds may lie around what is accessed
  Copies,   ///< elements are copied, which has to find them there
  Unguarded ///< the same, whatever is in memory, which bounds do not read
};

/// Bounds on the subscripts of each array, as expressions over operands that
/// can be evaluated in front of the nest, reading no more than its guards.
/// Where a subscript is not affine in index variables with such ranges, the
/// operand's extent serves; where that is not known either, the slice has no
/// end.
class AccessedRanges {
public:
  AccessedRanges(const Nest &N, RangeUse Use);

  ArrayRange of(const Operand &Array) const;

  /// Values from Min to Max, both included, i64.
  struct Interval {
    ExprRef Min, Max;
  };
  /// Values among which are all of \p E, in \p Loops around it, while the first
  /// \p Fixed of these stay at one iteration each, in terms of their variables.
  std::optional<Interval> within(llvm::ArrayRef<std::string> Loops,
                                 size_t Fixed, const ExprRef &E);

private:
  /// Around several intervals.
  struct Hull {
    Extreme Min{BinaryOp::Min}, Max{BinaryOp::Max};
  };
  /// Subscripts of each array; null if one of them has no bounds.
  using Intervals = llvm::StringMap<std::optional<Hull>>;

  void addAccess(llvm::StringRef Array, const ExprRef &Index);
  void add(Intervals &Accesses, llvm::StringRef Array,
           const std::optional<Interval> &New);
  void addAccesses(const ExprRef &E);
  std::optional<Interval> interval(const ExprRef &E) const;
  std::optional<Interval> intervalOfCursor(llvm::StringRef Name) const;
  std::optional<Interval> intervalOfVar(const VarExpr &Var) const;
  std::optional<Interval> intervalOfBinary(const BinaryExpr &E) const;
  std::optional<Interval> around(const IndexVar &Var) const;
  std::optional<Interval> around(const BinaryExpr &E) const;

  bool isExact(const BinaryExpr &E) const;
  bool isKnown(const ExprRef &E) const;

  const Nest &N;
  const RangeUse Use;
  llvm::StringMap<ExprRef> Lets;
  Intervals Accesses;
  Intervals WithCursors; ///< up to where cursors can get
  bool BoundsCursors = false;
  bool IsBehind = false; ///< accesses are behind the loops
  /// Loops that stay at one iteration, and these with those in them.
  llvm::ArrayRef<std::string> Open, Around;
};

/// What \p AsWritten accesses of each of its arrays, whatever is in memory: no
/// guard has to hold, and the bounds read none. No end where that is not known.
std::vector<ArrayRange> accessedRanges(const Nest &AsWritten);

/// Those of accessedRanges whose arrays \p Setup reads.
std::vector<ArrayRange> rangesReadBy(const Nest &AsWritten,
                                     const StmtRef &Setup);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H
