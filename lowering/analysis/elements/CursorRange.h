//===- CursorRange.h - how far a cursor advances ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `idx[n++] = i` under a condition: how often it is done the data decide, but
// it is not done more often than the loops around it run.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_ELEMENTS_CURSORRANGE_H
#define LACUNA_LOWERING_ANALYSIS_ELEMENTS_CURSORRANGE_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether \p Trips, those of \p Loop, can be evaluated where the range is
/// asked for; \p Loop is empty for other values.
using KnownTrips =
    llvm::function_ref<bool(const ExprRef &Trips, llvm::StringRef Loop)>;

/// The least and the largest value, both i64, that variable \p Name can have,
/// declared in \p Body, of \p N, in front of the loops there; nothing unless
/// constants alone are added to it, in loops whose trips are known or bounded
/// by
/// \p N's guards.
std::optional<std::pair<ExprRef, ExprRef>> cursorRange(const Nest &N,
                                                       llvm::StringRef Name,
                                                       const StmtRef &Body,
                                                       KnownTrips IsKnown);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_ELEMENTS_CURSORRANGE_H
