//===- KernelTails.h - loops of threads with short tails --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that unrolls a loop by eight leaves up to seven iterations to a
// loop behind or in front, which wait for memory one after the other. That is
// most of the time of a row of five entries.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_KERNELTAILS_H
#define LACUNA_CLEANUP_KERNELTAILS_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p S, loop IR that \p N became, with eight copies of the bodies of innermost
/// loops over positions of which each thread of a GPU has its own, and four,
/// two and one copies behind for what is left: the same iterations in the same
/// order.
StmtRef shortenTails(const StmtRef &S, const Nest &N, MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_KERNELTAILS_H
