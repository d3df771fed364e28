//===- StmtTest.cpp - helpers on statement trees -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace lacuna;

static StmtRef let(llvm::StringRef Name, ExprRef Init) {
  return std::make_shared<LetStmt>(Name.str(), std::move(Init));
}
static StmtRef assign(llvm::StringRef Name, ExprRef Value, SourceTag Tag = 0) {
  Place Target = {Name.str(), Type::i64(), nullptr};
  return std::make_shared<AssignStmt>(std::move(Target), ReduceOp::None,
                                      std::move(Value), false, Tag);
}
static StmtRef blockOf(std::vector<StmtRef> Body, SourceTag Tag = 0) {
  return std::make_shared<BlockStmt>(std::move(Body), Tag);
}
static StmtRef loop(llvm::StringRef Var, StmtRef Body) {
  return std::make_shared<LoopStmt>(Var.str(), std::move(Body));
}

TEST(Stmt, BlockIsFlattened) {
  StmtRef A = assign("a", i64(1)), B = assign("b", i64(2));
  EXPECT_EQ(block({A}), A);
  EXPECT_EQ(block({nullptr, A, nullptr}), A);
  EXPECT_EQ(statementsOf(block({A, blockOf({B, blockOf({A})})})).size(), 3u);
  EXPECT_EQ(statementsOf(block({})).size(), 0u);
  EXPECT_EQ(statementsOf(nullptr).size(), 0u);
  EXPECT_EQ(statementsOf(A).size(), 1u);
}

TEST(Stmt, BlocksThatScopeOrAreTaggedStay) {
  StmtRef A = assign("a", i64(1));
  StmtRef Scope = blockOf({let("n", i64(1)), A});
  StmtRef Tagged = blockOf({A, A}, 7);
  std::vector<StmtRef> Parts = statementsOf(block({A, Scope, Tagged}));
  ASSERT_EQ(Parts.size(), 3u);
  EXPECT_EQ(Parts[1], Scope);
  EXPECT_EQ(Parts[2], Tagged);
}

TEST(Stmt, ChildrenAndExpressionsAreComplete) {
  Nest N = take(parseNest(SampleNest));
  LoopProgram P = take(parseLoopProgram(SampleProgram));
  unsigned Statements = 0, Loads = 0;
  auto Count = [&](const Stmt &S) {
    ++Statements;
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Node) { Loads += llvm::isa<LoadExpr>(Node); });
    for (const StmtRef &Child : children(S))
      EXPECT_NE(Child, nullptr);
    return true;
  };
  walk(N.Body, Count);
  EXPECT_EQ(Statements, 9u);
  EXPECT_EQ(Loads, 3u);
  Statements = Loads = 0;
  walk(P.Body, Count);
  EXPECT_EQ(Statements, 19u);
  EXPECT_EQ(Loads, 1u);
}

TEST(Stmt, WalkDoesNotDescendWhereToldNotTo) {
  StmtRef S = loop("i", loop("j", assign("a", i64(1))));
  unsigned Visited = 0;
  walk(S, [&](const Stmt &) { return ++Visited < 2; });
  EXPECT_EQ(Visited, 2u);
}

TEST(Stmt, RewriteKeepsWhatDoesNotChange) {
  Nest N = take(parseNest(SampleNest));
  auto Keep = [](const StmtRef &) -> StmtRef { return nullptr; };
  auto KeepExpr = [](const ExprRef &) -> ExprRef { return nullptr; };
  EXPECT_EQ(rewrite(N.Body, Keep, KeepExpr), N.Body);
  EXPECT_EQ(rewrite(N.Body, nullptr, nullptr), N.Body);
}

TEST(Stmt, RewriteReachesEveryExpression) {
  LoopProgram P = take(parseLoopProgram(SampleProgram));
  StmtRef New = rewrite(P.Body, nullptr, [](const ExprRef &E) -> ExprRef {
    auto *Var = llvm::dyn_cast<VarExpr>(E.get());
    return Var && Var->name() == "m" ? constant(Type::i32(), 5) : nullptr;
  });
  std::string Text = printed(New);
  for (llvm::StringRef Part : {"i64(5) threads", "num_threads(5)", "last = 5"})
    EXPECT_NE(Text.find(Part.str()), std::string::npos) << Text;
}

TEST(Stmt, RewriteRemovesStatementsAndKeepsScopes) {
  StmtRef S = blockOf({assign("a", i64(1)),
                       blockOf({let("n", i64(1)), assign("b", i64(2))}),
                       assign("c", i64(3))});
  StmtRef New = rewrite(
      S,
      [](const StmtRef &Node) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(Node.get());
        return Assign && Assign->target().Name != "c" ? block({}) : nullptr;
      },
      nullptr);
  EXPECT_EQ(printed(New), "{\n  let n = 1:i64\n}\nc = 3:i64\n");
}

TEST(Stmt, SubstituteRenamesPlacesToo) {
  LoopProgram P = take(parseLoopProgram(SampleProgram));
  llvm::StringMap<ExprRef> Map;
  Map["s"] = var(Type::f64(), "t");
  std::string Text = printed(substitute(P.Body, Map));
  EXPECT_NE(Text.find("simd(+: t)"), std::string::npos) << Text;
  EXPECT_NE(Text.find("t += x[q]"), std::string::npos) << Text;
  EXPECT_NE(Text.find("y[i] min= t"), std::string::npos) << Text;
}

TEST(Stmt, EqualityIgnoresBlocksThatSayNothing) {
  StmtRef A = assign("a", i64(1));
  EXPECT_TRUE(structurallyEqual(loop("i", A), loop("i", blockOf({A}))));
  EXPECT_TRUE(structurallyEqual(loop("i", blockOf({})), loop("i", nullptr)));
  EXPECT_FALSE(structurallyEqual(loop("i", A), loop("j", A)));
  EXPECT_FALSE(structurallyEqual(loop("i", A), loop("i", nullptr)));
  EXPECT_FALSE(structurallyEqual(A, assign("a", i64(1), 4)));
  EXPECT_FALSE(structurallyEqual(A, assign("a", i64(2))));
  EXPECT_FALSE(structurallyEqual(A, assign("b", i64(1))));
}

/// Any single change of a sample must make a difference: each line that is
/// changed here carries another property of a statement.
TEST(Stmt, EqualitySeesEveryProperty) {
  static const std::pair<llvm::StringRef, llvm::StringRef> Changes[] = {
      {"array w : f64[32:i64]", "array w : f64[33:i64]"},
      {"[32:i64] = 0.0", "[32:i64] = 1.0"},
      {"var k : i64", "var k : i64 = 0:i64"},
      {"schedule(static)", "schedule(dynamic)"},
      {"schedule(static)", "schedule(static, 2)"},
      {"num_threads(m)", "num_threads(2)"},
      {" threads(schedule(static), num_threads(m))", ""},
      {"simd(+: s)", "simd(*: s)"},
      {"unroll(2)", "unroll(full)"},
      {"0:i64 .. 4:i64", "1:i64 .. 4:i64"},
      {"0:i64 .. 4:i64", "0:i64 .. 5:i64"},
      {"if s < 0.0", "if s <= 0.0"},
      {"atomic y[i] +=", "y[i] +="},
      {"#8", "#9"},
      {"y[i] min= s", "y[i] max= s"},
      {"y[i] min= s", "y[0] min= s"},
      {"y[i] min= s", "y[i] min= 1.0"},
      {"while k < 10:i64", "while k < 11:i64"},
      {"k2 = k * 2:i64", "k2 = k * 3:i64"},
      {"w[k] = f64(k2)", "w[k] = 2.0"},
  };
  LoopProgram P = take(parseLoopProgram(SampleProgram));
  for (const auto &[From, To] : Changes) {
    std::string Text = SampleProgram.str();
    size_t At = Text.find(From.str());
    ASSERT_NE(At, std::string::npos) << From.str();
    Text.replace(At, From.size(), To.str());
    LoopProgram Changed = take(parseLoopProgram(Text));
    EXPECT_FALSE(structurallyEqual(P.Body, Changed.Body))
        << From.str() << " -> " << To.str();
  }
}
