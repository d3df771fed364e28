//===- GpuLegality.h - what a GPU can run -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_COMMANDS_GPULEGALITY_H
#define LACUNA_SCHEDULE_COMMANDS_GPULEGALITY_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Fails where loops that clauses of \p D put on a GPU cannot run there: units
/// inside the wrong ones, numbers of threads that the hardware does not have,
/// expressions and places that kernels cannot have. Does nothing for nests
/// without such loops.
llvm::Error checkGpuUnits(const Nest &N, const Directive &D);

/// Fails where positions of several levels are fused for the CPU, or not all of
/// those above (Fuse.cpp).
llvm::Error checkFusedLevels(const Nest &N, const Directive &D);

/// Whether a loop of \p N runs on a unit of the GPU.
bool runsOnGpu(const Nest &N);

/// \p N with guards from which the range of stored positions is known, where
/// there can be such: it is what a GPU gets a copy of.
Nest withKnownPositions(Nest N);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_COMMANDS_GPULEGALITY_H
