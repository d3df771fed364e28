//===- PartialResults.h - what some iterations reduce into ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes, threads and parts of rows reduce into variables of their own, which
// are joined with the user's place behind the loop. An element that no
// iteration updates need not have memory: updates under conditions are counted,
// and the element is left alone where there are none.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_PARTIALRESULTS_H
#define LACUNA_LOWER_PARALLEL_PARTIALRESULTS_H

#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// Whether \p Body, which is loop IR, may run without an update of \p Target,
/// an element of an array. Where there is a loop over \p Inner, an element for
/// each of its iterations.
bool mayLeave(const StmtRef &Body, const Place &Target,
              llvm::StringRef Inner = "");

/// The variable \p Name that counts updates, or element \p Index of an array of
/// such counts.
Place updateCount(std::string Name, ExprRef Index = nullptr);

/// Appends to \p Out a count of its updates of \p Target that \p Body then
/// does, the elements that the loop over \p Inner runs over as one where that
/// can be. The first update does \p AtFirst before, if that is not null.
Place countUpdates(const Place &Target, llvm::StringRef Inner,
                   const StmtRef &AtFirst, SourceTag Source, StmtRef &Body,
                   MadeNames &Names, std::vector<StmtRef> &Out);

/// \p Join if \p Count, a number of updates, is not zero; \p Join itself where
/// \p Count is null.
StmtRef ifUpdated(const ExprRef &Count, StmtRef Join);

/// A variable that a loop reduces into.
struct PartialResult {
  Place Variable;
  /// Counts the updates, where there may be none.
  std::optional<Place> Count;
  Type Ty; ///< the target's, which the variable need not have

  ExprRef value() const { return cast(Ty, valueOf(Variable)); }
  /// Null where there are updates whatever the data.
  ExprRef count() const { return Count ? valueOf(*Count) : nullptr; }
};

/// Appends to \p Out a variable \p Name that \p Body then reduces into instead
/// of \p R's target. It starts as \p Start or, if that is null, such that the
/// result can be joined with the target's value.
PartialResult reduceApart(const Reduction &R, const std::string &Name,
                          ExprRef Start, SourceTag Source, StmtRef &Body,
                          MadeNames &Names, std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_PARTIALRESULTS_H
