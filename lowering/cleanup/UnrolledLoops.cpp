//===- UnrolledLoops.cpp - loops as copies of their bodies ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/UnrolledLoops.h"

using namespace lacuna;

/// \p E as it is built of its operands, in which copies made names constant.
static ExprRef folded(const ExprRef &E) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  return Binary ? binary(Binary->op(), Binary->lhs(), Binary->rhs()) : nullptr;
}

StmtRef lacuna::unrollFully(const StmtRef &S) {
  return rewrite(
      S,
      [](const StmtRef &Part) -> StmtRef {
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        if (!Loop || Loop->tags().Mode != ForMode::Serial ||
            Loop->tags().Unroll != LoopTags::FullUnroll ||
            constantValue(Loop->lo()) != 0 || constantTrips(*Loop) == 0)
          return nullptr;
        std::vector<StmtRef> Copies;
        for (int64_t K = 0; K < constantTrips(*Loop); ++K) {
          llvm::StringMap<ExprRef> Number;
          Number[Loop->var()] = constant(Loop->type(), K);
          Copies.push_back(
              rewrite(substitute(Loop->body(), Number), nullptr, folded));
        }
        return std::make_shared<BlockStmt>(std::move(Copies));
      },
      nullptr);
}
