//===- KeptGuard.h - values of an earlier run -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_KEPTGUARD_H
#define LACUNA_LOWER_CHECKS_KEPTGUARD_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/checks/LowerOptions.h"

namespace lacuna {

/// The guard that finds \p Kept, an array for values that \p N keeps, or has a
/// walk fill it; to stand behind those that keep arrays apart. An error where
/// nobody knows how far the walk reads.
llvm::Expected<ProgramGuard> keptGuard(const Nest &N, const Operand &Kept,
                                       const LowerOptions &Options);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_KEPTGUARD_H
