//===- Lexer.cpp - the words of PTX ---------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "Code.h"
#include <algorithm>
#include <cctype>

using namespace lacuna::ptx;

void lacuna::ptx::fail(unsigned Line, const std::string &Message) {
  throw Failure{"line " + std::to_string(Line) + ": " + Message};
}

std::string lacuna::ptx::quoted(std::string_view S) {
  return "'" + std::string(S) + "'";
}

static bool isWordCharacter(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$' ||
         C == '%' || C == '.';
}

std::vector<Token> lacuna::ptx::tokensOf(std::string_view Text) {
  std::vector<Token> Tokens;
  unsigned Line = 1;
  size_t I = 0;
  auto Take = [&](Token::Class C, size_t End) {
    Tokens.push_back({C, Text.substr(I, End - I), Line});
    I = End;
  };
  while (I < Text.size()) {
    char C = Text[I];
    if (C == '\n') {
      ++Line;
      ++I;
    } else if (std::isspace(static_cast<unsigned char>(C))) {
      ++I;
    } else if (Text.substr(I, 2) == "//") {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (isWordCharacter(C)) {
      size_t End = I;
      while (End < Text.size() && isWordCharacter(Text[End]))
        ++End;
      Take(Token::Class::Word, End);
    } else if (C == '"') {
      size_t End = Text.find('"', I + 1);
      if (End == std::string_view::npos)
        fail(Line, "a string does not end");
      Take(Token::Class::String, End + 1);
    } else {
      Take(Token::Class::Mark, I + 1);
    }
  }
  Tokens.push_back({Token::Class::End, "end of text", Line});
  return Tokens;
}
