//===- Wavefront.h - loops in the order that data allow ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations run on threads, each whole and behind all earlier ones with which
// it shares an element, so that results are those of the loop as it was
// written, to the last bit. A walk through the nest without its stores finds
// out which elements these are; the runtime (lacuna/wave.h) makes a plan of
// that.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_WAVEFRONT_H
#define LACUNA_LOWER_PARALLEL_WAVEFRONT_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/lower/parallel/ParallelLoops.h"

namespace lacuna {

/// The name of the plan for the wavefront of a nest, of which there is one.
std::string planName(MadeNames &Names);

/// Appends \p Loop, a wavefront, to \p Out: each thread has copies of its
/// private arrays, allocated in \p Hoisted.
void emitWaveLoop(const ParallelLoop &Loop, MadeNames &Names,
                  std::vector<StmtRef> &Hoisted, std::vector<StmtRef> &Out);

/// The same of one on a GPU, which has no private arrays.
void emitLevels(const ParallelLoop &Loop, MadeNames &Names,
                std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_WAVEFRONT_H
