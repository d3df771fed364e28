//===- AtDistances.h - places that lie far apart ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for (c = 0; c < n; ++c) a[l * n + c] = a[(l - 1) * n + c];
//
// Places that move along with one loop meet in other iterations only if they
// lie less than its length apart. How far that is may be known at run time.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_ATDISTANCES_H
#define LACUNA_LOWERING_ANALYSIS_ATDISTANCES_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// Whether in different iterations of \p Var a place of \p Writes is none of
/// another one's \p Writes and \p Reads.
std::optional<Injectivity>
injectivityAtDistances(const Nest &N, llvm::StringRef Var,
                       llvm::ArrayRef<ExprRef> Writes,
                       llvm::ArrayRef<ExprRef> Reads, const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_ATDISTANCES_H
