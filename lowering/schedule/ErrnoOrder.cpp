//===- ErrnoOrder.cpp - clauses that keep errno ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrnoOrder.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace lacuna {

/// Whether \p C is a loop on threads that runs each iteration once, as a whole.
static bool isOfThreads(const Clause &C) {
  if (C.Name != "parallelize" ||
      C.Args[1].Text != wordFor(ParallelUnit::CpuThread))
    return false;
  return is_contained(
      {wordFor(RaceStrategy::NoRaces), wordFor(RaceStrategy::ParallelReduction),
       wordFor(RaceStrategy::BufferedScan), wordFor(RaceStrategy::IgnoreRaces)},
      StringRef(C.Args[2].Text));
}

Error checkErrnoOrder(const Nest &N, const Clause &C) {
  const bool KeepsOrder = StringSwitch<bool>(C.Name)
                              .Cases("divide", "split", "bound", "unroll", true)
                              .Default(isOfThreads(C));
  if (N.Facts.SetsErrno.empty() || KeepsOrder)
    return Error::success();
  return makeError(C.Where,
                   msg::OrderOfErrno(N.Facts.SetsErrno, clauseText(C)));
}

} // namespace lacuna
