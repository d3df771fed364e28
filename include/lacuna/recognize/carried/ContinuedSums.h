//===- ContinuedSums.h - sums that go on in another variable ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_CARRIED_CONTINUEDSUMS_H
#define LACUNA_RECOGNIZE_CARRIED_CONTINUEDSUMS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// `t = m; … t += x; … m = t;`, as of `m = std::accumulate(begin, end, m)`,
/// without the variable t where nothing else looks at the two: `m += x`.
void continueSums(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_CARRIED_CONTINUEDSUMS_H
