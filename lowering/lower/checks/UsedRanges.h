//===- UsedRanges.h - what a run accesses at all ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_USEDRANGES_H
#define LACUNA_LOWERING_LOWER_CHECKS_USEDRANGES_H

#include "lacuna/analysis/elements/ReachWalk.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/loops/Bounds.h"

namespace lacuna {

/// Empties ranges of arrays that a run does not access: nothing need be there.
class UsedRanges {
public:
  UsedRanges(const Nest &AsWritten, MadeNames &Names)
      : N(AsWritten), Names(Names) {}

  ArrayRange operator()(ArrayRange S);
  /// Declares what the ranges read.
  std::vector<StmtRef> Code;

private:
  ExprRef flagOf(ReachQuery Asked, const StmtRef &Walk);

  const Nest &N;
  MadeNames &Names;
  /// Walks that set AnyFlag, and the flags of their own.
  std::vector<std::pair<StmtRef, ExprRef>> Known;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_USEDRANGES_H
