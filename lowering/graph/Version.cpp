//===- Version.cpp - one of the schedules of a nest -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/graph/Version.h"
#include "llvm/ADT/StringExtras.h"

using namespace lacuna;

static std::string describe(const LoopLength &L) {
  std::string Count = std::to_string(L.Trips);
  if (L.Row.empty())
    return "'" + L.Var + "' has " + (L.Exactly ? "exactly " : "at least ") +
           Count + " iterations";
  return "most iterations of '" + L.Var + "' belong to an '" + L.Row +
         "' with at least " + Count;
}

std::string lacuna::describe(llvm::ArrayRef<LoopLength> When) {
  return llvm::join(
      llvm::map_range(When, [](const LoopLength &L) { return ::describe(L); }),
      " and ");
}
