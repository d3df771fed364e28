//===- SlidingWindows.h - inner loops as long as they were ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (k = i - w; k < i + w; ++k)` has as many iterations for each i.
// Compilers see a number that changes, and neither unroll nor compute it in
// front.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_SLIDINGWINDOWS_H
#define LACUNA_CLEANUP_SLIDINGWINDOWS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p S, which is loop IR, with innermost loops from zero where their bounds
/// move with the loops around but the number of iterations does not.
StmtRef countSlidingWindows(const StmtRef &S, MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_SLIDINGWINDOWS_H
