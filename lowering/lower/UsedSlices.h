//===- UsedSlices.h - what a run accesses at all ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_USEDSLICES_H
#define LACUNA_LOWERING_LOWER_USEDSLICES_H

#include "Bounds.h"
#include "lacuna/lower/LoopProgram.h"
#include "lacuna/lower/ReachWalk.h"

namespace lacuna {

/// Empties slices of arrays that a run does not access: nothing need be there.
class UsedSlices {
public:
  UsedSlices(const Nest &AsWritten, MadeNames &Names)
      : N(AsWritten), Names(Names) {}

  ArraySlice operator()(ArraySlice S);
  /// Declares what the slices read.
  std::vector<StmtRef> Code;

private:
  ExprRef flagOf(ReachQuery Asked, const StmtRef &Walk);

  const Nest &N;
  MadeNames &Names;
  /// Walks that set AnyFlag, and the flags of their own.
  std::vector<std::pair<StmtRef, ExprRef>> Known;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_USEDSLICES_H
