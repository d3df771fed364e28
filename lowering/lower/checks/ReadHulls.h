//===- ReadHulls.h - how far a walk reads arrays -------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_READHULLS_H
#define LACUNA_LOWERING_LOWER_CHECKS_READHULLS_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// A walk, loop IR, that notes in variables between which elements it reads
/// arrays of which nobody knows that in front.
struct ReadHulls {
  std::vector<StmtRef> Declared; ///< the variables
  StmtRef Walk;
  /// Behind the walk: where it depends on elements which others are read, they
  /// come first, of one array perhaps several times. Whoever finds these as
  /// they were, one after the other, may read the next one to its end.
  std::vector<ArrayRange> Ranges;
};

/// Nothing where \p Walk has a loop that gets as far as such an array says, of
/// which it reads one element after the other.
std::optional<ReadHulls> noteReads(const StmtRef &Walk,
                                   llvm::ArrayRef<const Operand *> Arrays,
                                   MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_READHULLS_H
