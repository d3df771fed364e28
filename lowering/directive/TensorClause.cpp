//===- TensorClause.cpp - tensor(A: csr(pos, crd, val)) -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/TensorClause.h"
#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/ir/text/Messages.def"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace lacuna {

//===-- reading -----------------------------------------------------------===//

namespace {

class TensorParser {
public:
  explicit TensorParser(const Clause &C) : C(C), Lexer("") { enter(0); }
  Expected<TensorClause> run();

private:
  void enter(size_t Arg);
  Expected<ClauseArg> name(StringRef What);
  Error expect(char Punctuation);
  Error parseHead();
  Error parseLevel();
  Error parseShorthand();
  Error fail(StringRef What);

  const Clause &C;
  size_t At = 0; ///< the argument that Lexer reads
  DirectiveLexer Lexer;
  TensorClause T;
};

} // namespace

void TensorParser::enter(size_t Arg) {
  At = Arg;
  Lexer = DirectiveLexer(C.Args[Arg].Text, C.Args[Arg].Where.Begin);
}

Error TensorParser::fail(StringRef What) {
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  std::string Found =
      Lexer.atEnd() ? "the end" : "'" + Lexer.token().str() + "'";
  return makeError(Lexer.position() == Begin ? C.Args[At].Where
                                             : Lexer.rangeFrom(Begin),
                   msg::TextExpectedFound(What, Found), {msg::UsageTensor()});
}

Expected<ClauseArg> TensorParser::name(StringRef What) {
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  DirectiveLexer Ahead = Lexer;
  StringRef Word = Ahead.word();
  if (!isNewName(Word))
    return fail(What);
  Lexer = Ahead;
  return ClauseArg{Word.str(), Lexer.rangeFrom(Begin)};
}

Error TensorParser::expect(char Punctuation) {
  Lexer.skipBlanks();
  if (Lexer.peek() != Punctuation)
    return fail("'" + std::string(1, Punctuation) + "'");
  Lexer.token();
  return Error::success();
}

/// `A(i, j):`
Error TensorParser::parseHead() {
  if (Error E = name("a name for a tensor").moveInto(T.Name))
    return E;
  Lexer.skipBlanks();
  if (Lexer.peek() == '(')
    if (Error E = Lexer.arguments(C.Name).moveInto(T.Indices))
      return E;
  return expect(':');
}

Error TensorParser::parseLevel() {
  TensorClause::Level L;
  if (Error E = name("the format of a level").moveInto(L.Format))
    return E;
  Lexer.skipBlanks();
  if (Lexer.peek() == '(')
    if (Error E = Lexer.arguments(L.Format.Text).moveInto(L.Arrays))
      return E;
  L.Where = Lexer.rangeFrom(L.Format.Where.Begin);
  if (const LevelFormat *Known = findLevelFormat(L.Format.Text))
    L.Known = Known->isRecognised() ? Known : nullptr;
  T.Levels.push_back(std::move(L));
  return Error::success();
}

/// `csr(pos, crd, val)` stands for `dense, compressed(pos, crd); val`.
Error TensorParser::parseShorthand() {
  TensorClause::Level Csr = T.Levels.front();
  if (Csr.Arrays.size() != 3)
    return makeError(Csr.Where,
                     msg::CsrTakesThreeArrays(given(Csr.Arrays.size())),
                     {msg::UsageCsr()});
  T.Values = Csr.Arrays.back();
  Csr.Arrays.pop_back();
  Csr.Known = &CompressedLevel;
  T.Levels = {{Csr.Format, &DenseLevel, {}, Csr.Where}, Csr};
  return Error::success();
}

static Error checkFormat(const TensorClause::Level &L) {
  std::vector<std::string> Formats;
  for (const LevelFormat *F : levelFormats())
    if (F->isRecognised())
      Formats.push_back(F->Name.str());
  if (!L.Known) {
    std::optional<std::string> Near = nearestWord(L.Format.Text, Formats);
    std::string Message = msg::TextUnknownLevelFormat(L.Format.Text);
    if (Near)
      Message += msg::SuffixDidYouMean(*Near);
    return makeError(L.Format.Where, Message,
                     {"expected " + quotedList(Formats, "or")}, Near);
  }
  if (L.Arrays.size() == L.Known->Arrays.size())
    return Error::success();
  return makeError(L.Where, msg::WrongNumberOfArrays(L.Format.Text,
                                                     L.Known->Arrays.size(),
                                                     given(L.Arrays.size())));
}

Expected<TensorClause> TensorParser::run() {
  if (Error E = parseHead())
    return std::move(E);
  if (Error E = parseLevel())
    return std::move(E);
  bool IsShorthand = T.Levels.front().Format.Text == "csr";
  while (!IsShorthand && Lexer.atEnd() && At + 1 < C.Args.size()) {
    enter(At + 1);
    if (Error E = parseLevel())
      return std::move(E);
    Lexer.skipBlanks();
  }
  if (IsShorthand) {
    if (Error E = parseShorthand())
      return std::move(E);
  } else {
    if (Error E = expect(';'))
      return std::move(E);
    if (Error E = name("the array of values").moveInto(T.Values))
      return std::move(E);
  }
  Lexer.skipBlanks();
  if (!Lexer.atEnd())
    return fail("')'");
  if (At + 1 < C.Args.size()) {
    enter(At + 1);
    return fail("')'");
  }
  for (const TensorClause::Level &L : T.Levels)
    if (Error E = checkFormat(L))
      return std::move(E);
  return std::move(T);
}

Expected<TensorClause> parseTensorClause(const Clause &C) {
  return TensorParser(C).run();
}

} // namespace lacuna
