//===- LeftOut.h - places that a loop's range leaves out --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for (j = i + 1; j < n; ++j) { f[i] += d[j]; f[j] -= d[j]; }
//
// No iteration of j is at the element of i.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_LEFTOUT_H
#define LACUNA_LOWERING_ANALYSIS_LEFTOUT_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// Whether \p Moving is never \p Still, an invariant subscript of the same
/// array, because the loop whose variable it goes along with begins behind that
/// or ends in front of it. Lets must have been replaced.
bool leavesOut(const Nest &N, const ExprRef &Still, const ExprRef &Moving,
               const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_LEFTOUT_H
