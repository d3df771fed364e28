//===- UnrolledLoops.cpp - loops as copies of their bodies ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/UnrolledLoops.h"
#include "llvm/Support/MathExtras.h"

using namespace lacuna;

/// \p E, a sum or product in 64 bits of what copies made constant, as people
/// write it; null if it is something else.
static ExprRef folded(const ExprRef &E) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || E->type() != Type::i64() ||
      (Binary->op() != BinaryOp::Add && Binary->op() != BinaryOp::Mul))
    return nullptr;
  const bool IsSum = Binary->op() == BinaryOp::Add;
  const std::optional<int64_t> A = constantValue(Binary->lhs()),
                               B = constantValue(Binary->rhs());
  if (IsSum && B == 0)
    return Binary->lhs();
  if (IsSum && A == 0)
    return Binary->rhs();
  int64_t Value = 0;
  if (!A || !B ||
      (IsSum ? llvm::AddOverflow(*A, *B, Value)
             : llvm::MulOverflow(*A, *B, Value)))
    return nullptr;
  return i64(Value);
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
