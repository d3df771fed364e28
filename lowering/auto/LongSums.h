//===- LongSums.h - sums over all iterations in lanes -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of floating-point numbers in the order of the loop waits for each
// addition. Lanes do not, on one thread either: what a loop over arrays that
// lie side by side adds up (a norm, a dot product) comes as fast as memory has
// it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_LONGSUMS_H
#define LACUNA_LOWERING_AUTO_LONGSUMS_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// How a loop may run whose sums are in lanes.
struct LongSums {
  Directive OnOneThread, InBlocks;
};

/// Those of the loop over \p Row of \p N; none if that is no loop that adds up
/// what lies side by side, or the compiler makes no vectors of it.
std::optional<LongSums> longSums(const Nest &N, llvm::StringRef Row);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_LONGSUMS_H
