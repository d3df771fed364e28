//===- Versions.h - a choice between schedules as one program ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_VERSIONS_H
#define LACUNA_LOWER_VERSIONS_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/lower/checks/LowerOptions.h"
#include "lacuna/schedule/Version.h"

namespace lacuna {

/// A program that holds all versions of \p C, one at least, with guards in
/// front. Errors are internal, or of what only the generated code shows: arrays
/// that no guard can compare, kernels that a GPU has no room for.
llvm::Expected<LoopProgram> lower(const Choice &C, const LowerOptions &Options);

/// The same for one scheduled nest.
llvm::Expected<LoopProgram> lower(const Nest &N, const LowerOptions &Options);

/// The passes of `lower` in the order in which they run; those of `lowerBody`
/// run within the first, for each version.
std::vector<llvm::StringRef> programPassNames();

/// Each nest behind a comment that says when it runs.
void print(llvm::raw_ostream &OS, const Choice &C);

} // namespace lacuna

#endif // LACUNA_LOWER_VERSIONS_H
