//===- GatheredRows.h - dense rows at stored coordinates --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_GATHEREDROWS_H
#define LACUNA_LOWERING_AUTO_GATHEREDROWS_H

#include "lacuna/ir/LoopCondition.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Rows of an array that an innermost loop reads, each where a coordinate says.
struct Gather {
  std::string Array;
  int64_t ElementBytes;
  /// That rows which are read one after the other lie far apart; without
  /// `Count`.
  LoopCondition IsScattered;
};

/// What the loop over \p Lane reads of the first array that it gathers from, if
/// the loop around it runs over the positions of all rows. Whether each of its
/// iterations reads the coordinate `prefetch` says.
std::optional<Gather> gatherOf(const Nest &N, llvm::StringRef Lane);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_GATHEREDROWS_H
