//===- PeeledLoops.h - loops that meet in one iteration ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_PEELEDLOOPS_H
#define LACUNA_LOWERING_AUTO_PEELEDLOOPS_H

#include "Candidates.h"

namespace lacuna {

/// What runs the two loops inside of the outermost one of \p N, whose facts are
/// applied, on threads and in lanes, but for the iteration that all others
/// read; nothing if there is no such iteration, or others need each other too.
std::optional<InOrder> peeledLoops(const Nest &N,
                                   const ScheduleContext &Context);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_PEELEDLOOPS_H
