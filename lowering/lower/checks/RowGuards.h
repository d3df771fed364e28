//===- RowGuards.h - that rows of arrays lie apart --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where rows are arrays of their own, memory that the nest stores to must lie
// apart from all other memory that it accesses, row by row. Rows that pointers
// lead to are compared by their addresses: those of one array must ascend, or
// all descend, and those of two must lie on two sides of an address. Which
// elements are accessed in a row is known in front of the nest, or a walk
// through the nest finds out.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_ROWGUARDS_H
#define LACUNA_LOWERING_LOWER_CHECKS_ROWGUARDS_H

#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/lower/checks/LowerOptions.h"
#include "lacuna/lower/loops/Bounds.h"

namespace lacuna {

/// Appends what has to hold of the arrays of rows of \p N, which accesses \p
/// Accessed, to \p Guards. \p Options know it as written. Errors are internal.
llvm::Error addRowGuards(const Nest &N, const LowerOptions &Options,
                         const AccessedRanges &Accessed, MadeNames &Names,
                         std::vector<ProgramGuard> &Guards);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_ROWGUARDS_H
