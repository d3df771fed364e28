//===- TextTest.cpp - round trips of the textual forms -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace lacuna;

TEST(Text, NestRoundTrips) {
  Nest N = take(parseNest(SampleNest));
  EXPECT_EQ(printed(N), SampleNest.str());
}

TEST(Text, LoopProgramRoundTrips) {
  LoopProgram P = take(parseLoopProgram(SampleProgram));
  EXPECT_EQ(printed(P), SampleProgram.str());
}

TEST(Text, SeveralUnitsInOneText) {
  std::string Text = (SampleNest + "// between\n" + SampleProgram).str();
  std::vector<TextUnit> Units = take(parseText(Text));
  ASSERT_EQ(Units.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Nest>(Units[0]));
  EXPECT_TRUE(std::holds_alternative<LoopProgram>(Units[1]));
  EXPECT_EQ(messageOf(parseNest(Text)), "expected one nest");
  EXPECT_EQ(messageOf(parseLoopProgram(SampleNest)), "expected one program");
}

/// A nest whose names the expressions below use.
static Nest names() {
  return take(parseNest(R"(nest @names {
    operand i : i32
    operand l : i64
    operand u : u64
    operand d : f64
    operand b : bool
    operand c : "std::complex<double>"
    operand a : f64[]
    operand p : i32[]
    operand `min` : i32
    operand `a b` : i32
    index k : i64 in 0:i64 .. l
    body { loop k { let t = p[k] } }
  })"));
}

/// Each text is canonical: it prints as it is written.
TEST(Text, ExpressionsRoundTrip) {
  Nest N = names();
  static const llvm::StringRef Texts[] = {
      "1",
      "-1",
      "-(1)",
      "-(-1)",
      "-i",
      "-(-i)",
      "-~i",
      "~-1",
      "!b",
      "!!b",
      "true",
      "0:i64",
      "-9223372036854775808:i64",
      "18446744073709551615:u64",
      "0.5",
      "1e10",
      "1:f64",
      "-0.5",
      "0x1.8p-1:f32",
      "1:f32",
      "5:\"char\":i8",
      "i + 1",
      "i - 1",
      "i - -1",
      "i - (i - 1)",
      "i - i - i",
      "(i + i) * i",
      "i + i * i",
      "i * (i / i)",
      "i * i / i % i",
      "i << 3 >> l",
      "i << (i << 1)",
      "(i << 1) + 1",
      "i & 1 | i ^ 2",
      "(i | 1) & 2",
      "i < 1 == i > 2",
      "i < 1 == b",
      "i < 1 && b || !b",
      "b && (b || b)",
      "b == (b == b)",
      "min(i, max(i, 2))",
      "min(d, -d)",
      "b ? 1 : 2",
      "b ? 1 : b ? 2 : 3",
      "(b ? b : b) ? 1 : 2",
      "(b ? 1 : 2) + 3",
      "b ? b ? 1 : 2 : 3",
      "b ? 0 : i32(l)",
      "b ? 0:i64 : 1:i64",
      "a[i]",
      "a[p[i + 1] - 1]",
      "a[u]",
      "f64(i)",
      "i64(i) * 4:i64",
      "\"long long\":i64(i)",
      "call f64 sqrt(d)",
      "call i32 team_size()",
      "call f64 `max`(d, 0.5)",
      "opaque \"std::complex<double>\" \"$0 * $1\" (c, c)",
      "opaque f64 \"f(\\\"a\\\\b\\n\\\")\" ()",
      "c",
      "`min` + `a b`",
      "k + l",
      "t",
  };
  for (llvm::StringRef Text : Texts) {
    llvm::Expected<ExprRef> E = parseExpr(Text, N);
    ASSERT_TRUE(!!E) << Text.str() << ": " << llvm::toString(E.takeError());
    EXPECT_EQ(toString(*E), Text.str());
    EXPECT_TRUE(structurallyEqual(*E, take(parseExpr(toString(*E), N))));
  }
}

TEST(Text, ParenthesesAndBlanksAreFree) {
  Nest N = names();
  EXPECT_EQ(toString(take(parseExpr("((i))+(1 *2)// end", N))), "i + 1 * 2");
  EXPECT_EQ(toString(take(parseExpr("0x10 + 010", N))), "16 + 8");
}

TEST(Text, LiteralAndNegationDiffer) {
  Nest N = names();
  ExprRef Literal = take(parseExpr("-1", N)), Neg = take(parseExpr("-(1)", N));
  EXPECT_TRUE(llvm::isa<ConstantExpr>(*Literal));
  EXPECT_TRUE(llvm::isa<UnaryExpr>(*Neg));
}

TEST(Text, ErrorsOfExpressions) {
  Nest N = names();
  static const std::pair<llvm::StringRef, llvm::StringRef> Cases[] = {
      {"", "expected an expression, found the end of the text"},
      {"i +", "expected an expression, found the end of the text"},
      {"i i", "expected an operator or the end of the expression, found 'i'"},
      {"(i", "expected ')', found the end of the text"},
      {"a", "expected '[', found the end of the text"},
      {"q", "name 'q' is not declared"},
      {"i + l", "'+' has operands of different types i32 and i64"},
      {"b + b", "'+' needs numbers, not bool"},
      {"d % d", "'%' needs integers, not f64"},
      {"d << 1", "'<<' needs integers, not f64"},
      {"i << d", "'<<' needs integers, not f64"},
      {"d & d", "'&' needs integers or bool, not f64"},
      {"i && b", "'&&' has operands of different types i32 and bool"},
      {"i || i", "'||' needs bool, not i32"},
      {"c < c", "'<' cannot compare \"std::complex<double>\""},
      {"c % c", "'%' needs integers, not \"std::complex<double>\""},
      {"min(c, c)", "'min' needs numbers, not \"std::complex<double>\""},
      {"!i", "'!' needs bool, not i32"},
      {"~d", "'~' needs an integer, not f64"},
      {"-b", "'-' needs a number, not bool"},
      {"i ? 1 : 2", "the condition of '?' has type i32, expected bool"},
      {"b ? 1 : 0.5", "the arms of '?' have different types i32 and f64"},
      {"a[d]", "the subscript of 'a' has type f64, expected an integer"},
      {"f64(c)", "no cast from \"std::complex<double>\" to f64"},
      {"min(i)", "'min' takes 2 arguments, found 1"},
      {"3000000000", "literal '3000000000' does not fit i32"},
      {"2147483648", "literal '2147483648' does not fit i32"},
      {"-2147483649", "literal '-2147483649' does not fit i32"},
      {"256:u8", "literal '256' does not fit u8"},
      {"-1:u8", "literal '-1' does not fit u8"},
      {"2:bool", "literal '2' does not fit bool"},
      {"99999999999999999999:u64",
       "literal '99999999999999999999' does not fit u64"},
      {"0.5:i32", "literal '0.5' is no value of type i32"},
      {"0x1.8", "malformed number '0x1.8'"},
      {"1e", "malformed number '1e'"},
      {"12ab", "malformed number '12ab'"},
      {"\"abc", "missing '\"' at the end of a string"},
      {"\"\\q\"", "unknown escape in string"},
      {"`abc", "missing '`' at the end of a name"},
      {"i \\ 1", "unexpected character '\\'"},
      {"# 1", "expected a number behind '#'"},
      {"call f64 3()", "expected the name of a function, found '3'"},
      {"opaque f64 x ()", "expected C++ text in quotes, found 'x'"},
  };
  for (const auto &[Text, Message] : Cases)
    EXPECT_EQ(messageOf(parseExpr(Text, N)).substr(0, Message.size()),
              Message.str())
        << Text.str();
}

TEST(Text, LimitsDepthAndSize) {
  Nest N = names();
  std::string Deep(100000, '('), Chain = "i", Bangs(100000, '!');
  for (unsigned K = 0; K != 100000; ++K)
    Chain += "+i";
  EXPECT_EQ(messageOf(parseExpr(Deep, N)), "nested more than 200 levels deep");
  EXPECT_EQ(messageOf(parseExpr(Bangs, N)), "nested more than 200 levels deep");
  EXPECT_EQ(messageOf(parseExpr(Chain, N)),
            "expression has more than 5000 operators");
  std::string Blocks = "nest @a { body { ";
  for (unsigned K = 0; K != 100000; ++K)
    Blocks += "{ ";
  EXPECT_EQ(messageOf(parseNest(Blocks)), "nested more than 200 levels deep");
}

TEST(Text, ErrorsCarryThePlace) {
  llvm::StringRef Text = "nest @a {\n  operand n : int\n}";
  llvm::Expected<Nest> N = parseNest(Text);
  ASSERT_FALSE(!!N);
  Diagnostic D = takeDiagnostic(N.takeError());
  EXPECT_EQ(D.Message, "expected a type, found 'int'");
  EXPECT_EQ(Text.slice(D.Where.Begin, D.Where.End), "int");
}

TEST(Text, SuggestsDeclaredNames) {
  llvm::Expected<ExprRef> E = parseExpr("`a c` + 1", names());
  ASSERT_FALSE(!!E);
  Diagnostic D = takeDiagnostic(E.takeError());
  EXPECT_EQ(D.Replacement, "a b");
  ASSERT_EQ(D.Notes.size(), 1u);
  EXPECT_EQ(D.Notes.front().Text, "did you mean 'a b'?");
}
