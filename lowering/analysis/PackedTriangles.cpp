//===- PackedTriangles.cpp - triangles row behind row ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedTriangles.h"
#include "lacuna/ir/FrontValues.h"

using namespace llvm;

namespace lacuna {

/// More rows than that have more elements than there is memory; fewer are
/// counted without wrapping.
static constexpr int64_t MostPackedRows = int64_t(1) << 31;

/// The user's index variable that \p E is, from zero or behind it; or null.
static const IndexVar *indexVar(const Nest &N, const ExprRef &E) {
  auto *Var = dyn_cast<VarExpr>(withoutPromotion(E).get());
  const IndexVar *Of = Var ? N.findIndexVar(Var->name()) : nullptr;
  const std::optional<int64_t> Begin =
      Of && Of->Lo ? constantValue(Of->Lo) : std::nullopt;
  return Begin && *Begin >= 0 ? Of : nullptr;
}

/// \p E as a variable and a constant beside it.
static std::optional<std::pair<const IndexVar *, int64_t>>
neighbour(const Nest &N, const ExprRef &E) {
  if (const IndexVar *Var = indexVar(N, E))
    return std::pair(Var, int64_t(0));
  const BinaryExpr *Sum = asBinary(withoutPromotion(E), BinaryOp::Add);
  const BinaryExpr *Less = asBinary(withoutPromotion(E), BinaryOp::Sub);
  const BinaryExpr *Both = Sum ? Sum : Less;
  const std::optional<int64_t> By =
      Both ? constantValue(Both->rhs()) : std::nullopt;
  const IndexVar *Var = By ? indexVar(N, Both->lhs()) : nullptr;
  return Var ? std::optional(std::pair(Var, Sum ? *By : -*By)) : std::nullopt;
}

namespace {
/// Where a row begins.
struct RowBegin {
  const IndexVar *Row;
  int64_t Longer; ///< how many elements row r has beyond r
  Type In;        ///< of the product
};
} // namespace

static std::optional<RowBegin> rowBegin(const Nest &N, const ExprRef &E) {
  const BinaryExpr *Half = asBinary(withoutPromotion(E), BinaryOp::Div);
  if (!Half || constantValue(Half->rhs()) != 2)
    return std::nullopt;
  const BinaryExpr *Product =
      asBinary(withoutPromotion(Half->lhs()), BinaryOp::Mul);
  auto Left = Product ? neighbour(N, Product->lhs()) : std::nullopt,
       Right = Product ? neighbour(N, Product->rhs()) : std::nullopt;
  if (!Left || !Right || Left->first != Right->first ||
      Product->type().bits() < 32 || Left->second * Right->second != 0 ||
      std::abs(Left->second + Right->second) != 1)
    return std::nullopt;
  return RowBegin{Left->first,
                  std::max<int64_t>(0, Left->second + Right->second),
                  Product->type()};
}

std::optional<Injectivity> injectivityInTriangle(const Nest &N,
                                                 const ExprRef &Place,
                                                 const Invariants &Fixed) {
  const BinaryExpr *Sum = asBinary(withoutPromotion(Place), BinaryOp::Add);
  if (!Sum)
    return std::nullopt;
  std::optional<RowBegin> Row = rowBegin(N, Sum->lhs());
  const IndexVar *Column = indexVar(N, Row ? Sum->rhs() : Sum->lhs());
  if (!Row)
    Row = rowBegin(N, Sum->rhs());
  if (!Row || !Column || Column == Row->Row)
    return std::nullopt;
  const auto End = neighbour(N, Column->Hi);
  // What is unsigned wraps round below zero.
  const bool Wraps =
      End && End->second < 0 &&
      !(Column->Hi->type().isSigned() && Row->Row->Ty.isSigned());
  if (!End || End->first != Row->Row || End->second > Row->Longer || Wraps)
    return std::nullopt;
  Injectivity Result;
  for (const IndexVar *Var : {std::as_const(Row->Row), Column})
    if (!Fixed.FixedVars.contains(Var->Name))
      Result.Vars.insert(Var->Name);
  // Signed arithmetic of the user's does not overflow.
  if (Sum->type().isSigned() && Row->In.isSigned())
    return Result;
  const ExprRef Rows = cast(Type::i64(), Row->Row->Hi);
  if (Sum->type().bits() < 64 || Row->In.bits() < 64 || !isEvaluable(N, Rows))
    return std::nullopt;
  Result.Conditions = {binary(BinaryOp::Ge, Rows, i64(0)),
                       binary(BinaryOp::Le, Rows, i64(MostPackedRows))};
  return Result;
}

} // namespace lacuna
