//===- TextParser.h - what parsers of textual forms share -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTPARSER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTPARSER_H

#include "TextLexer.h"
#include "lacuna/ir/text/NameScope.h"
#include "llvm/ADT/Twine.h"

namespace lacuna::text {

/// A cursor over tokens with the first error that occurred. Parsing functions
/// return false or null once there is one.
class Parser {
public:
  explicit Parser(llvm::ArrayRef<Token> Tokens) : Tokens(Tokens) {}

  bool failed() const { return Failure.has_value(); }
  llvm::Error takeError();

protected:
  using Kind = Token::Kind;

  const Token &peek(size_t Ahead = 0) const {
    return Tokens[std::min(At + Ahead, Tokens.size() - 1)];
  }
  const Token &next() {
    const Token &T = peek();
    At = std::min(At + 1, Tokens.size() - 1);
    return T;
  }
  bool atEnd() const { return peek().K == Kind::End; }
  bool atWord(llvm::StringRef Word, size_t Ahead = 0) const {
    return peek(Ahead).K == Kind::Word && peek(Ahead).Text == Word;
  }
  bool atPunct(llvm::StringRef Punct, size_t Ahead = 0) const {
    return peek(Ahead).K == Kind::Punct && peek(Ahead).Text == Punct;
  }
  /// Whether no blank stands between the current token and the one before.
  bool isAdjacent(size_t Ahead = 0) const {
    return At + Ahead > 0 && At + Ahead < Tokens.size() &&
           Tokens[At + Ahead - 1].Where.End == Tokens[At + Ahead].Where.Begin;
  }

  bool takeWord(llvm::StringRef Word);
  bool takePunct(llvm::StringRef Punct);
  bool expectWord(llvm::StringRef Word);
  bool expectPunct(llvm::StringRef Punct);
  /// A name that may be chosen freely: not a reserved word unless quoted.
  bool atName(size_t Ahead = 0) const;
  bool expectName(std::string &Name, llvm::StringRef What);
  bool expectString(std::string &Value, llvm::StringRef What);
  bool expectInteger(int64_t &Value, llvm::StringRef What);

  /// All record an error unless there is one, and return false.
  bool fail(TextRange Where, const llvm::Twine &Message,
            std::vector<Note> Notes = {},
            std::optional<std::string> Replacement = std::nullopt);
  /// "expected WHAT, found 'token'".
  bool failExpected(const llvm::Twine &What);

  /// Declares \p Name, written at \p Where.
  bool declare(llvm::StringRef Name, NameInfo Info, TextRange Where);
  /// What \p Name stands for, or null after an error.
  const NameInfo *lookUp(llvm::StringRef Name, TextRange Where);

  NameScope Names;

  llvm::ArrayRef<Token> Tokens;
  size_t At = 0;

private:
  std::optional<Diagnostic> Failure;
};

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTPARSER_H
