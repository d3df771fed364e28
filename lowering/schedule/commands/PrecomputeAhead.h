//===- PrecomputeAhead.h - precompute over fused positions ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_COMMANDS_PRECOMPUTEAHEAD_H
#define LACUNA_LOWERING_SCHEDULE_COMMANDS_PRECOMPUTEAHEAD_H

#include "lacuna/schedule/commands/Command.h"

namespace lacuna {

/// `precompute(e, v, vp, w)` for a loop \p Over fused positions: a thread keeps
/// the values of e in w before it follows the rows.
llvm::Expected<Nest> precomputeAhead(const Nest &N, const Clause &C,
                                     const ScheduleContext &Context,
                                     const LoopArg &Over);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_COMMANDS_PRECOMPUTEAHEAD_H
