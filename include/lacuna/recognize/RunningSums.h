//===- RunningSums.h - sums from element to element -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_RUNNINGSUMS_H
#define LACUNA_RECOGNIZE_RUNNINGSUMS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p N, as written, with sums of integers that go on from the element of the
/// iteration before, `a[i + 1] += a[i]`, in variables that run on, as `scan`
/// knows them: `s += a[i + 1]; a[i + 1] = s`.
Nest withRunningSums(const Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_RUNNINGSUMS_H
