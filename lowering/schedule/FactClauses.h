//===- FactClauses.h - what a user vouches for ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_FACTCLAUSES_H
#define LACUNA_LOWERING_SCHEDULE_FACTCLAUSES_H

#include "lacuna/ir/Spellings.h"

namespace lacuna {

/// The arrays of whose elements \p Assumed holds: Injective, Unique or Sorted.
std::vector<std::string> &elementFact(Facts &F, Assumption Assumed);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_FACTCLAUSES_H
