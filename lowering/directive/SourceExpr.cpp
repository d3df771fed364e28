//===- SourceExpr.cpp - expressions as the user wrote them ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/SourceExpr.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/ir/text/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

//===-- reading -----------------------------------------------------------===//

namespace {

class SourceParser {
public:
  SourceParser(const ClauseArg &Arg, bool IsCondition)
      : Arg(Arg), Lexer(Arg.Text, Arg.Where.Begin), IsCondition(IsCondition) {
    advance();
  }
  Expected<SourceExpr> parseWhole(Expected<SourceExpr> (SourceParser::*Part)());
  Expected<SourceExpr> parseSum();
  Expected<SourceExpr> parseDisjunction();

private:
  using Kind = SourceExpr::Kind;

  void advance();
  Expected<SourceExpr> parseConjunction();
  Expected<SourceExpr> parseEquality();
  Expected<SourceExpr> parseRelation();
  Expected<SourceExpr> parseProduct();
  Expected<SourceExpr> parseUnary();
  Expected<SourceExpr> parsePrimary();
  Expected<std::string> parseName();
  Expected<std::string> parseMembers(std::string Name);
  bool takeAccess();
  Expected<SourceExpr> parseChain(ArrayRef<StringRef> Operators,
                                  Expected<SourceExpr> (SourceParser::*Part)());
  bool at(char C) const { return Token.size() == 1 && Token.front() == C; }
  Error fail(StringRef What) const;
  SourceExpr make(Kind K, StringRef Text, size_t Begin,
                  std::vector<SourceExpr> Parts) const;

  const ClauseArg &Arg;
  DirectiveLexer Lexer;
  StringRef Token;   ///< the next one, empty at the end
  TextRange TokenAt; ///< its place
  size_t End = 0;    ///< of the token before it
  unsigned Depth = 0;
  bool IsCondition = false;
};

} // namespace

/// More nested brackets than this are no expression of a loop.
static constexpr unsigned MaxDepth = 100;

void SourceParser::advance() {
  End = TokenAt.End;
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  Token = Lexer.atEnd() ? StringRef() : Lexer.token();
  // Operators of two characters.
  bool IsOne = Token.size() == 1;
  bool MayDouble = IsOne && StringRef("=&|").contains(Token);
  bool MayEqual = IsOne && StringRef("<>!").contains(Token);
  if ((MayDouble && Lexer.peek() == Token.front()) ||
      (MayEqual && Lexer.peek() == '=')) {
    StringRef Second = Lexer.token();
    Token = StringRef(Token.data(), Token.size() + Second.size());
  }
  TokenAt = Lexer.rangeFrom(Begin);
}

Error SourceParser::fail(StringRef What) const {
  std::string Found = Token.empty() ? "the end" : ("'" + Token + "'").str();
  return makeError(Token.empty() ? Arg.Where : TokenAt,
                   msg::TextExpectedFound(What, Found));
}

SourceExpr SourceParser::make(Kind K, StringRef Text, size_t Begin,
                              std::vector<SourceExpr> Parts) const {
  TextRange Where{Begin, End};
  std::string Source =
      Arg.Text.substr(Begin - Arg.Where.Begin, Where.End - Where.Begin);
  return {K, Text.str(), {std::move(Source), Where}, std::move(Parts)};
}

/// Takes `.` or `->`.
bool SourceParser::takeAccess() {
  if (at('-') && Lexer.peek() == '>')
    advance();
  else if (!at('.'))
    return false;
  advance();
  return true;
}

/// A variable or a member, `T.val`, which the nest calls T_val, and
/// `this->val`, which it calls val; a loop's variable, `j@2`.
Expected<std::string> SourceParser::parseName() {
  std::string Name = Token == "this" ? "" : Token.str();
  advance();
  if (at('@')) {
    advance();
    Name += ("@" + Token).str();
    if (!isLoopName(Name))
      return fail(msg::WantedLoopNumber());
    advance();
    return Name;
  }
  return parseMembers(std::move(Name));
}

Expected<std::string> SourceParser::parseMembers(std::string Name) {
  while (takeAccess()) {
    if (!isNewName(Token))
      return fail(msg::WantedMemberName());
    Name += (Name.empty() ? "" : "_") + Token.str();
    advance();
  }
  return Name;
}

Expected<SourceExpr> SourceParser::parsePrimary() {
  size_t Begin = TokenAt.Begin;
  if (at('(')) {
    advance();
    Expected<SourceExpr> Inner = IsCondition ? parseDisjunction() : parseSum();
    if (!Inner)
      return Inner;
    if (!at(')'))
      return fail(msg::WantedOperatorOrParenthesis());
    advance();
    return Inner;
  }
  StringRef Text = Token;
  if (isNewName(Text) || Text == "this") {
    Expected<std::string> Name = parseName();
    if (!Name)
      return Name.takeError();
    if (!at('['))
      return make(Kind::Name, *Name, Begin, {});
    // `rows[i][k].val`
    std::vector<SourceExpr> Subscripts;
    while (at('[') && Subscripts.size() < 2) {
      advance();
      Expected<SourceExpr> Index = parseSum();
      if (!Index)
        return Index;
      if (!at(']'))
        return fail(msg::WantedOperatorOrBracket());
      advance();
      Subscripts.push_back(std::move(*Index));
    }
    Expected<std::string> Whole = parseMembers(std::move(*Name));
    if (!Whole)
      return Whole.takeError();
    return make(Kind::Subscript, *Whole, Begin, std::move(Subscripts));
  }
  if (!Text.empty() && isDigit(Text.front())) {
    advance();
    return make(Kind::Number, Text, Begin, {});
  }
  return fail(msg::WantedOperand());
}

Expected<SourceExpr> SourceParser::parseUnary() {
  size_t Begin = TokenAt.Begin;
  if (Depth == MaxDepth)
    return fail(msg::WantedSimplerExpression());
  ++Depth;
  bool IsNegation = at('-'), IsNot = IsCondition && at('!');
  if (IsNegation || IsNot)
    advance();
  Expected<SourceExpr> Part =
      IsNegation || IsNot ? parseUnary() : parsePrimary();
  --Depth;
  if (!Part || !(IsNegation || IsNot))
    return Part;
  return make(IsNot ? Kind::Not : Kind::Negation, IsNot ? "!" : "-", Begin,
              {std::move(*Part)});
}

Expected<SourceExpr>
SourceParser::parseChain(ArrayRef<StringRef> Operators,
                         Expected<SourceExpr> (SourceParser::*Part)()) {
  size_t Begin = TokenAt.Begin;
  Expected<SourceExpr> Left = (this->*Part)();
  while (Left && is_contained(Operators, Token)) {
    StringRef Operator = Token;
    advance();
    Expected<SourceExpr> Right = (this->*Part)();
    if (!Right)
      return Right;
    Left = make(Kind::Binary, Operator, Begin,
                {std::move(*Left), std::move(*Right)});
  }
  return Left;
}

Expected<SourceExpr> SourceParser::parseProduct() {
  return parseChain({"*", "/", "%"}, &SourceParser::parseUnary);
}

Expected<SourceExpr> SourceParser::parseSum() {
  return parseChain({"+", "-"}, &SourceParser::parseProduct);
}

Expected<SourceExpr> SourceParser::parseRelation() {
  return parseChain({"<", "<=", ">", ">="}, &SourceParser::parseSum);
}

Expected<SourceExpr> SourceParser::parseEquality() {
  return parseChain({"==", "!="}, &SourceParser::parseRelation);
}

Expected<SourceExpr> SourceParser::parseConjunction() {
  return parseChain({"&&"}, &SourceParser::parseEquality);
}

Expected<SourceExpr> SourceParser::parseDisjunction() {
  return parseChain({"||"}, &SourceParser::parseConjunction);
}

Expected<SourceExpr>
SourceParser::parseWhole(Expected<SourceExpr> (SourceParser::*Part)()) {
  Expected<SourceExpr> E = (this->*Part)();
  if (E && !Token.empty())
    return fail("an operator");
  return E;
}

Expected<SourceExpr> parseSourceExpr(const ClauseArg &Arg) {
  return SourceParser(Arg, false).parseWhole(&SourceParser::parseSum);
}

Expected<SourceExpr> parseSourceCondition(const ClauseArg &Arg) {
  return SourceParser(Arg, true).parseWhole(&SourceParser::parseDisjunction);
}

std::vector<const SourceExpr *> factorsOf(const SourceExpr &E) {
  if (E.K != SourceExpr::Kind::Binary || E.Text != "*")
    return {&E};
  std::vector<const SourceExpr *> Factors = factorsOf(E.Parts[0]);
  append_range(Factors, factorsOf(E.Parts[1]));
  return Factors;
}

} // namespace lacuna
