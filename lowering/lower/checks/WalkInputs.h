//===- WalkInputs.h - what a walk through a nest reads ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H
#define LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What decides on what a walk, loop IR that stores to nothing but variables
/// and arrays of its own, leaves in its results.
class WalkInputs {
public:
  WalkInputs(const Nest &N, const StmtRef &Walk,
             llvm::ArrayRef<std::string> Results);

  /// False where a sample says nothing about the rest: the walk reads numbers
  /// that are no integers, or conditions read an array that neither
  /// subscripts nor bounds of loops do, such as a mask.
  bool canBeKept() const { return CanBeKept; }

  /// Scalars and arrays of \p N.
  llvm::ArrayRef<const Operand *> operands() const { return Operands; }

  /// Whether \p E, a value of the walk, is the same in all iterations.
  bool isSame(const ExprRef &E) const;
  /// Whether \p Load reads an element of \p N's that is.
  bool isInvariant(const ExprRef &Load) const;

private:
  void collect(const StmtRef &Walk);
  llvm::StringSet<> arraysBehind(const ExprRef &E) const;
  llvm::StringSet<> arraysOfConditions(const StmtRef &Walk) const;
  llvm::StringSet<> arraysOfSubscripts(const StmtRef &Walk) const;

  const Nest &N;
  llvm::ArrayRef<std::string> Results;
  std::vector<const Operand *> Operands;
  llvm::StringSet<> Made; ///< names that the walk declares
  /// What variables and arrays of the walk are made of.
  llvm::StringMap<std::vector<ExprRef>> Values;
  bool CanBeKept = true;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H
