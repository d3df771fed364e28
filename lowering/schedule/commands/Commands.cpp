//===- Commands.cpp - the commands, one by one ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/commands/Commands.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

ArrayRef<const Command *> allCommands() {
  static constexpr const Command *Commands[] = {
#define COMMAND(Name) &commands::Name,
#include "lacuna/schedule/commands/Commands.def"
  };
  return Commands;
}

const Command *findCommand(StringRef Name) {
  for (const Command *Known : allCommands())
    if (Known->Info.Name == Name)
      return Known;
  return nullptr;
}

Expected<Directive> parseDirective(StringRef Text) {
  std::vector<const ClauseInfo *> Infos;
  for (const Command *Known : allCommands())
    Infos.push_back(&Known->Info);
  return parseClauses(Text, Infos);
}

static std::vector<ClauseArg> argsOf(const Clause &C, ArgKind Kind) {
  const Command *Known = findCommand(C.Name);
  return Known ? Known->Info.argsOf(Kind, C.Args) : std::vector<ClauseArg>();
}

std::vector<ClauseArg> namedLoops(const Clause &C) {
  return argsOf(C, ArgKind::Loop);
}

std::vector<ClauseArg> madeLoops(const Clause &C) {
  return argsOf(C, ArgKind::NewLoop);
}

} // namespace lacuna
