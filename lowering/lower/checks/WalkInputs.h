//===- WalkInputs.h - what a walk through a nest reads ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H
#define LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What is compared of an array.
enum class Compared {
  Pages, ///< those that are read
  Ranges ///< all elements, where these are known to be there: none is noted
};

/// Sets \p To's walk to \p Walk, loop IR, with notes of what it reads, and adds
/// what else it depends on, in front of \p N. An error about \p Clause where
/// that cannot be found out, or nobody knows how far the walk reads.
llvm::Error noteInputs(NotedWalk &To, const Nest &N, const Nest &AsWritten,
                       const StmtRef &Walk, llvm::StringRef Clause,
                       Compared Parts);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_WALKINPUTS_H
