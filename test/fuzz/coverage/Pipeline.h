//===- Pipeline.h - everything that can be done with a nest -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What both fuzzers do with a nest or a program that was accepted. Each step
// may refuse it; what a step makes has to satisfy the next one's preconditions,
// and what is printed has to read back as the same.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_FUZZ_COVERAGE_PIPELINE_H
#define LACUNA_FUZZ_COVERAGE_PIPELINE_H

#include "lacuna/directive/Directive.h"
#include "lacuna/schedule/Version.h"
#include "lacuna/ir/LoopProgram.h"

namespace lacuna::fuzz {

/// Prints \p N, reads that, and prints it again.
void checkText(const Nest &N);
void checkText(const LoopProgram &P);

/// \p N under \p D: versions where the choice is left to the plugin. False
/// where
/// \p D is refused.
bool schedule(const Nest &N, const Directive &D, Choice &Result);

/// Lowers \p C, which was made of \p AsWritten, and prints code.
void generate(const Choice &C, const Nest &AsWritten);
void generate(const LoopProgram &P);

} // namespace lacuna::fuzz

#endif // LACUNA_FUZZ_COVERAGE_PIPELINE_H
