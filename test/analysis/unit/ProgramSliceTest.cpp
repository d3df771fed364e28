//===- ProgramSliceTest.cpp - what a variable depends on ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ProgramSlice.h"
#include "Samples.h"

using namespace lacuna;

/// The body of a program over a few arrays.
static StmtRef bodyOf(llvm::StringRef Text) {
  std::string Program = "program @p { operand m : i32 operand a : i32[] "
                        "operand w : i32[] written operand y : i32[] written "
                        "operand x : f64[] operand n : i32 liveout body { " +
                        Text.str() + " } }";
  return take(parseLoopProgram(Program)).Body;
}

static void expectRange(llvm::StringRef Text, llvm::StringRef Expected,
                        std::vector<std::string> Own = {}) {
  llvm::StringSet<> Wanted;
  Wanted.insert("n");
  StmtRef Slice = sliceOf(bodyOf(Text), Wanted, Own);
  EXPECT_TRUE(structurallyEqual(Slice, bodyOf(Expected))) << Text.str();
}

TEST(Slice, KeepsWhatDecides) {
  expectRange("for i : i32 in 0 .. m { let j = a[i] let k = a[j] "
              "if j > 0 { y[n] = k n += j } }",
              "for i : i32 in 0 .. m { let j = a[i] if j > 0 { n += j } }");
}

TEST(Slice, FollowsVariables) {
  expectRange("var r : i32 = a[0] var q : i32 = 0 "
              "while r < m { q += 1 if a[r] > r { n += 1 } r += a[r] }",
              "var r : i32 = a[0] "
              "while r < m { if a[r] > r { n += 1 } r += a[r] }");
}

TEST(Slice, DropsLoopsAndArms) {
  expectRange("for i : i32 in 0 .. m { y[i] = n } "
              "while a[0] > 1 { y[n] = 2 } "
              "if a[1] > 0 { y[0] = 1 } else { n += 1 } "
              "if a[2] > 0 { n += 2 } else { y[1] = 1 }",
              "if !(a[1] > 0) { n += 1 } if a[2] > 0 { n += 2 }");
}

TEST(Slice, StoresToOwnArraysAlone) {
  llvm::StringRef Text =
      "for i : i32 in 0 .. m { if w[a[i]] != i { w[a[i]] = i "
      "y[n] = i n += 1 } }";
  expectRange(Text,
              "for i : i32 in 0 .. m { if w[a[i]] != i { w[a[i]] = i n += 1 } "
              "}",
              {"w"});
  expectRange(Text, "for i : i32 in 0 .. m { if w[a[i]] != i { n += 1 } }");
  expectRange("array t : i32[4:i64] = 0 t[0] = a[0] y[0] = 1 n += t[0]",
              "array t : i32[4:i64] = 0 t[0] = a[0] n += t[0]");
}

TEST(Slice, DropsReductionsOfOtherVariables) {
  expectRange("var s : f64 = 0.0 for i : i32 in 0 .. m simd(+: s, +: n) { "
              "s += x[i] n += a[i] }",
              "for i : i32 in 0 .. m simd(+: n) { n += a[i] }");
}
