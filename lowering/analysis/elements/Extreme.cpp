//===- Extreme.cpp - the least or greatest of values ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/Extreme.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

void Extreme::add(const ExprRef &E) {
  for (ExprRef &Other : Unlike)
    if (const std::optional<int64_t> More = constantDifference(E, Other)) {
      if (Op == BinaryOp::Min ? *More < 0 : *More > 0)
        Other = E;
      return;
    }
  Unlike.push_back(E);
}

ExprRef Extreme::value() const {
  ExprRef All = Unlike.front();
  for (const ExprRef &E : llvm::drop_begin(Unlike))
    All = binary(Op, All, E);
  return All;
}
