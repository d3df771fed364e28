//===- SlopedTrips.cpp - loops that grow from row to row ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/SlopedTrips.h"

using namespace lacuna;

/// Steps from row to row are small numbers: with more, rows are few.
static constexpr int64_t MostSlope = 1 << 16;

namespace {

/// A bound in the first row, u64, and by how much that of the next is larger.
struct Line {
  ExprRef First;
  int64_t Slope;
};

class Lines {
public:
  Lines(const Nest &N, const IndexVar &Row)
      : N(N), Row(Row), Lets(letsIn(N.Body)) {}

  std::optional<Line> of(const ExprRef &Bound) const;

private:
  std::optional<Line> ofVariable(const VarExpr &E) const;
  std::optional<Line> ofBinary(const BinaryExpr &E) const;

  const Nest &N;
  const IndexVar &Row;
  const llvm::StringMap<ExprRef> Lets;
};

} // namespace

std::optional<Line> Lines::ofVariable(const VarExpr &E) const {
  if (E.name() == Row.Name)
    return Line{cast(Type::u64(), Row.Lo), 1};
  if (auto Let = Lets.find(E.name()); Let != Lets.end())
    return of(Let->second);
  const Operand *O = N.findOperand(E.name());
  if (!O || O->Kind != OperandKind::Scalar)
    return std::nullopt;
  return Line{cast(Type::u64(), var(E.type(), E.name().str())), 0};
}

std::optional<Line> Lines::ofBinary(const BinaryExpr &E) const {
  if (E.op() != BinaryOp::Add && E.op() != BinaryOp::Sub &&
      E.op() != BinaryOp::Mul)
    return std::nullopt;
  const std::optional<Line> L = of(E.lhs()), R = of(E.rhs());
  if (!L || !R)
    return std::nullopt;
  const ExprRef First = binary(E.op(), L->First, R->First);
  if (E.op() == BinaryOp::Add)
    return Line{First, L->Slope + R->Slope};
  if (E.op() == BinaryOp::Sub)
    return Line{First, L->Slope - R->Slope};
  if (L->Slope == 0 && R->Slope == 0)
    return Line{First, 0};
  // Of `c * x` the constant says how much steeper it is than x.
  const std::optional<int64_t> OnLeft = constantValue(E.lhs()),
                               Factor =
                                   OnLeft ? OnLeft : constantValue(E.rhs());
  if (!Factor || *Factor < -MostSlope || *Factor > MostSlope)
    return std::nullopt;
  return Line{First, *Factor * (L->Slope + R->Slope)};
}

std::optional<Line> Lines::of(const ExprRef &Bound) const {
  if (!Bound->type().isInteger())
    return std::nullopt;
  std::optional<Line> Result;
  if (auto *Var = llvm::dyn_cast<VarExpr>(Bound.get()))
    Result = ofVariable(*Var);
  else if (constantValue(Bound))
    Result = Line{cast(Type::u64(), Bound), 0};
  else if (auto *Cast = llvm::dyn_cast<CastExpr>(Bound.get()))
    Result = of(Cast->operand());
  else if (auto *Binary = llvm::dyn_cast<BinaryExpr>(Bound.get()))
    Result = ofBinary(*Binary);
  if (Result && (Result->Slope < -MostSlope || Result->Slope > MostSlope))
    return std::nullopt;
  return Result;
}

/// The square of what is positive of \p Trips.
static ExprRef squareOf(const ExprRef &Trips) {
  ExprRef Positive = cast(
      Type::u64(), binary(BinaryOp::Max, cast(Type::i64(), Trips), i64(0)));
  return binary(BinaryOp::Mul, Positive, Positive);
}

/// The area below a line that is cut off at 0 is a difference of two triangles.
ExprRef SlopedTrips::halfBefore(const ExprRef &Rows) const {
  const ExprRef Grown = binary(BinaryOp::Mul, cast(Type::u64(), Rows),
                               cast(Type::u64(), i64(Slope)));
  const ExprRef AtFirst = squareOf(First),
                AtLast = squareOf(binary(BinaryOp::Add, First, Grown));
  const ExprRef Twice = Slope > 0 ? binary(BinaryOp::Sub, AtLast, AtFirst)
                                  : binary(BinaryOp::Sub, AtFirst, AtLast);
  return cast(Type::i64(), binary(BinaryOp::Div, Twice,
                                  cast(Type::u64(), i64(4 * std::abs(Slope)))));
}

std::optional<SlopedTrips>
lacuna::slopedTrips(const Nest &N, const IndexVar &Row, const IndexVar &Inner) {
  const Lines Of(N, Row);
  const std::optional<Line> Begin = Of.of(Inner.Lo), End = Of.of(Inner.Hi);
  if (!Begin || !End || Begin->Slope == End->Slope)
    return std::nullopt;
  return SlopedTrips{binary(BinaryOp::Sub, End->First, Begin->First),
                     End->Slope - Begin->Slope};
}
