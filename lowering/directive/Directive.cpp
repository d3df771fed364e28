//===- Directive.cpp - the clauses of #pragma sparse ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/Directive.h"
#include "ForeignWords.h"
#include "lacuna/directive/ClauseChecker.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/directive/DataDirective.h"
#include "lacuna/directive/Lexer.h"
#include "lacuna/directive/Messages.def"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace lacuna {

ClauseKind kindOf(const Clause &C) {
  const ClauseInfo *Other = findClause(C.Name, {});
  return Other ? Other->Kind : ClauseKind::Command;
}

const Clause *Directive::find(StringRef Name) const {
  for (const Clause &C : Clauses)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

bool Directive::isAuto() const {
  return llvm::none_of(Clauses, [](const Clause &C) {
    return kindOf(C) == ClauseKind::Command;
  });
}

Directive Directive::forTarget(StringRef Target) const {
  Directive Group;
  StringRef Current = wordFor(TargetKind::Cpu);
  for (const Clause &C : Clauses) {
    ClauseKind Kind = kindOf(C);
    if (Kind == ClauseKind::Group)
      Current = C.Args[0].Text;
    if (Kind == ClauseKind::Fact || Current == Target)
      Group.Clauses.push_back(C);
  }
  return Group;
}

Directive Directive::followedBy(ArrayRef<Clause> More) const {
  Directive Result = *this;
  append_range(Result.Clauses, More);
  return Result;
}

//===-- the sequence of clauses -------------------------------------------===//

namespace {

class DirectiveParser {
public:
  DirectiveParser(StringRef Text, ArrayRef<const ClauseInfo *> Commands)
      : Lexer(Text), Commands(Commands) {}
  Expected<Directive> run();

private:
  bool parseClause();
  bool lacksParentheses(const Clause &C);
  void unknownClause(const Clause &C);
  void checkAuto();
  const ClauseInfo *find(StringRef Name) const {
    return findClause(Name, Commands);
  }
  void fail(Error E) { Errors = joinErrors(std::move(Errors), std::move(E)); }
  void fail(TextRange Where, const Twine &Message, std::vector<Note> Notes = {},
            std::optional<std::string> Replacement = std::nullopt) {
    fail(makeError(Where, Message.str(), std::move(Notes),
                   std::move(Replacement)));
  }

  DirectiveLexer Lexer;
  ArrayRef<const ClauseInfo *> Commands;
  Directive D;
  Error Errors = Error::success();
};

} // namespace

void DirectiveParser::unknownClause(const Clause &C) {
  std::string Message = msg::UnknownClause(C.Name);
  if (StringRef Answer = answerToForeign(C.Name); !Answer.empty())
    return fail(C.Where, Message + "; " + Answer);
  std::vector<std::string> Names;
  for (const ClauseInfo *Command : Commands)
    Names.push_back(Command->Name.str());
  for (const ClauseInfo &Other : otherClauses())
    Names.push_back(Other.Name.str());
  if (std::optional<std::string> Near = nearestWord(C.Name, Names))
    return fail(C.Where, Message + msg::SuffixDidYouMean(*Near), {}, Near);
  fail(C.Where, Message, {msg::NoteClausesAre(quotedList(Names))});
}

/// `auto` chooses the whole schedule: no command may stand beside it.
void DirectiveParser::checkAuto() {
  const Clause *Auto = D.find("auto");
  if (!Auto)
    return;
  for (const Clause &C : D.Clauses) {
    if (kindOf(C) == ClauseKind::Command) {
      fail(Auto->Where, msg::AutoChoosesWholeSchedule(C.Name));
      return;
    }
  }
}

/// Whether what follows \p C are its arguments without parentheses.
bool DirectiveParser::lacksParentheses(const Clause &C) {
  const ClauseInfo *Info = find(C.Name);
  if (!Info || Info->minArgs() == 0)
    return false;
  DirectiveLexer Ahead = Lexer;
  Ahead.skipBlanks(/*Commas=*/true);
  size_t Begin = Ahead.position();
  StringRef Next = Ahead.atEnd() ? "" : Ahead.token();
  if (Next.empty() || Next == "(" || find(Next) ||
      !answerToForeign(Next).empty())
    return false;
  fail(Ahead.rangeFrom(Begin), msg::ExpectedParenthesisBehind(C.Name, Next),
       {("usage: " + Info->Usage).str()});
  return true;
}

/// Reads one clause. False where the rest of the text has no structure that
/// could be relied on.
bool DirectiveParser::parseClause() {
  Clause C;
  size_t Begin = Lexer.position();
  StringRef Name = Lexer.word();
  if (Name.empty()) {
    StringRef Token = Lexer.token();
    fail(Lexer.rangeFrom(Begin), msg::ExpectedClauseName(Token));
    return false;
  }
  C.Name = Name.str();
  DirectiveLexer Ahead = Lexer;
  Ahead.skipBlanks();
  if (StringRef Second = Ahead.word(); isForeignPair(Name, Second)) {
    C.Name += (" " + Second).str();
    Lexer = Ahead;
  }
  C.Where = C.Whole = Lexer.rangeFrom(Begin);
  if (isDataDirective(Name)) {
    fail(C.Where, msg::BeginsOwnDirective(C.Name));
    return false;
  }
  Lexer.skipBlanks();
  if (lacksParentheses(C))
    return false;
  if (Lexer.peek() == '(') {
    C.HasParens = true;
    Expected<std::vector<ClauseArg>> Args = Lexer.arguments(C.Name);
    if (!Args) {
      fail(Args.takeError());
      return false;
    }
    C.Args = std::move(*Args);
    C.Whole = Lexer.rangeFrom(Begin);
  }
  const ClauseInfo *Info = find(C.Name);
  if (!Info) {
    unknownClause(C);
    return true;
  }
  fail(ClauseChecker(D, C, *Info).run());
  D.Clauses.push_back(std::move(C));
  return true;
}

Expected<Directive> DirectiveParser::run() {
  for (Lexer.skipBlanks(true); !Lexer.atEnd(); Lexer.skipBlanks(true))
    if (!parseClause())
      break;
  checkAuto();
  if (Errors)
    return std::move(Errors);
  return std::move(D);
}

Expected<Directive> parseClauses(StringRef Text,
                                 ArrayRef<const ClauseInfo *> Commands) {
  return DirectiveParser(Text, Commands).run();
}

void print(raw_ostream &OS, const Directive &D) {
  ListSeparator Blank(" ");
  for (const Clause &C : D.Clauses) {
    OS << Blank << C.Name;
    if (!C.HasParens)
      continue;
    OS << '(';
    ListSeparator Comma(", ");
    for (const ClauseArg &Arg : C.Args) {
      OS << Comma;
      for (char Ch : Arg.Text)
        OS << (Ch == '\n' ? ' ' : Ch);
    }
    OS << ')';
  }
}

std::string directiveText(const Directive &D) {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, D);
  OS.flush(); // LLVM 16 keeps it
  return Text;
}

std::string clauseText(const Clause &C) { return directiveText({{C}}); }

} // namespace lacuna
