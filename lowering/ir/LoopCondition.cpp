//===- LoopCondition.cpp - what is asked of a loop at run time ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/LoopCondition.h"
#include "lacuna/ir/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

static std::string describe(const LoopCondition &L) {
  std::string Count = std::to_string(L.Count);
  if (L.Asked == LoopCondition::Kind::Scattered)
    return msg::WhenMostGatherFarApart(L.Row, L.Var, Count);
  const bool Fewer = L.Asked == LoopCondition::Kind::Fewer;
  if (Fewer && !L.Row.empty())
    return msg::WhenMostHaveFewer(L.Row, Count, L.Var);
  if (L.Asked == LoopCondition::Kind::Uneven)
    return msg::WhenRowsAreUneven(L.Row, L.Var);
  if (L.Asked == LoopCondition::Kind::SomeAtLeast)
    return msg::WhenSomeInLongRows(L.Var, L.Row, Count);
  bool Exactly = L.Asked == LoopCondition::Kind::Exactly;
  if (L.Row.empty())
    return msg::WhenLoopHasIterations(L.Var,
                                      (Exactly ? "exactly "
                                       : Fewer ? "fewer than "
                                               : "at least "),
                                      Count);
  return msg::WhenMostInLongRows(L.Var, L.Row, Count);
}

std::string lacuna::describe(llvm::ArrayRef<LoopCondition> When) {
  return llvm::join(
      llvm::map_range(When,
                      [](const LoopCondition &L) { return ::describe(L); }),
      " and ");
}
