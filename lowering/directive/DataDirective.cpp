//===- DataDirective.cpp - where arrays are, and which stay as they are ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/DataDirective.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"

using namespace llvm;

namespace lacuna {

static constexpr DataClause Clauses[] = {
    {"copyin", DataKind::Region, true, false, false, false},
    {"copyout", DataKind::Region, false, true, false, false},
    {"copy", DataKind::Region, true, true, false, false},
    {"create", DataKind::Region, false, false, false, false},
    {"present", DataKind::Region, false, false, true, false},
    {"unchanged", DataKind::Region, false, false, false, true},
    {"copyin", DataKind::Enter, true, false, false, false},
    {"create", DataKind::Enter, false, false, false, false},
    {"copyout", DataKind::Exit, false, true, false, false},
    {"delete", DataKind::Exit, false, false, false, false},
    {"host", DataKind::Update, false, true, false, false},
    {"device", DataKind::Update, true, false, false, false},
    {"changed", DataKind::Update, false, false, false, true},
};

StringRef nameOf(DataKind Kind) {
  switch (Kind) {
  case DataKind::Region:
    return "data";
  case DataKind::Enter:
    return "enter data";
  case DataKind::Exit:
    return "exit data";
  case DataKind::Update:
    return "update";
  }
  llvm_unreachable("unknown kind of directive");
}

static const DataClause *findClause(DataKind Kind, StringRef Name) {
  for (const DataClause &C : Clauses)
    if (C.Kind == Kind && C.Name == Name)
      return &C;
  return nullptr;
}

static std::vector<std::string> clauseNames(DataKind Kind) {
  std::vector<std::string> Names;
  for (const DataClause &C : Clauses)
    if (C.Kind == Kind)
      Names.push_back(C.Name.str());
  return Names;
}

bool isDataDirective(StringRef Text) {
  DirectiveLexer Lexer(Text);
  Lexer.skipBlanks();
  StringRef Word = Lexer.word();
  return Word == "data" || Word == "enter" || Word == "exit" ||
         Word == "update";
}

/// \p Arg as `x[first:count]`; nothing if it has no section, an error if that
/// has another form.
static Expected<std::optional<DataItem>> asSection(const ClauseArg &Arg) {
  StringRef Text = Arg.Text;
  DirectiveLexer Lexer(Text);
  size_t Depth = 0, Open = 0, Colon = 0, Colons = 0, Choices = 0;
  bool IsLast = false;
  for (Lexer.skipBlanks(); !Lexer.atEnd(); Lexer.skipBlanks()) {
    size_t At = Lexer.position();
    StringRef Token = Lexer.token();
    IsLast = false;
    if (Token == "[" && Depth == 0) {
      Open = At;
      Colons = Choices = 0;
    }
    if (StringRef("([{").contains(Token))
      ++Depth;
    if (StringRef(")]}").contains(Token))
      IsLast = --Depth == 0 && Token == "]";
    if (Depth != 1 || Text[Open] != '[')
      continue;
    if (Token == "?")
      ++Choices;
    if (Token == ":" && Lexer.peek() == ':')
      Lexer.token(); // of a qualified name
    else if (Token == ":" && Choices != 0)
      --Choices;
    else if (Token == ":" && Colons++ == 0)
      Colon = At;
  }
  if (!IsLast || Colons == 0)
    return std::nullopt;
  auto Part = [&](size_t Begin, size_t End) {
    StringRef Trimmed = Text.slice(Begin, End).trim();
    Begin = Arg.Where.Begin + (Trimmed.data() - Text.data());
    return ClauseArg{Trimmed.str(), {Begin, Begin + Trimmed.size()}};
  };
  ClauseArg Array = Part(0, Open), First = Part(Open + 1, Colon),
            Count = Part(Colon + 1, Text.size() - 1);
  if (Colons > 1 || Array.Text.empty() || First.Text.empty() ||
      Count.Text.empty())
    return makeError(Arg.Where, msg::ExpectedArraySection(Arg.Text));
  return DataItem{nullptr, {}, Array, std::pair(First, Count)};
}

namespace {

class DataParser {
public:
  explicit DataParser(StringRef Text) : Lexer(Text) {}
  Expected<DataDirective> run();

private:
  bool parseKind();
  bool parseClause();
  void addItems(const DataClause &C, TextRange Name, ArrayRef<ClauseArg> Args);
  void unknownClause(StringRef Name, TextRange Where);
  void fail(Error E) { Errors = joinErrors(std::move(Errors), std::move(E)); }

  DirectiveLexer Lexer;
  DataDirective D = {};
  Error Errors = Error::success();
};

} // namespace

bool DataParser::parseKind() {
  Lexer.skipBlanks();
  size_t Begin = Lexer.position();
  StringRef Word = Lexer.word();
  TextRange Where = Lexer.rangeFrom(Begin);
  D.Kind = Word == "data"    ? DataKind::Region
           : Word == "enter" ? DataKind::Enter
           : Word == "exit"  ? DataKind::Exit
                             : DataKind::Update;
  if (D.Kind != DataKind::Enter && D.Kind != DataKind::Exit)
    return true;
  Lexer.skipBlanks();
  if (Lexer.word() == "data")
    return true;
  fail(makeError(Where, ("expected '" + nameOf(D.Kind) + "'").str(), {},
                 nameOf(D.Kind).str()));
  return false;
}

void DataParser::unknownClause(StringRef Name, TextRange Where) {
  std::vector<std::string> Names = clauseNames(D.Kind);
  std::string Message = msg::DirectiveHasNoClause(nameOf(D.Kind), Name);
  if (std::optional<std::string> Near = nearestWord(Name, Names))
    fail(makeError(Where, Message + msg::SuffixDidYouMean(*Near), {}, Near));
  else
    fail(makeError(Where, msg::AcceptedAre(Message, quotedList(Names))));
}

void DataParser::addItems(const DataClause &C, TextRange Name,
                          ArrayRef<ClauseArg> Args) {
  for (const ClauseArg &Arg : Args) {
    Expected<std::optional<DataItem>> Section = asSection(Arg);
    if (!Section) {
      fail(Section.takeError());
      continue;
    }
    DataItem Item = Section->value_or(DataItem{nullptr, {}, Arg, {}});
    Item.Clause = &C;
    Item.ClauseName = Name;
    D.Items.push_back(std::move(Item));
  }
}

/// Reads one clause. False where the rest of the text has no structure that
/// could be relied on.
bool DataParser::parseClause() {
  size_t Begin = Lexer.position();
  StringRef Name = Lexer.word();
  if (Name.empty()) {
    StringRef Token = Lexer.token();
    fail(makeError(Lexer.rangeFrom(Begin), msg::ExpectedClauseName(Token)));
    return false;
  }
  TextRange Where = Lexer.rangeFrom(Begin);
  std::vector<ClauseArg> Args;
  Lexer.skipBlanks();
  if (Lexer.peek() == '(') {
    Expected<std::vector<ClauseArg>> Read = Lexer.arguments(Name);
    if (!Read) {
      fail(Read.takeError());
      return false;
    }
    Args = std::move(*Read);
  }
  const DataClause *Known = findClause(D.Kind, Name);
  if (!Known)
    unknownClause(Name, Where);
  else if (Args.empty())
    fail(makeError(Lexer.rangeFrom(Begin), msg::ClauseNamesNoArray(Name),
                   {msg::UsageDataClause(Name)}));
  else
    addItems(*Known, Where, Args);
  return true;
}

Expected<DataDirective> DataParser::run() {
  bool IsSound = parseKind();
  Lexer.skipBlanks(true);
  if (IsSound && Lexer.atEnd())
    fail(makeError({0, Lexer.position()},
                   msg::DirectiveNeedsClause(nameOf(D.Kind),
                                             quotedList(clauseNames(D.Kind)))));
  for (; IsSound && !Lexer.atEnd(); Lexer.skipBlanks(true))
    IsSound = parseClause();
  if (Errors)
    return std::move(Errors);
  return std::move(D);
}

Expected<DataDirective> parseDataDirective(StringRef Text) {
  return DataParser(Text).run();
}

} // namespace lacuna
