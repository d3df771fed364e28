//===- SharedTeams.h - one parallel region for versions ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Versions whose threads share out the same chunks differ in what a chunk does.
// Each parallel region is a function of its own to the compiler, and what
// stands around it (sizes of chunks, copies, their joins) is there once more.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_SHAREDTEAMS_H
#define LACUNA_LOWER_SHAREDTEAMS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p Choice, conditions one in the other, with those that lead to the same
/// loop on threads inside of one such loop. Of loops whose iterations are short
/// it leaves one for each version, so that no iteration asks which one runs.
StmtRef withSharedTeams(const StmtRef &Choice, MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_LOWER_SHAREDTEAMS_H
