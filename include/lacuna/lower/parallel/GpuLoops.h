//===- GpuLoops.h - loops for blocks, warps and threads ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_GPULOOPS_H
#define LACUNA_LOWER_PARALLEL_GPULOOPS_H

#include "lacuna/lower/parallel/ParallelLoops.h"

namespace lacuna {

/// Appends the loop for a unit of the GPU (thesis chapter 7), which has at most
/// \p Most iterations, known but for blocks. \p Runs tells whether the kernel
/// is run at all, null if it always is. What the threads of a warp or
/// block reduce together goes through a partial result in each of them.
void emitGpuLoop(const ParallelLoop &Loop, std::optional<int64_t> Most,
                 const ExprRef &Runs, MadeNames &Names,
                 std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_GPULOOPS_H
