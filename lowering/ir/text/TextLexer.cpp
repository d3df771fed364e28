//===- TextLexer.cpp - tokens of the textual forms ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextLexer.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace lacuna;
using namespace lacuna::text;

namespace {

class Lexer {
public:
  explicit Lexer(llvm::StringRef Text) : Text(Text) {}

  llvm::Expected<std::vector<Token>> run() {
    for (;;) {
      skipBlanks();
      if (At == Text.size())
        break;
      if (llvm::Error E = lexToken())
        return std::move(E);
    }
    Tokens.push_back({Token::Kind::End, "", {At, At}});
    return std::move(Tokens);
  }

private:
  char peek(size_t Ahead = 0) const {
    return At + Ahead < Text.size() ? Text[At + Ahead] : '\0';
  }

  void skipBlanks() {
    while (At < Text.size()) {
      if (llvm::isSpace(peek()))
        ++At;
      else if (peek() == '/' && peek(1) == '/')
        At = std::min(Text.find('\n', At), Text.size());
      else
        break;
    }
  }

  void add(Token::Kind K, std::string Value, size_t Begin) {
    Tokens.push_back({K, std::move(Value), {Begin, At}});
  }

  llvm::Error lexToken();
  llvm::Error lexNumber();
  llvm::Error lexString();
  llvm::Error lexQuotedName();
  llvm::Error lexTag();
  llvm::Error lexAtName();
  llvm::Error lexPunct();
  std::string scanWord();

  llvm::StringRef Text;
  size_t At = 0;
  std::vector<Token> Tokens;
};

} // namespace

std::string Lexer::scanWord() {
  size_t Begin = At;
  while (isNameChar(peek()))
    ++At;
  return Text.slice(Begin, At).str();
}

llvm::Error Lexer::lexToken() {
  char C = peek();
  size_t Begin = At;
  if (isNameStart(C)) {
    std::string Word = scanWord();
    if (peek() == '@' && llvm::isDigit(peek(1))) {
      size_t Number = At++;
      while (llvm::isDigit(peek()))
        ++At;
      Word += Text.slice(Number, At);
    }
    add(Token::Kind::Word, std::move(Word), Begin);
    return llvm::Error::success();
  }
  if (llvm::isDigit(C) || (C == '.' && llvm::isDigit(peek(1))))
    return lexNumber();
  switch (C) {
  case '"':
    return lexString();
  case '`':
    return lexQuotedName();
  case '#':
    return lexTag();
  case '@':
    return lexAtName();
  default:
    return lexPunct();
  }
}

llvm::Error Lexer::lexNumber() {
  size_t Begin = At, Length = scanNumber(Text.drop_front(At));
  if (Length == 0) {
    while (isNameChar(peek()) || peek() == '.')
      ++At;
    return makeError(
        {Begin, At},
        ("malformed number '" + Text.slice(Begin, At) + "'").str());
  }
  At += Length;
  add(Token::Kind::Number, Text.slice(Begin, At).str(), Begin);
  return llvm::Error::success();
}

llvm::Error Lexer::lexString() {
  size_t Begin = At++;
  std::string Value;
  while (At < Text.size() && peek() != '"' && peek() != '\n') {
    if (peek() == '\\') {
      ++At;
      switch (peek()) {
      case 'n':
        Value += '\n';
        break;
      case 't':
        Value += '\t';
        break;
      case '"':
      case '\\':
        Value += peek();
        break;
      default:
        return makeError({At - 1, At + 1 > Text.size() ? At : At + 1},
                         msg::TextUnknownEscape(),
                         {"known are \\n, \\t, \\\" and \\\\"});
      }
      ++At;
      continue;
    }
    Value += Text[At++];
  }
  if (peek() != '"')
    return makeError({Begin, Begin + 1}, msg::TextStringNotClosed());
  ++At;
  add(Token::Kind::String, std::move(Value), Begin);
  return llvm::Error::success();
}

llvm::Error Lexer::lexQuotedName() {
  size_t Begin = At++;
  while (At < Text.size() && peek() != '`' && peek() != '\n')
    ++At;
  if (peek() != '`')
    return makeError({Begin, Begin + 1}, msg::TextNameNotClosed());
  ++At;
  add(Token::Kind::QuotedName, Text.slice(Begin + 1, At - 1).str(), Begin);
  return llvm::Error::success();
}

llvm::Error Lexer::lexTag() {
  size_t Begin = At++;
  while (llvm::isDigit(peek()))
    ++At;
  unsigned Number;
  if (Text.slice(Begin + 1, At).getAsInteger(10, Number))
    return makeError({Begin, At}, msg::TextExpectedNumberBehindHash());
  add(Token::Kind::Tag, Text.slice(Begin + 1, At).str(), Begin);
  return llvm::Error::success();
}

llvm::Error Lexer::lexAtName() {
  size_t Begin = At++;
  if (peek() == '`') {
    if (llvm::Error E = lexQuotedName())
      return E;
    Tokens.back().K = Token::Kind::AtName;
    Tokens.back().Where.Begin = Begin;
    return llvm::Error::success();
  }
  std::string Name = scanWord();
  if (Name.empty())
    return makeError({Begin, At}, msg::TextExpectedNameBehindAt());
  add(Token::Kind::AtName, std::move(Name), Begin);
  return llvm::Error::success();
}

llvm::Error Lexer::lexPunct() {
  // Longer ones before their prefixes.
  static const llvm::StringRef Puncts[] = {"&&=", "||=", "..", "->", "<<", ">>",
                                           "<=",  ">=",  "==", "!=", "&&", "||",
                                           "+=",  "*=",  "&=", "|=", "^=", "{",
                                           "}",   "(",   ")",  "[",  "]",  ",",
                                           ";",   ":",   "?",  "=",  "+",  "-",
                                           "*",   "/",   "%",  "&",  "|",  "^",
                                           "~",   "!",   "<",  ">"};
  for (llvm::StringRef Punct : Puncts) {
    if (!Text.substr(At).starts_with(Punct))
      continue;
    At += Punct.size();
    add(Token::Kind::Punct, Punct.str(), At - Punct.size());
    return llvm::Error::success();
  }
  std::string Shown;
  if (llvm::isPrint(peek()))
    Shown = std::string(" '") + peek() + "'";
  return makeError({At, At + 1}, msg::TextUnexpectedCharacter(Shown));
}

llvm::Expected<std::vector<Token>> text::tokenize(llvm::StringRef Text) {
  return Lexer(Text).run();
}
