//===- CountedLoopsTest.cpp - loops that step a variable ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/CountedLoops.h"
#include "Samples.h"

using namespace lacuna;

/// A nest over rows with \p Body in each, and \p Ranges.
static Nest nestOf(llvm::StringRef Body, llvm::StringRef Ranges = "") {
  return take(parseNest(
      ("nest @n { operand m : i32 operand n : i32 operand pos : i32[] "
       "operand b : i32[] written operand x : f64[] operand y : f64[] written "
       "index i : i32 in 0 .. m " +
       Ranges + " body { loop i { " + Body + " } } }")
          .str()));
}

static void expectCounted(llvm::StringRef Body, llvm::StringRef Counted,
                          llvm::StringRef Ranges) {
  Nest N = nestOf(Body);
  countLoops(N);
  const Nest Expected = nestOf(Counted, Ranges);
  EXPECT_TRUE(structurallyEqual(N.Body, Expected.Body)) << Body.str();
  ASSERT_EQ(N.IndexVars.size(), Expected.IndexVars.size()) << Body.str();
  EXPECT_TRUE(
      structurallyEqual(N.IndexVars.back().Lo, Expected.IndexVars.back().Lo));
  EXPECT_TRUE(
      structurallyEqual(N.IndexVars.back().Hi, Expected.IndexVars.back().Hi));
  EXPECT_FALSE(verify(N));
}

static void expectLeft(llvm::StringRef Body) { expectCounted(Body, Body, ""); }

TEST(CountedLoops, TakeTheirRangeFromWhatTheyStep) {
  expectCounted("var k : i32 = pos[i] let e = pos[i + 1] "
                "while k != e { y[i] += x[k] k += 1 }",
                "let e = pos[i + 1] loop k { y[i] += x[k] }",
                "index k : i32 in pos[i] .. pos[i + 1]");
  expectCounted("var k : i32 = 0 while k < n { y[k] = x[i] k += 1 }",
                "loop k { y[k] = x[i] }", "index k : i32 in 0 .. n");
}

TEST(CountedLoops, StepOthersBesides) {
  expectCounted(
      "var k : i32 = pos[i] var q : i32 = pos[i] var r : i32 = n "
      "while k != n { y[q] = x[r] k += 1 q += 1 r += 3 }",
      "loop k { y[k] = x[i32(i64(n) + (i64(k) - i64(pos[i])) * 3:i64)] }",
      "index k : i32 in pos[i] .. n");
}

TEST(CountedLoops, HoldOthers) {
  expectCounted("var k : i32 = 0 while k < n { var q : i32 = k "
                "while q < n { y[q] += x[k] q += 1 } k += 1 }",
                "loop k { loop q { y[q] += x[k] } }",
                "index k : i32 in 0 .. n index q : i32 in k .. n");
}

TEST(CountedLoops, AreLeftWhereTheVariableIsNeeded) {
  expectLeft("var k : i32 = 0 while k < n { y[k] = x[i] k += 1 } b[i] = k");
  expectLeft("var k : i32 = 0 var q : i32 = 0 "
             "while k < n { y[k] = x[q] k += 1 q += 1 } b[i] = q");
}

TEST(CountedLoops, AreLeftWhereOthersStep) {
  expectLeft("var k : i32 = 0 while k < n { y[k] = x[i] k += 2 }");
  expectLeft("var k : i32 = 0 while k < n { y[k] = x[i] k += 1 k += 1 }");
  expectLeft("var k : i32 = 0 "
             "while k < n { if x[k] > 0.0 { k += 1 } y[k] = x[i] k += 1 }");
  expectLeft("var k : i32 = 0 var q : i32 = 0 while k < n "
             "{ if x[k] > 0.0 { q += 1 } y[q] = x[i] k += 1 q += 1 }");
  expectLeft("var k : i32 = 0 k += b[i] while k < n { y[k] = x[i] k += 1 }");
}

TEST(CountedLoops, AreLeftWhereTheEndMayMove) {
  expectLeft("var k : i32 = 0 while k < b[0] { b[k] = n k += 1 }");
  expectLeft("var e : i32 = n var k : i32 = 0 "
             "while k < e { y[k] = x[i] e += 2 k += 1 }");
}

/// 2^32 - 1 steps lead from 1 to 0.
TEST(CountedLoops, AreLeftWhereNumbersWrap) {
  expectLeft("var k : u32 = u32(n) while k != u32(m) "
             "{ y[k] = x[i] k += 1:u32 }");
}

/// Bounds of loops would be values of such a loop.
TEST(CountedLoops, AreLeftInLoopsWithoutRange) {
  expectLeft("var q : i32 = 0 while x[q] > 0.0 { var k : i32 = 0 "
             "while k < n { y[k] = x[q] k += 1 } q += 1 }");
}
