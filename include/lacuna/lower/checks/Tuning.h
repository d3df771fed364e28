//===- Tuning.h - what trials are told, and what they say -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_TUNING_H
#define LACUNA_LOWER_CHECKS_TUNING_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/schedule/Version.h"

namespace lacuna {

/// Variables (i64) of a program with candidates, which its front end declares.
struct TuningNames {
  /// Which candidate is to run; 0: none of them.
  static constexpr char Candidate[] = "lacuna_candidate";
  /// What a run is to be told to the runtime with that may be over a format; 0
  /// where it may not, as while it is timed.
  static constexpr char Formats[] = "lacuna_formats";
  /// Set where the guards hold: iterations of the outermost loop and of the
  /// innermost ones, 0 where they are not known, and threads.
  static constexpr char Trips[] = "lacuna_trips", Work[] = "lacuna_work",
                        Threads[] = "lacuna_threads";
};

/// Whether trials choose among versions of \p C.
bool isTuned(const Choice &C);

/// Declares the variables in \p P.
void declareTuning(LoopProgram &P);

/// Sets those that tell what \p C, which is tuned, runs over.
StmtRef tunedSizes(const Choice &C);

/// Whether \p N runs on a GPU.
bool isOnGpu(const Nest &N);

/// Whether \p V is a candidate over a format: no schedule is tried together
/// with it.
bool isTriedFormat(const Version &V);

/// Whether trials ask for \p Candidate, a number that is not 0.
ExprRef isAskedFor(unsigned Candidate);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_TUNING_H
