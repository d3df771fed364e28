//===- ClauseInfo.cpp - what a clause is made of --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseInfo.h"
#include "lacuna/directive/Lexer.h"

using namespace llvm;

namespace lacuna {

size_t CallInfo::minArgs() const {
  return count_if(
      Args, [](const ArgInfo &Arg) { return Arg.Given != Times::AtMostOnce; });
}

size_t CallInfo::maxArgs() const {
  const bool IsOpen = !Args.empty() && Args.back().Given == Times::OnceOrMore;
  return IsOpen ? SIZE_MAX : Args.size();
}

std::vector<std::string> CallInfo::forms() const {
  SmallVector<StringRef> Parts;
  Usage.split(Parts, " or ");
  return std::vector<std::string>(Parts.begin(), Parts.end());
}

std::vector<ClauseArg> CallInfo::argsOf(ArgKind Kind,
                                        ArrayRef<ClauseArg> Given) const {
  std::vector<ClauseArg> Found;
  for (size_t I = 0; I < Given.size(); ++I) {
    if (arg(I).Kind == Kind)
      Found.push_back(Given[I]);
    if (arg(I).Kind != ArgKind::Option)
      continue;
    std::optional<Clause> Call = asCall(Given[I]);
    for (const CallInfo &Option : arg(I).Options)
      if (Call && Call->Name == Option.Name)
        append_range(Found, Option.argsOf(Kind, Call->Args));
  }
  return Found;
}

const ClauseInfo *findClause(StringRef Name,
                             ArrayRef<const ClauseInfo *> Commands) {
  for (const ClauseInfo *Command : Commands)
    if (Command->Name == Name)
      return Command;
  for (const ClauseInfo &Info : otherClauses())
    if (Info.Name == Name)
      return &Info;
  return nullptr;
}

} // namespace lacuna
