//===- VerifyTest.cpp - rules that verify keeps -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace lacuna;

static std::string complaint(const Nest &N) {
  return llvm::toString(verify(N));
}
static std::string complaint(const LoopProgram &P) {
  return llvm::toString(verify(P));
}

static StmtRef store(llvm::StringRef Array, ExprRef Index, ExprRef Value) {
  Place Target = {Array.str(), Type::f64(), std::move(Index)};
  return std::make_shared<AssignStmt>(std::move(Target), ReduceOp::None,
                                      std::move(Value));
}
static ExprRef half() {
  return std::make_shared<ConstantExpr>(Type::f64(), "0.5");
}

class VerifyNest : public testing::Test {
protected:
  Nest N = take(parseNest(SampleNest));
};

TEST_F(VerifyNest, AcceptsTheSample) { EXPECT_EQ(complaint(N), ""); }

TEST_F(VerifyNest, NamesAreUnique) {
  N.Operands.push_back(N.Operands.front());
  EXPECT_EQ(complaint(N), "internal: name 'm' is declared twice");
}

TEST_F(VerifyNest, LocalsShadowNothing) {
  N.Body = block({std::make_shared<LetStmt>("m", i64(1)), N.Body});
  EXPECT_EQ(complaint(N), "internal: name 'm' is declared twice");
}

TEST_F(VerifyNest, DerivedVariablesNeedARelation) {
  N.IndexVars.push_back({"k", Type::i64(), nullptr, nullptr, ""});
  EXPECT_EQ(complaint(N), "internal: derived variable 'k' has no relation, or "
                          "a range or type of its own");
}

TEST_F(VerifyNest, DerivedVariablesAreI64) {
  for (IndexVar &V : N.IndexVars)
    if (V.Name == "i0")
      V.Ty = Type::i32();
  EXPECT_EQ(complaint(N), "internal: derived variable 'i0' has no relation, "
                          "or a range or type of its own");
}

TEST_F(VerifyNest, VariablesAreConsumedOnce) {
  Relation R = N.Relations[0];
  R.Children = {"k0", "k1"};
  N.Relations.push_back(R);
  for (const std::string &Child : R.Children)
    N.IndexVars.push_back({Child, Type::i64(), nullptr, nullptr, ""});
  EXPECT_EQ(complaint(N), "internal: index variable 'i' is consumed twice");
}

TEST_F(VerifyNest, FactorsArePositive) {
  N.Relations[0].Factor = 0;
  EXPECT_EQ(complaint(N), "internal: relation that makes 'i0' has factor 0");
}

TEST_F(VerifyNest, LoopsRunOverFullyDerivedVariables) {
  N.Body = std::make_shared<LoopStmt>("i", block({}));
  EXPECT_EQ(complaint(N),
            "internal: loop over 'i', which is not fully derived");
  N.Body = std::make_shared<LoopStmt>("q", block({}));
  EXPECT_EQ(complaint(N),
            "internal: loop over 'q', which is no index variable");
}

TEST_F(VerifyNest, LoopsOccurOnceOnAPath) {
  N.Body = std::make_shared<LoopStmt>("i0", N.Body);
  EXPECT_EQ(complaint(N),
            "internal: loop over 'i0' inside another over the same");
}

TEST_F(VerifyNest, VariablesAreUsedWhereTheyAreDetermined) {
  ExprRef I = var(Type::i32(), "i");
  N.Body = std::make_shared<LoopStmt>("i0", store("y", I, half()));
  EXPECT_EQ(complaint(N), "internal: 'i' is used where the loops around do "
                          "not determine it");
  N.Body = std::make_shared<LoopStmt>(
      "i1", std::make_shared<LoopStmt>("i0", store("y", I, half())));
  EXPECT_EQ(complaint(N), "");
}

TEST_F(VerifyNest, OnlyWrittenArraysAreStoredTo) {
  N.Body = block({N.Body, store("x", i64(0), half())});
  EXPECT_EQ(complaint(N),
            "internal: array 'x' is stored to but not declared as written");
}

TEST_F(VerifyNest, NoLoopIRInTheBody) {
  StmtRef For = std::make_shared<ForStmt>("k", i64(0), i64(4), block({}));
  N.Body = block({N.Body, For});
  EXPECT_EQ(complaint(N), "internal: 'for' in an iteration graph");
}

TEST_F(VerifyNest, NoLoopOfTheGraphInsideWhile) {
  ExprRef Never = constant(Type::boolean(), 0);
  N.Body = std::make_shared<WhileStmt>(Never, N.Body);
  EXPECT_EQ(complaint(N), "internal: a loop of the graph inside 'while'");
  N.Body = std::make_shared<WhileStmt>(Never, block({}));
  EXPECT_EQ(complaint(N), "");
}

TEST_F(VerifyNest, NoGraphInTheEpilogue) {
  N.Epilogue = std::make_shared<LoopStmt>("i0", block({}));
  EXPECT_EQ(complaint(N), "internal: 'loop' in a loop program");
}

TEST_F(VerifyNest, GuardsSeeOperandsOnly) {
  Guard G;
  G.Reason = "never";
  G.Cond = binary(BinaryOp::Lt, var(Type::i32(), "i"), var(Type::i32(), "m"));
  N.Guards.push_back(G);
  EXPECT_EQ(complaint(N), "internal: 'i' is no variable in scope");
}

TEST_F(VerifyNest, TypesAgree) {
  N.Body = block({N.Body, store("y", i64(0), i64(1))});
  EXPECT_EQ(complaint(N), "internal: '=' stores a value of type i64 to a place "
                          "of type f64");
  N.Body = store("y", half(), half());
  EXPECT_EQ(complaint(N), "internal: the subscript of 'y' has type f64");
  N.Body = store("y", i64(0), var(Type::f64(), "m"));
  EXPECT_EQ(complaint(N), "internal: 'm' of type i32 is used with type f64");
  N.Body = store("y", i64(0), load(Type::f64(), "crd", i64(0)));
  EXPECT_EQ(complaint(N),
            "internal: array 'crd' of i32 is used with element type f64");
  ExprRef Sum =
      std::make_shared<BinaryExpr>(BinaryOp::Add, Type::f64(), half(), i64(1));
  N.Body = store("y", i64(0), Sum);
  EXPECT_EQ(complaint(N),
            "internal: '+' has operands of different types f64 and i64");
}

TEST_F(VerifyNest, LiteralsFitTheirType) {
  auto WithLiteral = [&](const Type &Ty, int64_t Value) {
    Nest Copy = N;
    Copy.Body = std::make_shared<LetStmt>("k", constant(Ty, Value));
    return complaint(Copy);
  };
  EXPECT_EQ(WithLiteral(Type::i32(), int64_t(1) << 31),
            "internal: literal 2147483648 is no value of type i32");
  EXPECT_EQ(WithLiteral(Type::i32(), INT32_MIN), "");
  EXPECT_EQ(WithLiteral(Type::boolean(), 2),
            "internal: literal 2 is no value of type bool");
  N.Body = std::make_shared<LetStmt>(
      "k", std::make_shared<ConstantExpr>(Type::f64(), "inf"));
  EXPECT_EQ(complaint(N), "internal: 'inf' is no literal of type f64");
}

TEST_F(VerifyNest, HolesHaveOperands) {
  auto Opaque = [&](std::string Text) {
    N.Body = std::make_shared<LetStmt>(
        "k", std::make_shared<OpaqueExpr>(Type::opaque("T"), std::move(Text),
                                          std::vector{i64(1)}));
    return complaint(N);
  };
  EXPECT_EQ(Opaque("f($0)"), "");
  EXPECT_EQ(Opaque("f($0, $1)"), "internal: opaque text 'f($0, $1)' has a hole "
                                 "without an operand");
}

class VerifyProgram : public testing::Test {
protected:
  LoopProgram P = take(parseLoopProgram(SampleProgram));
};

TEST_F(VerifyProgram, AcceptsTheSample) { EXPECT_EQ(complaint(P), ""); }

TEST_F(VerifyProgram, NoGraph) {
  P.Body = std::make_shared<LoopStmt>("i", block({}));
  EXPECT_EQ(complaint(P), "internal: 'loop' in a loop program");
  P.Body = std::make_shared<TrackStmt>("i", nullptr, nullptr, nullptr);
  EXPECT_EQ(complaint(P), "internal: 'track' in a loop program");
}

TEST_F(VerifyProgram, NamesEndWithTheirScope) {
  auto For = [](StmtRef Body) {
    return std::make_shared<ForStmt>("i", i64(0), i64(4), std::move(Body));
  };
  ExprRef I = var(Type::i64(), "i");
  P.Body = block({For(store("y", I, half())), store("y", I, half())});
  EXPECT_EQ(complaint(P), "internal: 'i' is no variable in scope");
  P.Body = block({For(nullptr), For(nullptr)});
  EXPECT_EQ(complaint(P), "");
  P.Body = For(For(nullptr));
  EXPECT_EQ(complaint(P), "internal: name 'i' is declared twice");
}

TEST_F(VerifyProgram, GuardsSayOneThing) {
  P.Guards.emplace_back();
  EXPECT_EQ(complaint(P), "internal: a guard needs a condition or two slices");
}

TEST_F(VerifyProgram, TagsFitTheMode) {
  ForTags Tags;
  Tags.NumThreads = constant(Type::i32(), 2);
  P.Body = std::make_shared<ForStmt>("i", i64(0), i64(4), nullptr, Tags);
  EXPECT_EQ(complaint(P), "internal: a loop that is not run by threads has "
                          "their properties");
  Tags = ForTags();
  Tags.Reductions.emplace_back(ReduceOp::Add, "m");
  P.Body = std::make_shared<ForStmt>("i", i64(0), i64(4), nullptr, Tags);
  EXPECT_EQ(complaint(P), "internal: a loop that is not run by vector lanes "
                          "has their properties");
  Tags.Mode = ForMode::Simd;
  P.Body = std::make_shared<ForStmt>("i", i64(0), i64(4), nullptr, Tags);
  EXPECT_EQ(complaint(P), "internal: 'm' cannot be reduced into");
  Tags = ForTags();
  Tags.IsIndependent = true;
  P.Body = std::make_shared<ForStmt>("i", i64(0), i64(4), nullptr, Tags);
  EXPECT_EQ(complaint(P), "internal: only a serial loop that is unrolled fully "
                          "can be independent");
  Tags = ForTags();
  Tags.Mode = ForMode::GpuThread;
  Tags.Width = 8;
  P.Body = std::make_shared<ForStmt>("i", i64(0), i64(4), nullptr, Tags);
  EXPECT_EQ(complaint(P), "internal: a loop that is not run by vector lanes "
                          "has their properties");
}

TEST_F(VerifyProgram, ScalarsAreNotAssigned) {
  Place Target = {"m", Type::i32(), nullptr};
  P.Body = std::make_shared<AssignStmt>(Target, ReduceOp::None,
                                        constant(Type::i32(), 1));
  EXPECT_EQ(complaint(P),
            "internal: 'm' is no variable that can be assigned to");
}

TEST_F(VerifyProgram, ThreadsShareNoVariableThatTheySet) {
  auto Declared = std::make_shared<VarStmt>("best", Type::f64(), half(), 0);
  auto Set = [](bool Atomic) {
    return std::make_shared<AssignStmt>(Place{"best", Type::f64(), nullptr},
                                        ReduceOp::Add, half(), Atomic, 0);
  };
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  auto On = [&](const StmtRef &Body) {
    return std::make_shared<ForStmt>("t", i64(0), i64(4), Body, Tags);
  };
  P.Body = block({Declared, On(Set(false))});
  EXPECT_EQ(complaint(P), "internal: threads share 'best', which they set");
  P.Body = block({Declared, On(Set(true))});
  EXPECT_EQ(complaint(P), "");
  P.Body = On(block({Declared, Set(false)}));
  EXPECT_EQ(complaint(P), "");
}
