//===- Pipeline.h - from a nest to a loop program ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way through all passes, for the plugin and for sparse-opt. What each
// pass makes is shown to ScheduleContext::After and LowerOptions::After.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PIPELINE_PIPELINE_H
#define LACUNA_PIPELINE_PIPELINE_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/checks/LowerOptions.h"
#include "lacuna/schedule/Version.h"
#include "lacuna/schedule/arguments/ScheduleContext.h"

namespace lacuna {

enum class Device { Cpu, Gpu };

/// Where the first group of \p D runs, the CPU if there is none.
Device deviceOf(const Directive &D);

/// \p N as \p D schedules it, or, where \p D leaves that open, in the versions
/// that are chosen for \p For; no versions if it is best left alone. Errors are
/// about clauses, or internal.
llvm::Expected<Choice> schedule(const Nest &N, const Directive &D, Device For,
                                const ScheduleContext &Context);

/// The program of \p C, with one version at least, that all rules hold for.
/// Errors are those of `lower`.
llvm::Expected<LoopProgram> makeProgram(const Choice &C,
                                        const LowerOptions &Options);

/// The names of all passes in the order in which they run; commands run in that
/// of the directive.
std::vector<std::string> passNames();

} // namespace lacuna

#endif // LACUNA_PIPELINE_PIPELINE_H
