//===- Profile.h - what measurements are told -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_PROFILE_H
#define LACUNA_LOWER_CHECKS_PROFILE_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Declares the variables of ProgramProfile in \p P.
void declareProfile(LoopProgram &P);

/// How many bytes \p N moves at least where each element of an array is moved
/// once: expressions over operands that read no more than its guards and loops.
ProgramProfile profileOf(const Nest &N, const Nest &AsWritten);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_PROFILE_H
