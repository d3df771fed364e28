//===- TextParser.cpp - what all parsers of the textual forms share -------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"

using namespace lacuna;
using namespace lacuna::text;

llvm::Error Parser::takeError() {
  if (!Failure)
    return llvm::Error::success();
  return llvm::make_error<DiagnosticError>(std::move(*Failure));
}

bool Parser::fail(TextRange Where, const llvm::Twine &Message,
                  std::vector<Note> Notes,
                  std::optional<std::string> Replacement) {
  if (!Failure)
    Failure = Diagnostic{Where, Message.str(), std::move(Replacement),
                         std::move(Notes)};
  return false;
}

/// \p T as a message shows it.
static std::string shown(const Token &T) {
  switch (T.K) {
  case Token::Kind::End:
    return "the end of the text";
  case Token::Kind::String:
    return "a string";
  case Token::Kind::AtName:
    return "'@" + T.Text + "'";
  case Token::Kind::Tag:
    return "'#" + T.Text + "'";
  case Token::Kind::Word:
  case Token::Kind::QuotedName:
  case Token::Kind::Number:
  case Token::Kind::Punct:
    break;
  }
  return "'" + T.Text + "'";
}

bool Parser::failExpected(const llvm::Twine &What) {
  return fail(peek().Where, msg::TextExpectedFound(What, shown(peek())));
}

bool Parser::takeWord(llvm::StringRef Word) {
  if (!atWord(Word))
    return false;
  next();
  return true;
}

bool Parser::takePunct(llvm::StringRef Punct) {
  if (!atPunct(Punct))
    return false;
  next();
  return true;
}

bool Parser::expectWord(llvm::StringRef Word) {
  return takeWord(Word) || failExpected("'" + Word + "'");
}

bool Parser::expectPunct(llvm::StringRef Punct) {
  return takePunct(Punct) || failExpected("'" + Punct + "'");
}

bool Parser::atName(size_t Ahead) const {
  const Token &T = peek(Ahead);
  return T.K == Kind::QuotedName || (T.K == Kind::Word && !isReserved(T.Text));
}

bool Parser::expectName(std::string &Name, llvm::StringRef What) {
  if (!atName()) {
    if (peek().K == Kind::Word)
      return fail(peek().Where,
                  msg::TextExpectedFoundReservedWord(What, peek().Text), {},
                  "`" + peek().Text + "`");
    return failExpected(What);
  }
  Name = next().Text;
  return true;
}

bool Parser::expectString(std::string &Value, llvm::StringRef What) {
  if (peek().K != Kind::String)
    return failExpected(What);
  Value = next().Text;
  return true;
}

bool Parser::expectInteger(int64_t &Value, llvm::StringRef What) {
  bool Negative = atPunct("-") && peek(1).K == Kind::Number;
  const Token &T = peek(Negative ? 1 : 0);
  if (T.K != Kind::Number || looksFloating(T.Text))
    return failExpected(What);
  std::string Text = (Negative ? "-" : "") + T.Text;
  if (llvm::StringRef(Text).getAsInteger(0, Value))
    return fail(T.Where, msg::TextNumberTooLarge(Text));
  next();
  if (Negative)
    next();
  return true;
}

bool Parser::declare(llvm::StringRef Name, NameInfo Info, TextRange Where) {
  if (Names.declare(Name, std::move(Info)))
    return true;
  return fail(Where, msg::TextNameDeclaredAlready(Name));
}

const NameInfo *Parser::lookUp(llvm::StringRef Name, TextRange Where) {
  if (const NameInfo *Info = Names.find(Name))
    return Info;
  std::vector<Note> Notes;
  std::optional<std::string> Near = nearestWord(Name, Names.names());
  if (Near)
    Notes.push_back("did you mean '" + *Near + "'?");
  fail(Where, msg::TextNameNotDeclared(Name), std::move(Notes),
       std::move(Near));
  return nullptr;
}
