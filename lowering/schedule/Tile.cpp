//===- Tile.cpp - one loop becomes two ------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

using namespace llvm;

namespace lacuna {

Nest tile(const Nest &N, const LoopArg &Parent, Relation R) {
  Nest Result = N;
  const LoopStmt &Old = *Parent.Loop;
  StmtRef Inner = std::make_shared<LoopStmt>(R.Children[1], Old.body(),
                                             LoopTags(), Old.tag());
  StmtRef Outer = std::make_shared<LoopStmt>(R.Children[0], block({Inner}),
                                             LoopTags(), Old.tag());
  Result.Body = replaceLoop(N.Body, Parent.Var->Name, Outer);
  for (const std::string &Child : R.Children)
    Result.IndexVars.push_back({Child, Type::i64(), nullptr, nullptr, ""});
  Result.Relations.push_back(std::move(R));
  return Result;
}

std::optional<int64_t> constantTripCount(const Nest &N, StringRef Var) {
  const Relation *Made = N.producer(Var);
  if (!Made) {
    const IndexVar *V = N.findIndexVar(Var);
    std::optional<int64_t> Lo = constantValue(V->Lo);
    std::optional<int64_t> Hi = constantValue(V->Hi);
    // Bounds of user loops are far from the ends of 64 bits.
    if (!Lo || !Hi || *Lo < INT64_MIN / 2 || *Hi > INT64_MAX / 2)
      return std::nullopt;
    return *Hi > *Lo ? *Hi - *Lo : 0;
  }
  bool IsOuter = Made->Children.front() == Var;
  if (Made->Kind == RelationKind::Split && !IsOuter)
    return Made->Factor;
  if (Made->Kind == RelationKind::Divide && IsOuter)
    return Made->Factor;
  if (Made->Kind != RelationKind::Split && Made->Kind != RelationKind::Divide)
    return std::nullopt;
  std::optional<int64_t> Whole = constantTripCount(N, Made->Parents.front());
  if (!Whole)
    return std::nullopt;
  return *Whole / Made->Factor + (*Whole % Made->Factor != 0);
}

} // namespace lacuna
