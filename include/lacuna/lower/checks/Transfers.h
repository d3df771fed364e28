//===- Transfers.h - what kernels need of memory ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_TRANSFERS_H
#define LACUNA_LOWER_CHECKS_TRANSFERS_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The elements of each array that \p N uses, made of \p AsWritten by commands:
/// from subscripts and extents, else by a walk through the nest as it was
/// written. Fails for an array of which neither tells where it ends.
llvm::Expected<ProgramTransfers> transfersOf(const Nest &N,
                                             const Nest &AsWritten);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_TRANSFERS_H
