//===- LastValues.h - what runs last of several places ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LASTVALUES_H
#define LACUNA_PLUGIN_LIFT_STATE_LASTVALUES_H

#include "lift/state/NestBuilder.h"

namespace lacuna::plugin {

/// A place where the nest sets variables: the loops around it, the outermost
/// first, and what stands there, over their index variables.
struct SettingPlace {
  std::vector<std::string> Loops;
  std::vector<StmtRef> Sets;
};

/// What stands at that one of \p Places, in the order of the source, that runs
/// last in the nest of \p Builder, for its last iteration; nothing if none
/// runs. Loops are searched from their ends, without what else is in them.
StmtRef setByLast(NestBuilder &Builder, llvm::ArrayRef<SettingPlace> Places);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LASTVALUES_H
