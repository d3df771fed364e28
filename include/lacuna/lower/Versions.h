//===- Versions.h - a choice between schedules as one program -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_VERSIONS_H
#define LACUNA_LOWER_VERSIONS_H

#include "lacuna/graph/Version.h"
#include "lacuna/lower/Lower.h"

namespace lacuna {

/// As `lower`, for a program that holds all versions of \p C, one at least.
llvm::Expected<LoopProgram> lower(const Choice &C, const LowerOptions &Options);

/// The loops of \p AsWritten of which \p C, made of it by commands, may add up
/// or multiply floating-point terms in another order.
std::vector<std::string> reassociatedSums(const Nest &AsWritten,
                                          const Choice &C);

/// Each nest behind a comment that says when it runs.
void print(llvm::raw_ostream &OS, const Choice &C);

} // namespace lacuna

#endif // LACUNA_LOWER_VERSIONS_H
