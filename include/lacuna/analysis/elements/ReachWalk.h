//===- ReachWalk.h - whether loops evaluate something -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pointer leads to need not be there where the user's loops do not look
// at it in that very run. The walk goes through them, up to the first place
// that does, under the conditions and in the trips that lead there, and reads
// nothing that they do not read on the way.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_REACHWALK_H
#define LACUNA_ANALYSIS_ELEMENTS_REACHWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

struct ReachQuery {
  /// Operands one of which is to be evaluated.
  llvm::StringSet<> Wanted;
  /// Of those, what does not count in the bounds of a loop: the loop evaluates
  /// it when it steps.
  llvm::StringSet<> NotByBounds;
  /// Operands that the walk cannot read.
  llvm::StringSet<> Unknown;
  /// A bool variable, false before.
  std::string Flag;
};

/// Loop IR that sets the flag if \p AsWritten, a nest before any command,
/// evaluates what is \p Asked. Nothing if that depends on what it computes, or
/// on what the walk cannot read.
std::optional<StmtRef> reachWalk(const Nest &AsWritten,
                                 const ReachQuery &Asked);

/// Whether \p Walk, of reachWalk, sets its flag in any case.
bool isAlwaysReached(const StmtRef &Walk);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_REACHWALK_H
