//===- WideSubscripts.cpp - subscripts of vector loops in i64 -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/WideSubscripts.h"

using namespace lacuna;

/// The sum, difference or product that \p E is, if it is one in 32 signed bits.
static const BinaryExpr *narrowArithmetic(const ExprRef &E) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || !E->type().isSigned() || E->type().bits() != 32)
    return nullptr;
  BinaryOp Op = Binary->op();
  return Op == BinaryOp::Add || Op == BinaryOp::Sub || Op == BinaryOp::Mul
             ? Binary
             : nullptr;
}

ExprRef lacuna::widened(const ExprRef &E) {
  if (ExprRef Row = rowOf(E))
    return subscript(Row, widened(indexInRow(E)));
  const BinaryExpr *Narrow = narrowArithmetic(E);
  return Narrow ? binary(Narrow->op(), widened(Narrow->lhs()),
                         widened(Narrow->rhs()))
                : cast(Type::i64(), E);
}

/// \p Subscript with wide arithmetic in the place's row; null if it is none
/// that is narrow.
static ExprRef widenedInRow(const ExprRef &Subscript) {
  return narrowArithmetic(indexInRow(Subscript)) ? widened(Subscript) : nullptr;
}

static ExprRef widenLoad(const ExprRef &E) {
  auto *Load = llvm::dyn_cast<LoadExpr>(E.get());
  ExprRef Wide = Load ? widenedInRow(Load->index()) : nullptr;
  return Wide ? load(Load->type(), Load->array(), Wide) : nullptr;
}

static StmtRef widenStore(const StmtRef &S) {
  auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
  if (!Assign || !Assign->target().Index)
    return nullptr;
  Place To = Assign->target();
  To.Index = widenedInRow(To.Index);
  if (!To.Index)
    return nullptr;
  return std::make_shared<AssignStmt>(To, Assign->op(), Assign->value(),
                                      Assign->isAtomic(), Assign->tag());
}

/// A hint is given also where the user's loop computes no subscript.
static StmtRef widenPrefetch(const PrefetchStmt &S) {
  return std::make_shared<PrefetchStmt>(S.array().str(), S.elem(),
                                        widened(S.index()), S.count(), S.tag());
}

StmtRef lacuna::widenSubscripts(const StmtRef &S, bool InLoops) {
  return rewrite(
      S,
      [InLoops](const StmtRef &Part) -> StmtRef {
        if (auto *Fetch = llvm::dyn_cast<PrefetchStmt>(Part.get()))
          return widenPrefetch(*Fetch);
        auto *Loop = llvm::dyn_cast<ForStmt>(Part.get());
        if (!InLoops || !Loop || Loop->tags().Mode != ForMode::Simd)
          return nullptr;
        return std::make_shared<ForStmt>(
            Loop->var().str(), Loop->lo(), Loop->hi(),
            rewrite(Loop->body(), widenStore, widenLoad), Loop->tags(),
            Loop->tag());
      },
      nullptr);
}
