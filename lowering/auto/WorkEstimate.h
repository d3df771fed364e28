//===- WorkEstimate.h - how much a nest has to do ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates that a choice between schedules rests on, as expressions over
// operands: what they read, the user's loops read too wherever the outermost
// one runs.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_WORKESTIMATE_H
#define LACUNA_LOWERING_AUTO_WORKESTIMATE_H

#include "lacuna/analysis/RowSegments.h"

namespace lacuna {

/// A number that may become known at run time only: `Known` times what
/// `AtRunTime` evaluates to (f64, so that nothing overflows; null for 1).
struct Estimate {
  double Known = 1;
  ExprRef AtRunTime;

  ExprRef expression() const;
};

/// A literal of type f64.
ExprRef real(double Value);

/// Number of iterations of the innermost loops of \p N together.
Estimate workOf(const Nest &N);

/// The same of \p Body, of whose loops nothing is known.
double guessedWork(const StmtRef &Body);

/// Number of positions of all rows of \p S together, i64; null if it cannot be
/// known in front of the nest.
ExprRef positionsOf(const Nest &N, const Segments &S);

/// Number of iterations of \p Var, i64; null if it is not the same everywhere.
ExprRef lengthOf(const Nest &N, const IndexVar &Var);

/// How many threads the loops of \p N need that run twice, first to count: that
/// gains nothing from two where counting takes as long as the loop itself, with
/// the loops inside it, or arrays of counts. Else the compiler counts several
/// elements at a time.
int64_t teamForTwoPasses(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_WORKESTIMATE_H
