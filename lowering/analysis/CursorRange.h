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

#ifndef LACUNA_LOWERING_ANALYSIS_CURSORRANGE_H
#define LACUNA_LOWERING_ANALYSIS_CURSORRANGE_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// The least and the largest value, both i64, that variable \p Name, declared
/// in front of the loops of \p N, can have; nothing unless constants alone are
/// added to it, in loops whose trips \p N's guards bound.
std::optional<std::pair<ExprRef, ExprRef>> cursorRange(const Nest &N,
                                                       llvm::StringRef Name);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_CURSORRANGE_H
