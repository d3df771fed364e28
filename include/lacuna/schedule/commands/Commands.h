//===- Commands.h - the commands, one by one --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_COMMANDS_COMMANDS_H
#define LACUNA_SCHEDULE_COMMANDS_COMMANDS_H

#include "lacuna/directive/ClauseInfo.h"
#include "lacuna/schedule/arguments/ScheduleContext.h"

namespace lacuna {

/// A clause that makes a new nest. Each is described in a file of its own and
/// listed in Commands.def.
struct Command {
  ClauseInfo Info;
  llvm::StringRef Does; ///< for the reference's table, in Markdown
  /// The clause has been checked against Info. Errors are at the argument that
  /// causes them.
  llvm::Expected<Nest> (*Apply)(const Nest &N, const Clause &C,
                                const ScheduleContext &Context);
  /// Whether it may stand behind commands that make a schedule of affine loops.
  bool OnAffine = false;
};

/// In the order of Commands.def.
llvm::ArrayRef<const Command *> allCommands();

/// Null if no command is called \p Name.
const Command *findCommand(llvm::StringRef Name);

/// parseClauses with all commands.
llvm::Expected<Directive> parseDirective(llvm::StringRef Text);

/// The arguments of \p C that name loops which are there, and those that name
/// loops which it makes; none if it is no command.
std::vector<ClauseArg> namedLoops(const Clause &C);
std::vector<ClauseArg> madeLoops(const Clause &C);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_COMMANDS_COMMANDS_H
