//===- UnevenRows.h - rows of very different work ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_UNEVENROWS_H
#define LACUNA_LOWERING_AUTO_UNEVENROWS_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether nothing in front of \p N says how much work an iteration of \p Rows
/// is: inside a loop whose length is stored or which goes on until something is
/// found, another one searches (`while (*it < w) ++it`), or runs over the row
/// that a stored coordinate chooses (`pos[crd[p]]`). A level of a tree below
/// another, `pos2[p]`, is none: there the positions above tell.
bool hasUnevenWork(const Nest &N, const LoopStmt &Rows);

/// Whether a loop inside that over \p Row is the longer the later the row is,
/// or the shorter, as in a triangle.
bool isTriangle(const Nest &N, llvm::StringRef Row);

/// Whether data say how long a loop inside that over \p Row is for each row, as
/// `rows[i].size()` does.
bool haveLengths(const Nest &N, llvm::StringRef Row);

/// Puts \p Tiles, a loop over tiles of that over \p Row or that loop itself,
/// on threads: a tile at a time where rows differ.
Clause tilesOnThreads(const Nest &N, llvm::StringRef Row, std::string Tiles);

/// Puts the loop over \p Row on threads, some rows at a time where they differ
/// in work. Taking a few takes as long as rows of a few elements do.
Clause rowsOnThreads(const Nest &N, llvm::StringRef Row, RaceStrategy Races);

/// How many iterations of \p Rows, of uneven work, a thread takes at a time.
int64_t rowsAtATime(const Nest &N, const LoopStmt &Rows);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_UNEVENROWS_H
