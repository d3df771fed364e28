//===- LaggedRows.h - sweeps in place, rows side by side --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_LAGGEDROWS_H
#define LACUNA_LOWERING_AUTO_LAGGEDROWS_H

#include "lacuna/schedule/Version.h"

namespace lacuna {

/// Schedules for a loop over rows in which each element needs the one before
/// it.
struct LaggedRows {
  std::vector<Version> Versions; ///< the last one without conditions
  /// Over operands (bool): whether there are rows and elements enough; null if
  /// it cannot be known in front of the loop.
  ExprRef Pays;
};

/// What runs several rows of \p N, whose facts are applied, side by side, each
/// some elements behind the one above it, with the results of the loop as it
/// stands; nothing if there is no such order, or elements of a row do not wait
/// for each other.
std::optional<LaggedRows> rowsAtALag(Nest N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_LAGGEDROWS_H
