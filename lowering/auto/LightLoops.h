//===- LightLoops.h - iterations that take hardly any time ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_LIGHTLOOPS_H
#define LACUNA_LOWERING_AUTO_LIGHTLOOPS_H

#include "lacuna/schedule/Version.h"

namespace lacuna {

/// How many iterations of \p N's innermost loops take as long as one of those
/// by which the least work for threads is measured: at least 1, and more where
/// they go along a few bytes of arrays, and compute little.
double iterationsOfOne(const Nest &N);

/// Whether \p C is for threads alone.
bool isOfThreadsAlone(const Choice &C);

/// Whether loops inside of \p N store characters along rows. Generated code
/// finds each row once, which no compiler does with the user's loop: for all
/// that it knows a stored character moves the row.
bool storesCharactersInRows(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_LIGHTLOOPS_H
