//===- FlowFacts.h - what holds where a statement stands --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_FLOWFACTS_H
#define LACUNA_ANALYSIS_ELEMENTS_FLOWFACTS_H

#include "lacuna/analysis/elements/ValueBounds.h"
#include "lacuna/ir/Nest.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna {

/// What the conditions around a statement, and the assignments in front of it,
/// say of integers. Belongs to a visitor that goes through the nest in source
/// order; a copy is what was known at another place.
class FlowFacts {
public:
  /// Between what an expression is where the visitor stands.
  using BoundsOf = llvm::function_ref<ValueBounds(const ExprRef &)>;

  explicit FlowFacts(const Nest &N);

  /// What conditions say of \p E, which reads no variable.
  ValueBounds ofSteady(const ExprRef &E) const;
  /// What \p Variable holds.
  ValueBounds ofVariable(llvm::StringRef Variable) const {
    return Variables.lookup(Variable);
  }
  /// Whether conditions say something of what does not change.
  bool knowsConstants() const { return !Facts.empty(); }
  void clearVariables() { Variables.clear(); }
  /// Nothing is known any more.
  void clear();

  void set(llvm::StringRef Variable, const ValueBounds &To);
  /// \p S, which runs any number of times, is behind or around.
  void forgetAssigned(const StmtRef &S);
  /// From here on \p Cond is \p Holds. \p Lets are constants with their values.
  void assume(const ExprRef &Cond, bool Holds,
              const llvm::StringMap<ExprRef> &Lets, BoundsOf Bounds);
  /// Behind a branch: what was known in front of it, \p Before, and of
  /// variables what both arms say, of which \p Other was the other one.
  void join(const FlowFacts &Before, const FlowFacts &Other);

private:
  struct Fact {
    ExprRef Of;
    ValueBounds In;
  };
  bool changes(llvm::StringRef Name) const { return Assigned->contains(Name); }
  bool isSteady(const ExprRef &E) const;
  void add(const ExprRef &E, const ValueBounds &In);
  void assumeCompared(BinaryOp Op, const ExprRef &L, const ExprRef &R,
                      BoundsOf Bounds);

  const Nest *N;
  std::shared_ptr<llvm::StringSet<>> Assigned; ///< in the nest
  std::vector<Fact> Facts; ///< of expressions that stay the same
  llvm::StringMap<ValueBounds> Variables;
};

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_FLOWFACTS_H
