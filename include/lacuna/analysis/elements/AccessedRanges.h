//===- AccessedRanges.h - which elements a nest accesses --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H
#define LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H

#include "lacuna/analysis/elements/Extreme.h"
#include "lacuna/analysis/elements/FlowFacts.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What bounds are for.
enum class RangeUse {
  Guards,   ///< arrays are compared: bounds may lie around what is accessed
  Copies,   ///< elements are copied, which has to find them there
  Unguarded ///< the same, whatever is in memory, which bounds do not read
};

/// Which place in \p Array the element at \p Subscript lies in: the element
/// itself, or that of an array in a record the record; in rows that lie
/// elsewhere the place in its row.
ExprRef placeOf(const Operand &Array, const ExprRef &Subscript);

/// How many such places \p Array has, null where unknown.
const ExprRef &placesIn(const Operand &Array);

/// Bounds on the places in each array that are accessed, as expressions over
/// operands that can be evaluated in front of the nest, reading no more than
/// its guards. Where nothing bounds a subscript, the operand's extent serves;
/// where that is not known either, the slice has no end.
///
/// Bounded are sums of index variables with such ranges. For guards, what
/// conditions, assignments, remainders and bits say is bounded as well:
/// `if (x >= 0 && x < w)`, `min(max(x, 0), w - 1)`, `(i + 1) % n`, `h & mask`.
class AccessedRanges {
public:
  AccessedRanges(const Nest &N, RangeUse Use);

  /// Right where what is given for the array holds.
  ArrayRange of(const Operand &Array) const;
  /// That subscripts of \p Array do not wrap round; null where none could.
  ExprRef givenFor(const Operand &Array) const;

  /// Values among which are all of \p E, in \p Loops around it, while the first
  /// \p Fixed of these stay at one iteration each, in terms of their variables.
  std::optional<ValueBounds> within(llvm::ArrayRef<std::string> Loops,
                                    size_t Fixed, const ExprRef &E);

private:
  /// Around several intervals.
  struct Hull {
    Extreme Min{BinaryOp::Min}, Max{BinaryOp::Max};
    ExprRef Given = nullptr;
  };
  /// Subscripts of each array; null if one of them has no bounds.
  using Intervals = llvm::StringMap<std::optional<Hull>>;

  std::optional<Hull> hullOf(const Operand &Array) const;
  void addAccess(llvm::StringRef Array, const ExprRef &Index);
  void add(Intervals &Accesses, llvm::StringRef Array, const ValueBounds &New);
  void addAccesses(const ExprRef &E);
  void visit(const StmtRef &S);
  void visitIf(const IfStmt &If);
  void visitAgain(const StmtRef &Body);
  void define(const LetStmt &Let);
  void assign(const AssignStmt &Assign);
  void assume(const ExprRef &Cond, bool Holds);

  ValueBounds interval(const ExprRef &E);
  ValueBounds computed(const ExprRef &E);
  ValueBounds intervalOfCursor(llvm::StringRef Name) const;
  ValueBounds intervalOfLet(llvm::StringRef Name, const ExprRef &Init);
  ValueBounds intervalOfVar(const VarExpr &Var);
  ValueBounds intervalOfCast(const CastExpr &E);
  ValueBounds intervalOfBinary(const ExprRef &Whole);
  ValueBounds intervalOfSelect(const SelectExpr &E);
  ValueBounds around(const IndexVar &Var);
  ValueBounds around(const ExprRef &E);
  ValueBounds limitedByConstant(const BinaryExpr &E);
  ValueBounds limited(const BinaryExpr &E);
  ValueBounds modular(const ExprRef &E);
  ValueBounds factor(const ExprRef &E);
  ValueBounds wrapped(const ExprRef &E);

  bool isExact(const BinaryExpr &E) const;
  bool isKnown(const ExprRef &E) const;

  const Nest &N;
  const RangeUse Use;
  llvm::StringMap<ExprRef> Lets;
  /// What lets were known to be where they stand.
  llvm::StringMap<ValueBounds> LetBounds;
  FlowFacts Here;     ///< where the visitor is
  unsigned Steps = 0; ///< taken for the bounds that are asked for
  Intervals Accesses;
  Intervals Around; ///< bounds that may lie around
  bool MayBeAround = false;
  bool IsBehind = false; ///< accesses are behind the loops
  /// Loops that stay at one iteration, and these with those in them.
  llvm::ArrayRef<std::string> Open, LoopsAround;
};

/// What \p AsWritten accesses of each of its arrays, whatever is in memory: no
/// guard has to hold, and the bounds read none. No end where that is not known.
std::vector<ArrayRange> accessedRanges(const Nest &AsWritten);

/// Those of accessedRanges whose arrays \p Setup reads.
std::vector<ArrayRange> rangesReadBy(const Nest &AsWritten,
                                     const StmtRef &Setup);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_ACCESSEDRANGES_H
