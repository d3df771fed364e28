//===- ClauseChecker.cpp - a clause against its description ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseChecker.h"
#include "ForeignWords.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "lacuna/support/Identifier.h"

using namespace llvm;

namespace lacuna {

void ClauseChecker::fail(Error E) {
  Errors = joinErrors(std::move(Errors), std::move(E));
}

void ClauseChecker::fail(TextRange Where, const Twine &Message,
                         std::vector<Note> Notes,
                         std::optional<std::string> Replacement) {
  fail(makeError(Where, Message.str(), std::move(Notes),
                 std::move(Replacement)));
}

StringRef ClauseChecker::target() const {
  StringRef Target = wordFor(TargetKind::Cpu);
  for (const Clause &Group : Before.Clauses)
    if (Group.Name == "target" && Group.Args.size() == 1)
      Target = Group.Args[0].Text;
  return Target;
}

//===-- numbers of arguments ----------------------------------------------===//

static std::string count(size_t N, StringRef Noun) {
  return (Twine(N) + " " + Noun + (N == 1 ? "" : "s")).str();
}

std::string given(size_t N) {
  if (N == 0)
    return "none is given";
  return (Twine(N) + (N == 1 ? " is given" : " are given")).str();
}

bool ClauseChecker::checkArity(const Clause &Call, const CallInfo &Is) {
  const size_t Min = Is.minArgs(), Max = Is.maxArgs();
  if (Max == 0) {
    if (Call.HasParens)
      fail(Call.Whole, msg::ClauseTakesNoArguments(Call.Name));
    return !Call.HasParens;
  }
  if (Is.takes(Call.Args.size()))
    return true;
  std::string Takes = count(Min, "argument");
  if (Max == SIZE_MAX)
    Takes = "at least " + Takes;
  else if (Max != Min)
    Takes = (Twine(Min) + " or " + count(Max, "argument")).str();
  fail(Call.Whole,
       msg::WrongNumberOfArguments(Call.Name, Takes, given(Call.Args.size())),
       {("usage: " + Is.Usage).str()});
  return false;
}

/// Whether two words follow each other in \p Arg, which no argument has; types
/// of several words aside.
bool ClauseChecker::lacksCommas(const ClauseArg &Arg) {
  DirectiveLexer Tokens(Arg.Text, Arg.Where.Begin);
  StringRef Last;
  for (Tokens.skipBlanks(); !Tokens.atEnd(); Tokens.skipBlanks()) {
    size_t Begin = Tokens.position();
    StringRef Token = Tokens.token();
    bool IsWord = isNameChar(Token.front());
    if (IsWord && isKeyword(Token))
      Token = "";
    if (IsWord && !Token.empty() && !Last.empty()) {
      fail({Begin, Begin}, msg::MissingComma(Last, Token), {}, ", ");
      return true;
    }
    Last = IsWord ? Token : "";
  }
  return false;
}

//===-- arguments by kind -------------------------------------------------===//

void ClauseChecker::checkLoopName(const ClauseArg &Arg) {
  if (!isLoopName(Arg.Text))
    fail(Arg.Where, msg::ExpectedLoopName(Arg.Text));
}

void ClauseChecker::checkNewName(const ClauseArg &Arg, StringRef What) {
  if (isNewName(Arg.Text))
    return;
  if (isKeyword(Arg.Text))
    fail(Arg.Where, msg::KeywordCannotName(Arg.Text, What));
  else
    fail(Arg.Where, msg::ExpectedNewName(What, Arg.Text),
         {("usage: " + Info.Usage).str()});
}

void ClauseChecker::checkNewLoop(const ClauseArg &Arg) {
  checkNewName(Arg, "loop");
  for (size_t I = 0; I < C.Args.size() && &C.Args[I] != &Arg; ++I)
    if (Info.arg(I).Kind == ArgKind::NewLoop && C.Args[I].Text == Arg.Text)
      fail(Arg.Where, msg::LoopNameGivenTwice(Arg.Text));
}

static std::optional<std::string> meantWord(StringRef Word,
                                            ArrayRef<std::string> Names) {
  std::string Known = wordForForeign(Word).str();
  return is_contained(Names, Known) ? Known : nearestWord(Word, Names);
}

void ClauseChecker::checkWord(const ClauseArg &Arg, const ArgInfo &Is) {
  const std::vector<std::string> Words = Is.Words();
  if (is_contained(Words, Arg.Text))
    return;
  const std::string Message = msg::UnknownWord(Is.What, Arg.Text);
  if (std::optional<std::string> Near = meantWord(Arg.Text, Words))
    fail(Arg.Where, Message + msg::SuffixDidYouMean(*Near), {}, Near);
  else
    fail(Arg.Where, Message, {"expected " + quotedList(Words, "or")});
}

void ClauseChecker::checkOption(const ClauseArg &Arg, const CallInfo &Option) {
  std::optional<Clause> Call = asCall(Arg);
  if (!Call || Call->Name != Option.Name || !Option.takes(Call->Args.size()))
    return fail(Arg.Where, msg::ExpectedFormFound(
                               quotedList(Option.forms(), "or"), Arg.Text));
  for (size_t I = 0; I < Call->Args.size(); ++I)
    if (!checkArg(Call->Args[I], Option.arg(I)))
      return;
}

bool ClauseChecker::checkArg(const ClauseArg &Arg, const ArgInfo &Is) {
  if (Is.Check)
    return Is.Check(*this, Arg);
  switch (Is.Kind) {
  case ArgKind::Loop:
    checkLoopName(Arg);
    break;
  case ArgKind::NewLoop:
    checkNewLoop(Arg);
    break;
  case ArgKind::NewWorkspace:
    checkNewName(Arg, "workspace");
    break;
  case ArgKind::Word:
    checkWord(Arg, Is);
    break;
  case ArgKind::Option:
    checkOption(Arg, Is.Options.front());
    break;
  case ArgKind::Value:
    break;
  }
  return true;
}

//===-- the clause --------------------------------------------------------===//

void ClauseChecker::checkPlace() {
  if (Info.Kind == ClauseKind::Fact && Before.find("target"))
    fail(C.Where, msg::MustStandBeforeTarget(C.Name));
  if (!Info.Repeatable && Before.find(C.Name))
    fail(C.Where, msg::GivenTwice(C.Name));
}

Error ClauseChecker::run() {
  checkPlace();
  const bool LacksCommas =
      count_if(C.Args, [&](auto &Arg) { return lacksCommas(Arg); }) != 0;
  if (LacksCommas || !checkArity(C, Info))
    return std::move(Errors);
  for (size_t I = 0; I < C.Args.size(); ++I)
    if (!checkArg(C.Args[I], Info.arg(I)))
      break;
  if (Info.Check)
    Info.Check(*this);
  return std::move(Errors);
}

} // namespace lacuna
