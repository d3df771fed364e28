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

using namespace llvm;

namespace lacuna {

/// Whether \p C leaves each iteration of a loop as it is.
static bool keepsIterations(const Clause &C) {
  if (C.Name == "parallelize")
    return C.Args.size() > 2 &&
           C.Args[1].Text == wordFor(ParallelUnit::CpuThread) &&
           is_contained({wordFor(RaceStrategy::NoRaces),
                         wordFor(RaceStrategy::ParallelReduction),
                         wordFor(RaceStrategy::IgnoreRaces)},
                        C.Args[2].Text);
  return is_contained({"split", "divide", "order", "reorder", "bound", "assume",
                       "num_threads", "fp", "tensor", "unroll"},
                      C.Name);
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
