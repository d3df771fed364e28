//===- TunedVersions.h - schedules that trials choose among -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TUNEDVERSIONS_H
#define LACUNA_LOWERING_AUTO_TUNEDVERSIONS_H

#include "Candidates.h"

namespace lacuna {

/// Puts in front of the versions of \p Best other schedules of \p N, whose
/// facts are applied, that may be faster, then formats, with numbers from 1 on:
/// each may run wherever these do. Unless there \p AreRows that may run in any
/// order, they are tiles.
void addCandidates(const Nest &N, const ScheduleContext &Context, bool AreRows,
                   Choice &Best);

/// Has the candidate whose clauses print as \p Winner be the only version of
/// \p All, if there is it; there are no candidates from then on.
void keepWinner(Choice &All, llvm::StringRef Winner);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TUNEDVERSIONS_H
