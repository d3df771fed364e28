//===- AtomicLegality.cpp - loops with atomic operations ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicLegality.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace lacuna {

/// Whether \p C leaves each iteration of a loop as it is.
static bool keepsIterations(const Clause &C) {
  const StringRef Strategies[] = {wordFor(RaceStrategy::NoRaces),
                                  wordFor(RaceStrategy::ParallelReduction),
                                  wordFor(RaceStrategy::IgnoreRaces)};
  if (C.Name == "parallelize")
    return C.Args.size() > 2 &&
           C.Args[1].Text == wordFor(ParallelUnit::CpuThread) &&
           is_contained(Strategies, C.Args[2].Text);
  return StringSwitch<bool>(C.Name)
      .Cases("split", "divide", "order", "reorder", "unroll", true)
      .Cases("bound", "assume", "num_threads", "fp", "tensor", true)
      .Default(false);
}

Error checkAtomicSteps(const Nest &N, const Directive &D) {
  if (atomicallySet(N.Body).empty())
    return Error::success();
  for (const Clause &C : D.Clauses)
    if (!keepsIterations(C) &&
        !(C.Name == "target" && C.Args.size() == 1 && C.Args[0].Text == "cpu"))
      return makeError(C.Where, msg::AtomicStepsStay(clauseText(C)));
  return Error::success();
}

} // namespace lacuna
