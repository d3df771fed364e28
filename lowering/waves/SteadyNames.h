//===- SteadyNames.h - variables that results do not reach ---- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_WAVES_STEADYNAMES_H
#define LACUNA_LOWERING_WAVES_STEADYNAMES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The lets and variables of a nest whose values depend on nothing that the
/// nest stores to arrays: a walk without these stores computes the same ones.
class SteadyNames {
public:
  explicit SteadyNames(const Nest &N);

  bool contains(llvm::StringRef Name) const { return Names.contains(Name); }
  /// Whether \p E reads such names, scalars, index variables and arrays that
  /// are not written, no others.
  bool covers(const ExprRef &E) const;

private:
  void drop(const StmtRef &S, bool IsSteered);

  const Nest &N;
  llvm::StringSet<> Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_WAVES_STEADYNAMES_H
