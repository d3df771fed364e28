//===- EmitTest.cpp - lines and names of emitted text -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/Cpp.h"
#include "lacuna/ir/text/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace lacuna;

static LoopProgram parse(llvm::StringRef Text) {
  llvm::Expected<LoopProgram> P = parseLoopProgram(Text);
  if (!P) {
    ADD_FAILURE() << toString(P.takeError());
    return {};
  }
  return std::move(*P);
}

/// `line: tag`, for lines with a tag.
static std::string tags(const EmittedText &T) {
  std::string Result;
  size_t Line = 0;
  llvm::StringRef Rest = T.Text;
  while (!Rest.empty()) {
    auto [First, Others] = Rest.split('\n');
    if (Line < T.LineTags.size() && T.LineTags[Line] != 0)
      Result +=
          (First.trim() + ": " + llvm::Twine(T.LineTags[Line]) + "\n").str();
    Rest = Others;
    ++Line;
  }
  EXPECT_EQ(Line, T.LineTags.size());
  return Result;
}

TEST(Emit, EachLineHasTheTagOfItsStatement) {
  LoopProgram P = parse(R"(program @p {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  guard "n is negative" holds n >= 0
  body {
    for i : i32 in 0 .. n + n threads { #1
      var s : f64 = 0.0 #2
      for p : i32 in 0 .. n simd(+: s) { #3
        s += x[p] #4
      }
      if s > 1.0 { #5
        y[i] max= s * s #6
      }
    }
  }
})");
  EmittedCpp Code = emitCpp(P, CppOptions());
  EXPECT_EQ(tags(Code.Body),
            "const int i_end = n + n;: 1\n"
            "#pragma omp parallel for: 1\n"
            "for (int i = 0; i < i_end; ++i) {: 1\n"
            "double s = 0.0;: 2\n"
            "#pragma omp declare reduction(lacuna_sum : double : omp_out += "
            "omp_in) initializer(omp_priv = -0.0): 3\n"
            "#pragma omp simd reduction(lacuna_sum : s): 3\n"
            "for (int p = 0; p < n; ++p) {: 3\n"
            "s += x[p];: 4\n"
            "if (s > 1.0) {: 5\n"
            "const double t = y[i];: 6\n"
            "y[i] = s * s > t ? s * s : t;: 6\n");
  EXPECT_EQ(tags(Code.Guards), "");
  EXPECT_EQ(Code.Reasons, std::vector<std::string>{"n is negative"});
}

TEST(Emit, WithoutOpenMPNothingOfItIsNeeded) {
  LoopProgram P = parse(R"(program @p {
  operand y : f64[] written
  body {
    for i : i64 in 0:i64 .. i64(call i32 team_size()) threads {
      atomic y[i] += 1.0
    }
  }
})");
  EXPECT_EQ(emitCpp(P, {/*OpenMP=*/false}).Body.Text,
            "const long i_end = (long)1;\n"
            "for (long i = 0; i < i_end; ++i) {\n"
            "  y[i] += 1.0;\n"
            "}\n");
  std::string Parallel = emitCpp(P, {/*OpenMP=*/true}).Body.Text;
  EXPECT_NE(Parallel.find("lacuna_max_threads()"), std::string::npos);
  EXPECT_NE(Parallel.find("#pragma omp atomic"), std::string::npos);
}

TEST(Emit, NamesAreIdentifiers) {
  EXPECT_EQ(cppName("k@2"), "k_2");
  EXPECT_EQ(cppName("sum"), "sum");
  EXPECT_EQ(cppName("new"), "new_");
  EXPECT_EQ(cppName("lacuna_guard"), "lacuna_guard_");
  EXPECT_EQ(cppName("2x"), "_2x");
}
