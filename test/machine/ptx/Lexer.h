//===- Lexer.h - the words of PTX -------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_LEXER_H
#define LACUNA_TEST_CUDA_PTX_LEXER_H

#include <string>
#include <string_view>
#include <vector>

namespace lacuna::ptx {

struct Token {
  enum class Class { Word, String, Mark, End };
  Class C = Class::End;
  std::string_view Text;
  unsigned Line = 0;

  bool is(std::string_view S) const {
    return Text == S && (C == Class::Word || C == Class::Mark);
  }
};

/// Throws Failure with `line N: ` in front of \p Message.
[[noreturn]] void fail(unsigned Line, const std::string &Message);
std::string quoted(std::string_view S);

/// The tokens of \p Text, without comments; the last one is its end.
std::vector<Token> tokensOf(std::string_view Text);

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_LEXER_H
