//===- ExprTest.cpp - builders and queries of expressions -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace lacuna;

static ExprRef x() { return var(Type::i64(), "x"); }
static ExprRef y() { return var(Type::i64(), "y"); }

static ExprRef add(ExprRef L, ExprRef R) {
  return binary(BinaryOp::Add, std::move(L), std::move(R));
}
static ExprRef sub(ExprRef L, ExprRef R) {
  return binary(BinaryOp::Sub, std::move(L), std::move(R));
}
static ExprRef mul(ExprRef L, ExprRef R) {
  return binary(BinaryOp::Mul, std::move(L), std::move(R));
}

TEST(Expr, FoldsConstants) {
  EXPECT_EQ(constantValue(add(i64(2), i64(3))), 5);
  EXPECT_EQ(constantValue(sub(i64(2), i64(3))), -1);
  EXPECT_EQ(constantValue(binary(BinaryOp::Div, i64(7), i64(2))), 3);
  EXPECT_EQ(constantValue(binary(BinaryOp::Rem, i64(7), i64(2))), 1);
  EXPECT_EQ(constantValue(binary(BinaryOp::Max, i64(7), i64(2))), 7);
  EXPECT_EQ(constantValue(unary(UnaryOp::Neg, i64(7))), -7);
  EXPECT_EQ(toString(binary(BinaryOp::Lt, i64(1), i64(2))), "true");
}

TEST(Expr, DoesNotFoldWhatOverflows) {
  ExprRef Max = i64(INT64_MAX), Min = i64(INT64_MIN);
  EXPECT_EQ(constantValue(add(Max, i64(1))), std::nullopt);
  EXPECT_EQ(constantValue(sub(Min, i64(1))), std::nullopt);
  EXPECT_EQ(constantValue(mul(Max, i64(2))), std::nullopt);
  EXPECT_EQ(constantValue(unary(UnaryOp::Neg, Min)), std::nullopt);
  EXPECT_EQ(constantValue(binary(BinaryOp::Div, Min, i64(-1))), std::nullopt);
  EXPECT_EQ(constantValue(binary(BinaryOp::Rem, Min, i64(-1))), std::nullopt);
  EXPECT_EQ(constantValue(binary(BinaryOp::Div, i64(1), i64(0))), std::nullopt);
  EXPECT_EQ(toString(sub(add(x(), Max), Min)),
            "x + 9223372036854775807:i64 - -9223372036854775808:i64");
}

TEST(Expr, DropsNeutralOperands) {
  EXPECT_EQ(toString(add(x(), i64(0))), "x");
  EXPECT_EQ(toString(add(i64(0), x())), "x");
  EXPECT_EQ(toString(sub(x(), i64(0))), "x");
  EXPECT_EQ(toString(sub(x(), x())), "0:i64");
  EXPECT_EQ(toString(mul(x(), i64(1))), "x");
  EXPECT_EQ(toString(mul(i64(1), x())), "x");
  EXPECT_EQ(toString(mul(x(), i64(0))), "0:i64");
  EXPECT_EQ(toString(binary(BinaryOp::Div, x(), i64(1))), "x");
  EXPECT_EQ(toString(binary(BinaryOp::Rem, x(), i64(1))), "0:i64");
  EXPECT_EQ(toString(binary(BinaryOp::Min, x(), x())), "x");
  EXPECT_EQ(toString(sub(i64(0), x())), "0:i64 - x");
}

TEST(Expr, CollectsOffsets) {
  EXPECT_EQ(toString(add(add(x(), i64(2)), i64(3))), "x + 5:i64");
  EXPECT_EQ(toString(sub(add(x(), i64(2)), i64(3))), "x - 1:i64");
  EXPECT_EQ(toString(add(sub(x(), i64(2)), i64(3))), "x + 1:i64");
  EXPECT_EQ(toString(sub(sub(x(), i64(2)), i64(3))), "x - 5:i64");
  EXPECT_EQ(toString(sub(add(x(), i64(2)), i64(2))), "x");
}

TEST(Expr, LeavesOtherTypesAsGiven) {
  ExprRef I = var(Type::i32(), "i");
  EXPECT_EQ(toString(add(I, constant(Type::i32(), 0))), "i + 0");
  EXPECT_EQ(toString(add(constant(Type::i32(), 1), constant(Type::i32(), 2))),
            "1 + 2");
  Type LongLong(TypeClass::Int, 64, "long long");
  EXPECT_EQ(toString(mul(constant(LongLong, 2), constant(LongLong, 3))),
            "2:\"long long\":i64 * 3:\"long long\":i64");
}

TEST(Expr, CastIsDroppedOrFolded) {
  ExprRef I = var(Type::i32(), "i");
  EXPECT_EQ(cast(Type::i32(), I), I);
  EXPECT_EQ(toString(cast(Type::i64(), I)), "i64(i)");
  EXPECT_EQ(toString(cast(Type::i64(), constant(Type::i32(), -4))), "-4:i64");
  EXPECT_EQ(toString(cast(Type::i32(), i64(4))), "i32(4:i64)");
}

TEST(Expr, CeilDivRoundsUp) {
  EXPECT_EQ(constantValue(ceilDiv(i64(0), i64(4))), 0);
  EXPECT_EQ(constantValue(ceilDiv(i64(8), i64(4))), 2);
  EXPECT_EQ(constantValue(ceilDiv(i64(9), i64(4))), 3);
  EXPECT_EQ(constantValue(ceilDiv(i64(INT64_MAX), i64(INT64_MAX - 1))), 2);
  EXPECT_EQ(toString(ceilDiv(x(), i64(1))), "x");
  EXPECT_EQ(toString(ceilDiv(x(), i64(32))), "(x + 31:i64) / 32:i64");
}

TEST(Expr, CeilDivByWhatMayBeHugeDoesNotOverflow) {
  EXPECT_EQ(toString(ceilDiv(x(), y())), "x / y + i64(x % y > 0:i64)");
  EXPECT_EQ(toString(ceilDiv(x(), i64(INT64_MAX))),
            "x / 9223372036854775807:i64 + "
            "i64(x % 9223372036854775807:i64 > 0:i64)");
}

TEST(Expr, EqualityLooksAtEverything) {
  ExprRef L = load(Type::f64(), "a", x());
  EXPECT_TRUE(structurallyEqual(L, load(Type::f64(), "a", x())));
  EXPECT_FALSE(structurallyEqual(L, load(Type::f64(), "b", x())));
  EXPECT_FALSE(structurallyEqual(L, load(Type::f64(), "a", y())));
  EXPECT_FALSE(structurallyEqual(L, load(Type::f32(), "a", x())));
  EXPECT_FALSE(structurallyEqual(x(), i64(1)));
  EXPECT_FALSE(structurallyEqual(i64(1), i64(2)));
  EXPECT_FALSE(structurallyEqual(i64(1), constant(Type::i32(), 1)));
  EXPECT_FALSE(structurallyEqual(x(), nullptr));
  EXPECT_TRUE(structurallyEqual(ExprRef(), ExprRef()));
}

TEST(Expr, SubstitutesVariablesNotArrays) {
  ExprRef E = add(load(Type::i64(), "x", x()), y());
  llvm::StringMap<ExprRef> Map;
  Map["x"] = i64(3);
  ExprRef New = substitute(E, Map);
  EXPECT_EQ(toString(New), "x[3:i64] + y");
  EXPECT_EQ(toString(E), "x[x] + y");
  Map.clear();
  Map["z"] = i64(3);
  EXPECT_EQ(substitute(E, Map), E) << "an unchanged tree is the same object";
}

TEST(Expr, RewritesBottomUp) {
  ExprRef E = mul(add(x(), y()), y());
  unsigned Visited = 0;
  ExprRef New = rewrite(E, [&](const ExprRef &Node) -> ExprRef {
    ++Visited;
    auto *Var = llvm::dyn_cast<VarExpr>(Node.get());
    return Var && Var->name() == "y" ? x() : nullptr;
  });
  EXPECT_EQ(Visited, 5u);
  EXPECT_EQ(toString(New), "(x + x) * x");
}

TEST(Expr, FindsFreeVariables) {
  ExprRef E = add(load(Type::i64(), "a", x()), y());
  EXPECT_EQ(freeVars(E).size(), 2u);
  EXPECT_TRUE(usesVar(E, "x"));
  EXPECT_FALSE(usesVar(E, "a"));
  EXPECT_FALSE(usesVar(nullptr, "x"));
}

TEST(Expr, WithOperandsKeepsKindAndType) {
  llvm::SmallVector<ExprRef> Samples = {
      load(Type::f64(), "a", x()),
      unary(UnaryOp::BitNot, x()),
      binary(BinaryOp::Lt, x(), y()),
      cast(Type::f64(), x()),
      std::make_shared<SelectExpr>(binary(BinaryOp::Lt, x(), y()), x(), y()),
      std::make_shared<CallExpr>(Type::f64(), "fabs",
                                 std::vector{cast(Type::f64(), x())}),
      std::make_shared<OpaqueExpr>(Type::opaque("T"), "$0", std::vector{x()}),
      x(),
      i64(1)};
  for (const ExprRef &E : Samples)
    EXPECT_TRUE(structurallyEqual(E, withOperands(E, E->operands().vec())))
        << toString(E);
}
