//===- SynchronisedLoops.h - loops that synchronise themselves --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_SYNCHRONISEDLOOPS_H
#define LACUNA_LOWERING_AUTO_SYNCHRONISEDLOOPS_H

#include "lacuna/auto/Auto.h"

namespace lacuna {

/// Nothing, with a clause that helps, if there are atomic operations of the
/// user's in \p N: they show that its iterations may be told to run at the same
/// time, but nobody has told so.
std::optional<Choice> leftSynchronised(const Nest &N,
                                       const ScheduleContext &Context);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_SYNCHRONISEDLOOPS_H
