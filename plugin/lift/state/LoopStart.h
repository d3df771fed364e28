//===- LoopStart.h - what loops' variables begin with -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LOOPSTART_H
#define LACUNA_PLUGIN_LIFT_STATE_LOOPSTART_H

#include "lift/state/Entity.h"

namespace lacuna::plugin {

/// What a loop's variable is before the first step.
struct LoopStart {
  std::optional<PointerValue> Into; ///< of a pointer: the array
  Type Ty;                          ///< i64 for pointers
  ExprRef Value;
  /// Value is that in front of the nest; the variable runs on over the rows.
  bool RunsOn = false;
  /// Of a pointer into an array of arrays: how many elements it passes over
  /// with each step. Value counts steps from where Into leads.
  ExprRef Width = {};

  /// Where Value leads in the array that Into leads into.
  ExprRef offset() const;
};

/// What a loop's condition compares of its counter.
struct ComparedCounter {
  int64_t Plus = 0;         ///< the counter plus this
  bool SignChanges = false; ///< as an unsigned number, though it is signed
  bool Wraps = false;       ///< the sum may wrap round
  std::vector<ExprRef> Added = {}; ///< what else is added to it
  /// The sums are computed in one type.
  bool IsOneType = true;
  /// The largest value of unsigned types in which it is added.
  int64_t Most = INT64_MAX;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LOOPSTART_H
