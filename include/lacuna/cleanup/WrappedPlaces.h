//===- WrappedPlaces.h - neighbours across the ends of a row ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `(i + 1) % n` and `(i + n - 1) % n` in a loop below n: a comparison says as
// much as a division, which takes twenty times as long and lets nothing beside
// it run in lanes. Clang's passes see the former where the loop is still as it
// was written, not where threads have pieces of it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_WRAPPEDPLACES_H
#define LACUNA_CLEANUP_WRAPPEDPLACES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p S, which is loop IR for \p N, with a choice in place of each remainder of
/// a neighbour of one of the user's index variables by the end of its range.
StmtRef chooseWrappedPlaces(const StmtRef &S, const Nest &N);

} // namespace lacuna

#endif // LACUNA_CLEANUP_WRAPPEDPLACES_H
