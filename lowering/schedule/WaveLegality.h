//===- WaveLegality.h - what may run as a wavefront ----------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_WAVELEGALITY_H
#define LACUNA_LOWERING_SCHEDULE_WAVELEGALITY_H

#include "lacuna/analysis/Dependence.h"

namespace lacuna {

/// Why the loop \p Loop of \p N, between whose iterations are the conflicts
/// \p Found, is no wavefront, in the user's terms; empty if it is one. Whether
/// a walk finds all accesses in front of the nest is seen when it is lowered.
std::string whyNoWavefront(const Nest &N, const LoopStmt &Loop,
                           llvm::ArrayRef<Conflict> Found);

/// Why the wavefront \p Loop of \p N cannot run on its unit, or not with its
/// order; empty if it can.
std::string whyNotOnUnit(const Nest &N, const LoopStmt &Loop);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_WAVELEGALITY_H
