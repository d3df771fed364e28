//===- LoopCondition.cpp - what is asked of a loop at run time ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/LoopCondition.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

static std::string describe(const LoopCondition &L) {
  std::string Count = std::to_string(L.Count);
  if (L.Asked == LoopCondition::Kind::Scattered)
    return "most '" + L.Row + "' gather by '" + L.Var + "' at least " + Count +
           " rows away from the next one";
  if (L.Asked == LoopCondition::Kind::Fewer)
    return "most '" + L.Row + "' have fewer than " + Count +
           " iterations of '" + L.Var + "'";
  bool Exactly = L.Asked == LoopCondition::Kind::Exactly;
  if (L.Row.empty())
    return "'" + L.Var + "' has " + (Exactly ? "exactly " : "at least ") +
           Count + " iterations";
  return "most iterations of '" + L.Var + "' belong to an '" + L.Row +
         "' with at least " + Count;
}

std::string lacuna::describe(llvm::ArrayRef<LoopCondition> When) {
  return llvm::join(
      llvm::map_range(When,
                      [](const LoopCondition &L) { return ::describe(L); }),
      " and ");
}
