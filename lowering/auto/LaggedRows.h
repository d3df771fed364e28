//===- LaggedRows.h - sweeps in place, rows side by side --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_LAGGEDROWS_H
#define LACUNA_LOWERING_AUTO_LAGGEDROWS_H

#include "Candidates.h"

namespace lacuna {

/// Whether the iterations of \p Order's innermost loop read what earlier ones
/// write.
bool areChained(const AffineModel &Model, const AffineSchedule &Order);

/// What runs several rows of \p N, whose facts are applied, side by side, each
/// some elements behind the one above it, with the results of the loop as it
/// stands; nothing if there is no such order, or elements of a row do not wait
/// for each other.
std::optional<InOrder> rowsAtALag(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_LAGGEDROWS_H
