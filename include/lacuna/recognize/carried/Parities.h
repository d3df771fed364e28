//===- Parities.h - an odd number of times ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_CARRIED_PARITIES_H
#define LACUNA_RECOGNIZE_CARRIED_PARITIES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// `c = !c` of a number as `c ^= 1`, a reduction. That is the same where the
/// number is 0 or 1 from the beginning; a guard checks what comes from in front
/// of the nest.
void countParities(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_CARRIED_PARITIES_H
