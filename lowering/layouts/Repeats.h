//===- Repeats.h - positions of one row, entries of another -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LAYOUTS_REPEATS_H
#define LACUNA_LOWERING_LAYOUTS_REPEATS_H

#include "StoredRows.h"

namespace lacuna {

/// Whether the statements of a position may be evaluated for a row with what is
/// stored at a position of another row, and thrown away: nothing is read that
/// the user's loops do not read, and everything has a value.
bool mayRepeat(const Nest &N, const StoredRows &R);

} // namespace lacuna

#endif // LACUNA_LOWERING_LAYOUTS_REPEATS_H
