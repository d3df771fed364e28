//===- LoopBases.h - where loops begin to count -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row is walked in many spellings. Those that count the entries of a row
// from 0 are made to count positions, and those that count all elements of a
// dense array to count those of a row:
//
//     k in 0 .. pos[i + 1] - pos[i]: val[pos[i] + k]
//       -->  k in pos[i] .. pos[i + 1]: val[k]
//     k in i * n .. (i + 1) * n: C[k]
//       -->  k in 0 .. n: C[i * n + k]
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_LOOPBASES_H
#define LACUNA_RECOGNIZE_LOOPBASES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes such loops of \p N, of a language in which signed arithmetic does not
/// overflow, count as above.
void rebaseLoops(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_LOOPBASES_H
