//===- Version.h - one of the schedules of a nest ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_VERSION_H
#define LACUNA_SCHEDULE_VERSION_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/LoopCondition.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// One of the schedules of a nest. Generated code holds them all and runs the
/// first whose loops are all as long as it asks for; the last asks for nothing.
/// They have the same operands, the same guards and the same underived
/// variables, whose ranges may hold under `When` alone.
struct Version {
  Nest Graph;
  Directive Clauses; ///< that lead to it: printed, they could be pasted
  std::vector<LoopCondition> When;
  /// Not 0: it runs where the trials of the runtime ask for this number, and
  /// nowhere else. Candidates stand in front of all others.
  unsigned Candidate = 0;
};

struct EntryNest;

/// The schedules among which generated code chooses.
struct Choice {
  std::vector<Version> Versions; ///< none where the nest is best left alone
  /// Over operands: whether generated code pays at all; null for always. It
  /// reads what the nest reads wherever its outermost loop runs.
  ExprRef Pays;
  std::string WhyNot; ///< where there are no versions
  /// What would help then; edits are those of the directive.
  std::vector<Note> Cures = {};
  /// It pays for teams of this size, not for smaller ones.
  int64_t AtLeastThreads = 1;
  /// Where a walk in each call takes too long, the user's loop is to run.
  bool HasToPayForWalks = false;
  /// What pays on one thread where looks are taken at what a walk has read;
  /// null for all that pays.
  ExprRef PaysForLooks = nullptr;
  /// Over operands, f64: it pays for teams up to so many threads; null where
  /// size does not matter. It reads what `Pays` may read.
  ExprRef AtMostThreads = nullptr;
  /// The nest without schedule, if it is not the user's: it goes through rows
  /// that the user's loops search (recognize/DenseForms). Null for the user's.
  std::shared_ptr<const EntryNest> OverEntries = nullptr;
  /// Where it does not pay, schedules of the loops inside may.
  bool HasLoopsInside = false;
  /// Where there are candidates, what tells data apart for which they are tried
  /// anew: iterations of the outermost loop (i64; null if not known) and of the
  /// innermost ones (f64). They read what `Pays` may read.
  ExprRef Trips = nullptr, Work = nullptr;
};

} // namespace lacuna

#endif // LACUNA_SCHEDULE_VERSION_H
