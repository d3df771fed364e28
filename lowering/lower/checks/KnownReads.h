//===- KnownReads.h - what may be read again --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_KNOWNREADS_H
#define LACUNA_LOWERING_LOWER_CHECKS_KNOWNREADS_H

#include "lacuna/ir/Stmt.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

namespace lacuna {

/// The variables and arrays that \p S declares or stores to.
llvm::StringSet<> changedIn(const StmtRef &S);

/// What has been read on the way to a place, and so can be read again there.
class KnownReads {
public:
  void add(ExprRef Load) { Loads.push_back(std::move(Load)); }
  /// What was read with a variable or from an array of \p Changed is another
  /// element now.
  void forget(const llvm::StringSet<> &Changed);
  /// Forgets what \p Others do not know.
  void keep(const KnownReads &Others);
  /// Whether \p E reads nothing anew and faults nowhere.
  bool canEvaluate(const ExprRef &E) const;

private:
  std::vector<ExprRef> Loads;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_KNOWNREADS_H
