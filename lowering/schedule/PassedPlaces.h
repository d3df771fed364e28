//===- PassedPlaces.h - places that a cursor passes over --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_PASSEDPLACES_H
#define LACUNA_LOWERING_SCHEDULE_PASSEDPLACES_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Whether \p Body, an iteration, stores to each place of \p Array that
/// variable \p Cursor passes over, and reads none before. All accesses to the
/// array are to such places.
bool fillsPlaces(const StmtRef &Body, llvm::StringRef Cursor,
                 llvm::StringRef Array);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_PASSEDPLACES_H
