//===- RangeWalk.h - a walk that finds ranges of subscripts -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_RANGEWALK_H
#define LACUNA_LOWERING_LOWER_CHECKS_RANGEWALK_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A generous AccessWalk as loop IR.
struct RangeWalk {
  std::vector<std::string> Arrays;  ///< those whose ends it finds
  std::vector<ArrayRange> Ranges;   ///< what it leaves in variables
  std::vector<std::string> Results; ///< these variables
  std::vector<StmtRef> Declared;    ///< their declarations
  StmtRef Serial;
  StmtRef OnThreads; ///< the same on threads; null where they do not help
};

/// The walk for \p Arrays, which must be possible, in front of \p N. Errors are
/// internal.
llvm::Expected<RangeWalk> walkRanges(const Nest &N, const Nest &AsWritten,
                                     llvm::ArrayRef<std::string> Arrays);

/// What a guard does to have the results of \p Walk in front of \p N; \p Plain
/// is the walk where nothing is kept.
KeptWalk keptWalk(const RangeWalk &Walk, const StmtRef &Plain, const Nest &N,
                  const Nest &AsWritten);

/// An error about \p From, of which no walk can tell how far it reaches,
/// perhaps into \p Into.
llvm::Error unknownReach(const Operand &From, const Operand &Into);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_RANGEWALK_H
