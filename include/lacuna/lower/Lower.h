//===- Lower.h - a scheduled nest to loop IR --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_LOWER_H
#define LACUNA_LOWER_LOWER_H

#include "lacuna/ir/Nest.h"
#include "lacuna/lower/checks/LowerOptions.h"

namespace lacuna {

/// Loop IR for the body and epilogue of \p N, a scheduled nest (thesis chapter
/// 6): derived bounds, coordinate recovery, blocks free of guards. Arrays of
/// run-time size stand at the top. Errors are internal: what the user can do
/// wrong was refused by the commands.
llvm::Expected<StmtRef> lowerBody(const Nest &N, const LowerOptions &Options);

/// The passes of `lowerBody` in the order in which they run.
std::vector<llvm::StringRef> loopPassNames();

} // namespace lacuna

#endif // LACUNA_LOWER_LOWER_H
