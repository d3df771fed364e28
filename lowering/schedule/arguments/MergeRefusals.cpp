//===- MergeRefusals.cpp - what a merge refuses of commands ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/arguments/Arguments.h"
#include "lacuna/schedule/arguments/Messages.def"

using namespace llvm;

namespace lacuna {

std::string mergedWords(const Nest &N, const LoopStmt &Loop) {
  std::vector<std::string> Tensors;
  for (const MergeOperand &O : Loop.merge()->Operands)
    if (isPosition(N, O.Var))
      Tensors.push_back(shownTensor(N, O.Var));
  std::string Var = "'" + Loop.var().str() + "' merges ";
  return Var + (Tensors.empty() ? "levels" : quotedList(Tensors));
}

Error requireUnmerged(const Nest &N, const ClauseArg &Arg, const LoopStmt &Loop,
                      StringRef Consequence) {
  if (!Loop.merge())
    return Error::success();
  return makeError(Arg.Where,
                   msg::MergedLoopCannot(mergedWords(N, Loop), Consequence));
}

Error movesAlong(const Nest &N, const ClauseArg &Arg, const LoopStmt &Loop) {
  std::string Var = Loop.var().str();
  return makeError(
      Arg.Where, msg::MergedLevelHasNoLoop(Arg.Text, mergedWords(N, Loop), Var),
      {}, Var);
}

} // namespace lacuna
