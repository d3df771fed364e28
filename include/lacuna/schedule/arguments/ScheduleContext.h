//===- ScheduleContext.h - what commands need beside a nest -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_ARGUMENTS_SCHEDULECONTEXT_H
#define LACUNA_SCHEDULE_ARGUMENTS_SCHEDULECONTEXT_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"
#include "lacuna/support/AfterPass.h"
#include <functional>
#include <optional>
#include <string>

namespace lacuna {

/// What commands need from the front end.
struct ScheduleContext {
  /// The value of an integral constant expression in the loop's scope, or an
  /// error at the argument. Null: integer literals only.
  std::function<llvm::Expected<int64_t>(const ClauseArg &)> EvaluateConstant;
  /// The nest before all commands, which says what the user's loop reads. Null:
  /// the one that a command is applied to.
  const Nest *Written = nullptr;
  /// Innermost iterations below which a loop whose schedule is the plugin's
  /// stays the user's: starting threads costs more than it gains.
  uint64_t LeastWork = 20000;
  /// Whether that is the user's number, whatever iterations do.
  bool IsLeastWorkGiven = false;
  /// Whether such a loop may run over storage formats as well, whose code is
  /// about as large as that of all else.
  bool MayHaveLayouts = true;
  /// Whether loops over time and sweeps in place may have tiles: code for them
  /// is large, and finding it takes about a second.
  bool MayHaveTiles = true;
  /// What a vector register of the processor holds, and all of them together.
  int64_t VectorBytes = 16, RegisterBytes = 512;
  /// Whether lanes can be left out at no cost where a condition says so.
  bool LanesCanBeMasked = false;
  /// Whether a bare directive's loop is to have candidates, among which trials
  /// choose while it runs.
  bool Tunes = false;
  /// The clauses of that which trials have chosen, and which is to run alone,
  /// or of the bare directive itself.
  std::optional<std::string> Winner;
  AfterPass After;
};

} // namespace lacuna

#endif // LACUNA_SCHEDULE_ARGUMENTS_SCHEDULECONTEXT_H
