//===- DenseForms.h - loops over all that is stored or not ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over all columns that looks for each in a row of a sparse matrix finds
// few of them:
//
//     for (int j = 0; j < n; ++j) y[i] += A(i, j) * x[j];
//
// Where the coordinates of a row ascend, a loop over the row's entries does the
// same, given that nothing is done for a column without one; else a loop over
// all columns moves a cursor along. Each row is looked at first: one that does
// not ascend, or has coordinates outside of the loop's range, runs as written.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_DENSEFORMS_H
#define LACUNA_RECOGNIZE_DENSEFORMS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A nest over what is stored, and the arrays of coordinates that it goes
/// through where the user's loops search them.
struct EntryNest {
  Nest Graph;
  std::vector<std::string> Searched;
};

/// \p N with such loops in place of those that search, but for loops that
/// \p IsNamed; nothing if it has none. Its results are those of \p N to the
/// last bit.
std::optional<EntryNest>
overEntries(const Nest &N, llvm::function_ref<bool(llvm::StringRef)> IsNamed);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_DENSEFORMS_H
