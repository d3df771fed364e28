//===- Choices.cpp - values that are chosen -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Choices.h"

using namespace lacuna;

static bool isChoice(const Expr &E) {
  auto *B = llvm::dyn_cast<BinaryExpr>(&E);
  return llvm::isa<SelectExpr>(&E) ||
         (B && (B->op() == BinaryOp::Min || B->op() == BinaryOp::Max));
}

bool lacuna::choosesIntegers(const StmtRef &Body) {
  return anyOf(Body, [](const Stmt &S) {
    bool Found = false;
    for (const ExprRef &Root : expressions(S))
      if (Root)
        walk(Root, [&](const Expr &E) {
          Found |= isChoice(E) && E.type().isInteger();
        });
    return Found;
  });
}
