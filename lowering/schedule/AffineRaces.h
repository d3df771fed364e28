//===- AffineRaces.h - iterations that isl tells apart ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_AFFINERACES_H
#define LACUNA_LOWERING_SCHEDULE_AFFINERACES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether no iteration of loop \p Var of \p N touches an element of an array
/// that another one writes, within an iteration of the loops around. Asked
/// where subscripts alone do not tell, as in `A[i][j] -= A[i][k] * A[k][j]` for
/// i > k. What has to hold for that is among the guards of \p Guarded then.
bool areIndependent(const Nest &N, llvm::StringRef Var, Nest &Guarded);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_AFFINERACES_H
