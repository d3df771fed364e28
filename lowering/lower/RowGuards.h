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
// all descend, and those of two must lie on two sides of an address. Where the
// elements that are accessed in a row are known in front of the nest, rows are
// compared to their ends, elsewhere by where they begin.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_ROWGUARDS_H
#define LACUNA_LOWERING_LOWER_ROWGUARDS_H

#include "Bounds.h"
#include "Slices.h"
#include "lacuna/lower/LoopProgram.h"

namespace lacuna {

/// Appends what has to hold of the arrays of rows of \p N, which was lifted as
/// \p AsWritten and accesses \p Accessed, to \p Guards. Errors are internal.
llvm::Error addRowGuards(const Nest &N, const Nest &AsWritten,
                         const Slices &Accessed, MadeNames &Names,
                         std::vector<ProgramGuard> &Guards);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_ROWGUARDS_H
