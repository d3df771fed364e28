//===- Reaches.h - objects that need not be there ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_REACHES_H
#define LACUNA_PLUGIN_LIFT_REACHES_H

#include "lift/state/Refusals.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna::plugin {

/// Adds to \p L where the members of objects that pointers lead to are bound.
/// Operands \p InSteps say how long steps are. False, with refusal, where that
/// cannot be known in front of the loops.
bool findReaches(Lifted &L, const llvm::StringSet<> &InSteps, Refusals &Diags);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_REACHES_H
