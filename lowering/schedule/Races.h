//===- Races.h - what parallel loops may race on ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_RACES_H
#define LACUNA_LOWERING_SCHEDULE_RACES_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Judges what the parallel loops of \p N may race on, each at the clause in
/// \p D that made it parallel; adds the conditions that keep them apart.
llvm::Expected<Nest> judgeRaces(const Nest &N, const Directive &D);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_RACES_H
