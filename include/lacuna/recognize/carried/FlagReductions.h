//===- FlagReductions.h - variables that note a fact ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_CARRIED_FLAGREDUCTIONS_H
#define LACUNA_RECOGNIZE_CARRIED_FLAGREDUCTIONS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes reductions of `found = true`, `s = s || e` and the like in loops that
/// do not look at the variable. Those of integers need to know what the
/// variable is before the first of them: guards check it where it comes from in
/// front of the nest.
void joinFlags(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_CARRIED_FLAGREDUCTIONS_H
