//===- Lexer.cpp - words and balanced arguments of a directive ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/support/Identifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <limits>

using namespace llvm;

namespace lacuna {

void DirectiveLexer::skipBlanks(bool Commas) {
  while (!atEnd() && (isSpace(Text[Pos]) || (Commas && Text[Pos] == ',')))
    ++Pos;
}

StringRef DirectiveLexer::word() {
  size_t Begin = Pos;
  if (!atEnd() && isNameStart(Text[Pos]))
    while (!atEnd() && isNameChar(Text[Pos]))
      ++Pos;
  return Text.slice(Begin, Pos);
}

/// A literal that is not closed ends at the end of the text.
void DirectiveLexer::skipQuoted(char Quote) {
  ++Pos;
  while (!atEnd() && Text[Pos] != Quote)
    Pos = std::min(Text.size(), Pos + (Text[Pos] == '\\' ? 2 : 1));
  if (!atEnd())
    ++Pos;
}

/// A preprocessing number: the quotes in 1'000 do not open a literal.
void DirectiveLexer::skipNumber() {
  while (!atEnd()) {
    char C = Text[Pos];
    bool Separator =
        C == '\'' && Pos + 1 < Text.size() && isNameChar(Text[Pos + 1]);
    bool Sign = (C == '+' || C == '-') && Pos > 0 &&
                StringRef("eEpP").contains(Text[Pos - 1]);
    if (!isNameChar(C) && C != '.' && !Separator && !Sign)
      return;
    ++Pos;
  }
}

StringRef DirectiveLexer::token() {
  size_t Begin = Pos;
  char C = peek();
  if (isNameStart(C))
    word();
  else if (isDigit(C))
    skipNumber();
  else if (C == '"' || C == '\'')
    skipQuoted(C);
  else
    ++Pos;
  return Text.slice(Begin, Pos);
}

static char closing(char Open) {
  return Open == '(' ? ')' : Open == '[' ? ']' : '}';
}

Expected<std::vector<ClauseArg>>
DirectiveLexer::arguments(StringRef ClauseName) {
  std::vector<ClauseArg> Args;
  SmallVector<std::pair<char, size_t>, 4> Open; // bracket, its position
  Open.push_back({'(', position()});
  ++Pos;
  size_t ArgBegin = Pos;
  // Ends the argument in front of the token of one character just read.
  auto FinishArg = [&]() -> Error {
    StringRef Raw = Text.slice(ArgBegin, Pos - 1);
    StringRef Trimmed = Raw.trim();
    bool Last = Open.empty();
    ArgBegin = Pos;
    if (Trimmed.empty() && Last && Args.empty())
      return Error::success();
    if (Trimmed.empty())
      return makeError({position() - 1, position()},
                       msg::EmptyArgument(ClauseName));
    size_t Begin = Base + (Trimmed.data() - Text.data());
    Args.push_back({Trimmed.str(), {Begin, Begin + Trimmed.size()}});
    return Error::success();
  };

  for (skipBlanks(); !atEnd(); skipBlanks()) {
    size_t Begin = position();
    StringRef Token = token();
    char C = Token.front();
    if ((C == '"' || C == '\'') && (Token.size() == 1 || Token.back() != C))
      return makeError(rangeFrom(Begin), msg::LiteralNotClosed(C));
    if (C == '(' || C == '[' || C == '{')
      Open.push_back({C, Begin});
    if (C == ')' || C == ']' || C == '}') {
      char Wanted = closing(Open.back().first);
      if (C != Wanted)
        return makeError(rangeFrom(Begin),
                         msg::ExpectedBracketFound(Wanted, C));
      Open.pop_back();
    }
    if (Open.empty() || (C == ',' && Open.size() == 1)) {
      if (Error E = FinishArg())
        return std::move(E);
      if (Open.empty())
        return Args;
    }
  }
  size_t At = Open.back().second;
  return makeError({At, At + 1},
                   msg::BracketNotClosed(closing(Open.back().first),
                                         Open.back().first, ClauseName));
}

std::optional<Clause> asCall(const ClauseArg &Arg) {
  DirectiveLexer Lexer(Arg.Text, Arg.Where.Begin);
  Clause Call;
  Call.Name = Lexer.word().str();
  Call.Where = Lexer.rangeFrom(Arg.Where.Begin);
  Lexer.skipBlanks();
  if (Call.Name.empty() || Lexer.peek() != '(')
    return std::nullopt;
  Expected<std::vector<ClauseArg>> Args = Lexer.arguments(Call.Name);
  if (!Args) {
    consumeError(Args.takeError());
    return std::nullopt;
  }
  if (!Lexer.atEnd())
    return std::nullopt;
  Call.HasParens = true;
  Call.Args = std::move(*Args);
  Call.Whole = Arg.Where;
  return Call;
}

static bool isIdentifier(StringRef Text) {
  return !Text.empty() && isNameStart(Text.front()) &&
         llvm::all_of(Text, isNameChar);
}

/// Names that C++20 reserves, alternative tokens included.
static const StringSet<> &keywords() {
  static const StringSet<> Words = {
      "alignas",       "alignof",     "and",
      "and_eq",        "asm",         "auto",
      "bitand",        "bitor",       "bool",
      "break",         "case",        "catch",
      "char",          "char16_t",    "char32_t",
      "char8_t",       "class",       "co_await",
      "co_return",     "co_yield",    "compl",
      "concept",       "const",       "const_cast",
      "consteval",     "constexpr",   "constinit",
      "continue",      "decltype",    "default",
      "delete",        "do",          "double",
      "dynamic_cast",  "else",        "enum",
      "explicit",      "export",      "extern",
      "false",         "float",       "for",
      "friend",        "goto",        "if",
      "inline",        "int",         "long",
      "mutable",       "namespace",   "new",
      "noexcept",      "not",         "not_eq",
      "nullptr",       "operator",    "or",
      "or_eq",         "private",     "protected",
      "public",        "register",    "reinterpret_cast",
      "requires",      "return",      "short",
      "signed",        "sizeof",      "static",
      "static_assert", "static_cast", "struct",
      "switch",        "template",    "this",
      "thread_local",  "throw",       "true",
      "try",           "typedef",     "typeid",
      "typename",      "union",       "unsigned",
      "using",         "virtual",     "void",
      "volatile",      "wchar_t",     "while",
      "xor",           "xor_eq"};
  return Words;
}

bool isKeyword(StringRef Text) { return keywords().contains(Text); }

std::vector<std::vector<ClauseArg>> argumentGroups(const Clause &C) {
  std::vector<std::vector<ClauseArg>> Groups(1);
  for (const ClauseArg &Arg : C.Args) {
    size_t Begin = 0;
    for (StringRef Part : split(Arg.Text, ';')) {
      if (Begin != 0)
        Groups.emplace_back();
      const StringRef Text = Part.trim();
      const size_t At = Arg.Where.Begin + Begin + Part.find(Text);
      if (!Text.empty())
        Groups.back().push_back({Text.str(), {At, At + Text.size()}});
      Begin += Part.size() + 1;
    }
  }
  return Groups;
}

bool isNewName(StringRef Text) {
  return isIdentifier(Text) && !isKeyword(Text);
}

bool isLoopName(StringRef Text) {
  auto [Name, Number] = Text.split('@');
  if (!isNewName(Name))
    return false;
  return Text.size() == Name.size() ||
         (!Number.empty() && llvm::all_of(Number, isDigit));
}

std::optional<int64_t> integerLiteral(StringRef Text) {
  Text = Text.trim();
  bool Negative = Text.consume_front("-");
  if (!Negative)
    Text.consume_front("+");
  Text = Text.trim();
  std::string Digits;
  for (char C : Text)
    if (C != '\'')
      Digits += toLower(C);
  StringRef Rest(Digits);
  if (Rest.empty() || !isDigit(Rest.front()))
    return std::nullopt;
  unsigned Radix = 10;
  if (Rest.consume_front("0x"))
    Radix = 16;
  else if (Rest.consume_front("0b"))
    Radix = 2;
  else if (Rest.size() > 1 && Rest.front() == '0')
    Radix = 8;
  uint64_t Value = 0;
  if (Rest.consumeInteger(Radix, Value))
    return std::nullopt;
  static const StringSet<> Suffixes = {"",    "u",   "l", "ll", "ul", "lu",
                                       "ull", "llu", "z", "uz", "zu"};
  if (!Suffixes.contains(Rest) ||
      Value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return std::nullopt;
  int64_t Magnitude = static_cast<int64_t>(Value);
  return Negative ? -Magnitude : Magnitude;
}

} // namespace lacuna
