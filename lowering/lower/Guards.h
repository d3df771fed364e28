//===- Guards.h - run-time checks in front of a program -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_GUARDS_H
#define LACUNA_LOWERING_LOWER_GUARDS_H

#include "lacuna/lower/Lower.h"

namespace lacuna {

using ArrayPair = std::pair<const Operand *, const Operand *>;

/// The guards of \p N, then those that keep written arrays apart from all
/// others but for the pairs \p OfWalk, as far as \p Options ask for checks.
/// Where the user's outermost loop runs no trip, no memory is read. Errors are
/// internal, or of arrays that no guard can compare.
llvm::Expected<std::vector<ProgramGuard>>
guardsOf(const Nest &N, const LowerOptions &Options,
         llvm::ArrayRef<ArrayPair> OfWalk);

/// Whether the user's outermost loop runs at all; null if it cannot but run.
ExprRef runsAtAll(const Nest &N);

/// `!Runs || Cond` where \p Cond reads memory: it holds where the outermost
/// loop runs no trip. Other conditions stand for themselves: some say that the
/// bounds of that loop mean what `Runs` takes them for.
ExprRef ifOutermostRuns(const Nest &N, const ExprRef &Cond);

/// Whether threads share a loop of \p N. Then one of them must not look at all
/// that a guard is about while the others wait.
bool runsOnThreads(const Nest &N);

/// \p S, empty where the outermost loop runs no trip.
ArraySlice ifOutermostRuns(const Nest &N, ArraySlice S);

/// The arrays of \p N that must lie apart, a written one first.
std::vector<ArrayPair> arraysToCompare(const Nest &N);

/// Whether C++ lets one object be accessed as both types.
bool mayBeOneObject(const Type &A, const Type &B);

/// Whether `assume(noalias(...))` vouches that \p A and \p B lie apart; of an
/// array of rows and itself that its rows do.
bool isVouchedApart(const Nest &N, const std::string &A, const std::string &B);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_GUARDS_H
