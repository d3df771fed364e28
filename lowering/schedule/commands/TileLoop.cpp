//===- TileLoop.cpp - shared by split and divide --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

Nest tile(const Nest &N, const LoopArg &Parent, Relation R) {
  Nest Result = N;
  const LoopStmt &Old = *Parent.Loop;
  StmtRef Inner = std::make_shared<LoopStmt>(
      R.Children[1], Old.body(), LoopTags(), Old.tag(), Old.merge());
  StmtRef Outer = std::make_shared<LoopStmt>(R.Children[0], block({Inner}),
                                             LoopTags(), Old.tag());
  Result.Body = replaceLoop(N.Body, Parent.Var->Name, Outer);
  for (const std::string &Child : R.Children)
    Result.IndexVars.push_back({Child, Type::i64(), nullptr, nullptr, ""});
  Result.Relations.push_back(std::move(R));
  return Result;
}

} // namespace lacuna
