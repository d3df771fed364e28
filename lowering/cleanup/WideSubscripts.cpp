//===- WideSubscripts.cpp - subscripts in i64 -----------------------------===//
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
  return Assign->with(std::move(To), Assign->value());
}

/// A hint is given also where the user's loop computes no subscript.
static StmtRef widenPrefetch(const PrefetchStmt &S) {
  return std::make_shared<PrefetchStmt>(S.array().str(), S.elem(),
                                        widened(S.index()), S.count(), S.tag());
}

/// The rest of a block behind \p Let, which gives one of \p N's index variables
/// its value: uses of that in 64 bits do without the variable.
static void useWideValue(const LetStmt &Let, std::vector<StmtRef> &Block,
                         size_t Rest) {
  auto *Narrowed = llvm::dyn_cast<CastExpr>(Let.init().get());
  if (!Narrowed || Narrowed->operand()->type() != Type::i64())
    return;
  auto Widen = [&](const ExprRef &E) -> ExprRef {
    auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
    auto *Var = Cast ? llvm::dyn_cast<VarExpr>(Cast->operand().get()) : nullptr;
    return Var && Var->name() == Let.name() && E->type() == Type::i64()
               ? Narrowed->operand()
               : nullptr;
  };
  for (size_t K = Rest; K < Block.size(); ++K)
    Block[K] = rewrite(Block[K], nullptr, Widen);
}

/// As widenLoad; of the levels of arrays of arrays, too.
static ExprRef widenLevels(const ExprRef &E) {
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  if (Cast && E->type() == Type::i64() && narrowArithmetic(Cast->operand()))
    return widened(Cast->operand());
  return widenLoad(E);
}

/// \p S, loops of a schedule of affine ones, all of whose subscripts are those
/// of the user's loop: index variables never leave their types.
static StmtRef widenAll(const StmtRef &S, const Nest &N) {
  return rewrite(
      rewrite(S, widenStore, widenLevels),
      [&](const StmtRef &Part) -> StmtRef {
        auto *Block = llvm::dyn_cast<BlockStmt>(Part.get());
        if (!Block)
          return nullptr;
        std::vector<StmtRef> Body = Block->body();
        for (size_t K = 0; K < Body.size(); ++K)
          if (auto *Let = llvm::dyn_cast<LetStmt>(Body[K].get());
              Let && N.findIndexVar(Let->name()))
            useWideValue(*Let, Body, K + 1);
        return std::make_shared<BlockStmt>(std::move(Body), Block->tag());
      },
      nullptr);
}

StmtRef lacuna::widenSubscripts(const StmtRef &S, const Nest &N, bool InLoops) {
  if (N.Affine && InLoops)
    return widenAll(S, N);
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
