//===- TriedKernels.h - kernels that trials choose among --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TRIEDKERNELS_H
#define LACUNA_LOWERING_AUTO_TRIEDKERNELS_H

#include "Candidates.h"

namespace lacuna {

/// Puts in front of the versions of \p Best, those of a bare `target(cuda)` for
/// \p N, candidates as `addCandidates` does: each of these versions whatever
/// rows are like, that is in other units, and with blocks of other sizes.
void addTriedKernels(const Nest &N, Choice &Best);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TRIEDKERNELS_H
