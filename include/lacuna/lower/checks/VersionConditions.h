//===- VersionConditions.h - when a version may run -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_VERSIONCONDITIONS_H
#define LACUNA_LOWER_CHECKS_VERSIONCONDITIONS_H

#include "lacuna/ir/LoopCondition.h"
#include "lacuna/lower/loops/Bounds.h"

namespace lacuna {

/// Appends to \p Out what computes whether a loop of \p N is as \p Asked; what
/// stands for the answer. Nothing is appended where that takes no looking.
ExprRef testOf(const Nest &N, const LoopCondition &Asked, MadeNames &Names,
               std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_VERSIONCONDITIONS_H
