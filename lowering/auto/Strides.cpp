//===- Strides.cpp - how elements follow each other along loops -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "lacuna/analysis/NestQueries.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

Stride strideOf(const ExprRef &E, StringRef Loop) {
  if (!freeVars(E).contains(Loop))
    return Stride::None;
  // Rows that are arrays of their own lie anywhere.
  if (const ExprRef Row = rowOf(E))
    return usesVar(Row, Loop) ? Stride::Other : strideOf(indexInRow(E), Loop);
  if (isa<VarExpr>(E.get()))
    return Stride::One;
  if (auto *Cast = dyn_cast<CastExpr>(E.get()))
    return strideOf(Cast->operand(), Loop);
  auto *Sum = dyn_cast<BinaryExpr>(E.get());
  if (!Sum || (Sum->op() != BinaryOp::Add && Sum->op() != BinaryOp::Sub))
    return Stride::Other;
  const Stride Left = strideOf(Sum->lhs(), Loop),
               Right = strideOf(Sum->rhs(), Loop);
  if (Right == Stride::None)
    return Left;
  return Left == Stride::None && Sum->op() == BinaryOp::Add ? Right
                                                            : Stride::Other;
}

std::shared_ptr<const AssignStmt> onlyStore(const AffineStatement &S) {
  const StringMap<ExprRef> Lets = letsIn(S.Body);
  std::shared_ptr<const AssignStmt> Found;
  for (const StmtRef &Part : statementsOf(S.Body)) {
    if (isa<LetStmt>(Part.get()))
      continue;
    if (Found || !isa<AssignStmt>(Part.get()))
      return nullptr;
    Found = std::static_pointer_cast<const AssignStmt>(substitute(Part, Lets));
  }
  return Found && Found->target().Index ? Found : nullptr;
}

std::optional<std::vector<ExprRef>> subscriptsIn(const ExprRef &E) {
  std::vector<ExprRef> Found;
  bool AreDirect = true;
  walk(E, [&](const Expr &Part) {
    if (isa<SelectExpr>(&Part))
      AreDirect = false;
    auto *Load = dyn_cast<LoadExpr>(&Part);
    if (!Load)
      return;
    walk(Load->index(),
         [&](const Expr &Of) { AreDirect &= !isa<LoadExpr>(&Of); });
    Found.push_back(Load->index());
  });
  return AreDirect ? std::optional(std::move(Found)) : std::nullopt;
}

std::vector<std::string> loopsWithParts(const AffineStatement &S) {
  std::vector<std::string> Result;
  for (const auto &[Depth, Loop] : enumerate(S.Loops)) {
    const std::vector<AffineExpr::Term> &Terms = S.Order[Depth].Terms;
    if (!Terms.empty() && Terms.front().Factor > 1)
      Result.push_back(plainName(Loop));
  }
  return Result;
}

} // namespace lacuna
