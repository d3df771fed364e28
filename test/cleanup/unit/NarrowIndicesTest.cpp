//===- NarrowIndicesTest.cpp - 32-bit arithmetic in kernels ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random kernels compute the same before and after, nothing that is narrowed
// overflows, and values lie in the ranges that they are said to have.
//
//===----------------------------------------------------------------------===//

#include "lacuna/cleanup/NarrowIndices.h"
#include "LoopMachine.h"
#include "lacuna/cleanup/ValueRanges.h"
#include "gtest/gtest.h"

using namespace lacuna;

namespace {

class RandomKernel {
public:
  explicit RandomKernel(unsigned Seed) : Random(Seed) {}

  /// Parts of `n` iterations, in which a few values are computed.
  StmtRef make();
  std::vector<std::string> Results;

private:
  unsigned below(unsigned End) { return Random() % End; }
  ExprRef leaf();
  ExprRef expression(unsigned Depth);
  void compute(std::vector<StmtRef> &Out);

  std::mt19937 Random;
  const int64_t Size = 1 + below(40);
  std::vector<std::string> Visible;
};

} // namespace

static constexpr int64_t Threads = 8, Elements = 8, Unset = INT64_MIN;

static ExprRef i64Var(const std::string &Name) {
  return var(Type::i64(), Name);
}

ExprRef RandomKernel::leaf() {
  static constexpr int64_t Constants[] = {
      0, 1, -1, 7, 31, 3584, INT32_MAX - 4, INT32_MAX, INT32_MIN, 1LL << 31};
  switch (below(7)) {
  case 0:
    return i64(Constants[below(std::size(Constants))]);
  case 1:
    return cast(Type::i64(), var(Type::i32(), "m"));
  case 2:
    return cast(Type::i64(),
                load(Type::i32(), "a", i64(int64_t(below(Elements)))));
  case 3:
    return i64Var("large");
  case 4: {
    // Some are the rest of a part, others look like it.
    ExprRef Factor = i64(Size + (below(4) == 0)),
            Which = i64Var(below(4) ? "part" : "thread");
    return binary(BinaryOp::Sub, i64Var(below(4) ? "n" : "rest"),
                  binary(BinaryOp::Mul, Which, Factor));
  }
  default:
    return i64Var(Visible[below(Visible.size())]);
  }
}

ExprRef RandomKernel::expression(unsigned Depth) {
  static constexpr int64_t Factors[] = {2, 7, 32, 3584};
  ExprRef Factor = i64(Factors[below(std::size(Factors))]);
  if (Depth == 0)
    return below(2) ? leaf() : binary(BinaryOp::Mul, leaf(), Factor);
  ExprRef L = expression(Depth - 1), R = expression(Depth - 1);
  switch (below(8)) {
  case 0:
  case 1:
    return binary(BinaryOp::Add, L, R);
  case 2:
    return binary(BinaryOp::Sub, L, R);
  case 3:
    return binary(BinaryOp::Min, L, R);
  case 4:
    return binary(BinaryOp::Max, L, R);
  case 5:
    return binary(below(2) ? BinaryOp::Div : BinaryOp::Rem, L, Factor);
  case 6:
    return cast(Type::i64(), cast(Type::i32(), L));
  default:
    return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, L, R), R, L);
  }
}

/// Appends a value, which is also kept.
void RandomKernel::compute(std::vector<StmtRef> &Out) {
  std::string Name = "v" + std::to_string(Visible.size()),
              Result = "result_" + Name;
  ExprRef Which =
      binary(BinaryOp::Add, binary(BinaryOp::Mul, i64Var("part"), i64(Threads)),
             i64Var("thread"));
  Out.push_back(std::make_shared<LetStmt>(Name, expression(2)));
  Out.push_back(assign({Result, Type::i64(), Which}, i64Var(Name)));
  Visible.push_back(Name);
  Results.push_back(Result);
}

StmtRef RandomKernel::make() {
  std::vector<StmtRef> InThread, InBlock;
  ExprRef Rest = binary(BinaryOp::Sub, i64Var("n"),
                        binary(BinaryOp::Mul, i64Var("part"), i64(Size)));
  InBlock.push_back(std::make_shared<LetStmt>("rest", Rest));
  Visible = {"part", "thread", "rest"};
  for (int I = 0; I < 6; ++I)
    compute(InThread);
  ForTags Blocks, InUnit;
  Blocks.Mode = ForMode::GpuBlock;
  InUnit.Mode = ForMode::GpuThread;
  InUnit.MostTrips = Threads;
  InBlock.push_back(std::make_shared<ForStmt>(
      "thread", i64(0), binary(BinaryOp::Min, i64Var("rest"), i64(Threads)),
      block(std::move(InThread)), InUnit));
  return std::make_shared<ForStmt>("part", i64(0),
                                   ceilDiv(i64Var("n"), i64(Size)),
                                   block(std::move(InBlock)), Blocks);
}

/// A kernel over `n`, which the host computes from `size`, an i32.
static StmtRef program(RandomKernel &Kernel) {
  return block({std::make_shared<LetStmt>(
                    "n", cast(Type::i64(), var(Type::i32(), "size"))),
                Kernel.make()});
}

static void setUp(LoopMachine &Machine, const RandomKernel &Kernel,
                  unsigned Seed) {
  std::mt19937 Random(Seed);
  Machine.Scalars = {{"size", int64_t(Random() % 60) - 5},
                     {"m", int32_t(Random())},
                     {"large", int64_t(Random()) << 9}};
  for (int I = 0; I < Elements; ++I)
    Machine.Arrays["a"].push_back(I < 2 ? INT32_MAX - I : int32_t(Random()));
  for (const std::string &Result : Kernel.Results)
    Machine.Arrays[Result].assign(60 * Threads, Unset);
}

TEST(NarrowIndices, RandomKernelsComputeTheSame) {
  size_t Narrowed = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    RandomKernel Kernel(Seed);
    StmtRef Wide = program(Kernel), Narrow = narrowIndices(Wide);
    Narrowed += !structurallyEqual(Wide, Narrow);
    LoopMachine First(Seed), Second(Seed);
    setUp(First, Kernel, Seed);
    setUp(Second, Kernel, Seed);
    First.run(Wide);
    Second.run(Narrow);
    ASSERT_EQ(First.Fault, Second.Fault) << Seed;
    ASSERT_EQ(First.Arrays, Second.Arrays) << Seed;
  }
  EXPECT_GT(Narrowed, 1500u);
}

/// Whether \p Ranges has it that \p A is at least \p B.
static bool isAtLeast(const ValueRanges &Ranges, const ExprRef &A,
                      const ExprRef &B) {
  return Ranges.fits(
      std::make_shared<BinaryExpr>(BinaryOp::Sub, Type::i64(), A, B),
      Type(TypeClass::UInt, 63, ""));
}

TEST(NarrowIndices, ValuesLieInTheirRanges) {
  constexpr int64_t Most = 70;
  size_t Bounds = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    RandomKernel Kernel(Seed);
    StmtRef S = program(Kernel);
    std::map<std::string, std::pair<int64_t, int64_t>> Known;
    ValueRanges Ranges;
    walk(S, [&](const Stmt &Part) {
      if (auto *Loop = llvm::dyn_cast<ForStmt>(&Part))
        Ranges.declare(*Loop);
      auto *Let = llvm::dyn_cast<LetStmt>(&Part);
      if (!Let)
        return true;
      Ranges.declare(*Let);
      auto &[Lo, Hi] = Known["result_" + Let->name().str()];
      Lo = -Most;
      Hi = Most;
      while (Lo < Most && isAtLeast(Ranges, Let->init(), i64(Lo + 1)))
        ++Lo;
      while (Hi > -Most && isAtLeast(Ranges, i64(Hi - 1), Let->init()))
        --Hi;
      Bounds += (Lo > -Most) + (Hi < Most);
      return true;
    });
    LoopMachine Machine(Seed);
    setUp(Machine, Kernel, Seed);
    Machine.run(S);
    for (const std::string &Result : Kernel.Results)
      for (int64_t Value : Machine.Arrays[Result]) {
        auto [Lo, Hi] = Known[Result];
        ASSERT_TRUE(Value == Unset || ((Value >= Lo || Lo == -Most) &&
                                       (Value <= Hi || Hi == Most)))
            << Seed << " " << Result << " " << Value;
      }
  }
  EXPECT_GT(Bounds, 4000u);
}
