//===- WrapAround.h - what the iteration before has left --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrap-around variable (M. Wolfe, High Performance Compilers for Parallel
// Computing, 1996) is set in each iteration, to what does not depend on earlier
// ones, and read in the next one. Each iteration can tell by itself:
//
//     loop i in 0 .. n { out[i] = in[i] - last; last = in[i] }
//       -->  loop i in 0 .. n { out[i] = in[i] - (0 < i ? in[i - 1] : last) }
//            last = 0 < n ? in[n - 1] : last
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_CARRIED_WRAPAROUND_H
#define LACUNA_RECOGNIZE_CARRIED_WRAPAROUND_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Rids loops of \p N of such variables.
void unwindVariables(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_CARRIED_WRAPAROUND_H
