//===- CountedLoops.h - loops that step a variable --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Algorithms of the standard library, and many functions of users, step what
// they were given:
//
//     var f = b, g = c; while f != e { s += x[f] * y[g]; f += 1; g += 1 }
//       -->  loop f in b .. e { s += x[f] * y[c + (f - b)] }
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_COUNTEDLOOPS_H
#define LACUNA_RECOGNIZE_COUNTEDLOOPS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes such loops of \p N, of a language in which signed arithmetic does not
/// overflow, loops over index variables: one that has stepped past its end
/// would never come to it.
void countLoops(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_COUNTEDLOOPS_H
