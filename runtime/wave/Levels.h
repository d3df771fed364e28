//===- Levels.h - plans whose levels are launches ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a plan for a GPU is one array: with L levels, elements 0 to L
// say where in the array the units of each level begin, and where the last one
// ends; behind them stand the units, level by level.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_LEVELS_H
#define LACUNA_RUNTIME_WAVE_LEVELS_H

#include "Planner.h"
#include "gpu/Region.h"

namespace lacuna::rt {

/// The launches of blocks of \p Threads threads that run the levels of
/// \p Order: neighbours with few units are one, of one block.
std::vector<LaunchPart> launchesOf(const std::vector<int32_t> &Order,
                                   int64_t Threads);

/// The plan by level sets in which each unit has a thread of a GPU.
Plan planForGpu(const Graph &G);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_LEVELS_H
