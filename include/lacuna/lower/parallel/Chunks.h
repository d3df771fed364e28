//===- Chunks.h - iterations shared out among threads -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where iterations leave something behind for each other (partial results, a
// row cut in two), a thread loop runs over chunks of consecutive iterations.
// What a chunk leaves behind stands at its number, so that the result depends
// on the number of chunks, never on which thread was first.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_CHUNKS_H
#define LACUNA_LOWER_PARALLEL_CHUNKS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// What chunks leave behind lives on the stack: there are no more of them than
/// this, however many threads there are.
constexpr int64_t MaxChunks = 512;

/// The number of threads that a parallel region started here has at most, i64;
/// \p NumThreads is what the user asks for, or null.
ExprRef teamSize(const ExprRef &NumThreads);

/// The number of chunks that are worthwhile, MaxChunks at most.
ExprRef wantedChunks(const ExprRef &NumThreads,
                     const std::optional<OmpSchedule> &Schedule);

/// OpenMP's schedule of a loop over chunks where the user gave \p Schedule for
/// the loop over iterations.
std::optional<OmpSchedule>
scheduleOfChunks(const std::optional<OmpSchedule> &Schedule);

/// Trips iterations in Count chunks that differ in size by one at most.
struct Chunks {
  ExprRef Trips, Count;
  /// The first iteration of chunk \p Which.
  ExprRef first(const ExprRef &Which) const;
};

/// The type in which values of \p Ty are searched: i32 if it has all of them,
/// else i64.
Type searchType(const Type &Ty);

/// Appends a search that leaves in the variable \p Name the first number of
/// [\p Begin, \p End), all i32 or all i64, for which \p Reached holds, \p End
/// if none does. It must hold for all that follow one for which it holds.
void appendSearch(const std::string &Name, const ExprRef &Begin,
                  const ExprRef &End,
                  llvm::function_ref<ExprRef(const ExprRef &)> Reached,
                  MadeNames &Names, std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_CHUNKS_H
