//===- Directive.cpp - the clauses of #pragma sparse ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/schedule/Directive.h"
#include "ForeignWords.h"
#include "Lexer.h"
#include "TensorClause.h"
#include "Words.h"
#include "lacuna/schedule/DataDirective.h"
#include "lacuna/support/Identifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace lacuna {

static constexpr unsigned Any = ~0u;

ArrayRef<ClauseInfo> clauseInfos() {
  using K = ClauseKind;
  static const ClauseInfo Infos[] = {
      {"split", K::Command, 4, 4, "split(i, i0, i1, N)", true, true},
      {"divide", K::Command, 4, 5,
       "divide(i, i0, i1, N) or divide(i, t, ir, threads, balance(p))", true,
       true},
      {"fuse", K::Command, 3, 3, "fuse(i, j, f)", true, true},
      {"pos", K::Command, 2, 3, "pos(j, jp, A)", true, true},
      {"coord", K::Command, 2, 2, "coord(p, j)", true, true},
      {"reorder", K::Command, 2, 2, "reorder(i, j)", true, true},
      {"order", K::Command, 1, Any, "order(i0, j, i1, ...)", true, true},
      {"bound", K::Command, 4, 4, "bound(i, ib, N, kind)", true, true},
      {"unroll", K::Command, 1, 2, "unroll(i) or unroll(i, N)", true, true},
      {"precompute", K::Command, 4, 4, "precompute(expr, v, vp, w)", true,
       true},
      {"prefetch", K::Command, 3, 3, "prefetch(p, B, N)", true, true},
      {"parallelize", K::Command, 3, 4,
       "parallelize(i, cpu_thread, no_races) or "
       "parallelize(p, cpu_vector, parallel_reduction, width(4))",
       true, true},
      {"auto", K::Command, 0, 0, "auto", true, false},
      {"num_threads", K::Fact, 1, 1, "num_threads(n)", true, false},
      {"tensor", K::Fact, 1, Any, "tensor(A: csr(pos, crd, val))", true, true},
      {"assume", K::Fact, 1, Any, "assume(noalias(y, x))", true, true},
      {"private", K::Fact, 1, Any, "private(w)", true, true},
      {"nontemporal", K::Fact, 1, Any, "nontemporal(C)", true, true},
      {"fp", K::Fact, 1, 1, "fp(strict)", true, false},
      {"format", K::Fact, 2, 2, "format(A, sell(C, sigma))", false, true},
      {"target", K::Group, 1, 1, "target(cuda)", true, true},
  };
  return Infos;
}

const ClauseInfo *findClause(StringRef Name) {
  for (const ClauseInfo &Info : clauseInfos())
    if (Info.Name == Name)
      return &Info;
  return nullptr;
}

const Clause *Directive::find(StringRef Name) const {
  for (const Clause &C : Clauses)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

bool Directive::isAuto() const {
  return llvm::none_of(Clauses, [](const Clause &C) {
    const ClauseInfo *Info = findClause(C.Name);
    return Info && Info->Kind == ClauseKind::Command && C.Name != "auto";
  });
}

Directive Directive::forTarget(StringRef Target) const {
  Directive Group;
  StringRef Current = "cpu";
  for (const Clause &C : Clauses) {
    ClauseKind Kind = findClause(C.Name)->Kind;
    if (Kind == ClauseKind::Group)
      Current = C.Args[0].Text;
    if (Kind == ClauseKind::Fact || Current == Target)
      Group.Clauses.push_back(C);
  }
  return Group;
}

//===-- checks of one clause ----------------------------------------------===//

namespace {

class DirectiveParser {
public:
  explicit DirectiveParser(StringRef Text) : Lexer(Text) {}
  Expected<Directive> run();

private:
  bool parseClause();
  bool lacksParentheses(const Clause &C);
  bool lacksCommas(const ClauseArg &Arg);
  void unknownClause(const Clause &C);
  void check(const Clause &C);
  void checkArity(const Clause &C, const ClauseInfo &Info);
  void checkArguments(const Clause &C);
  void checkNames(const Clause &C);
  void checkParallelize(const Clause &C);
  void checkUnitTarget(const ClauseArg &Unit);
  void checkSchedule(const ClauseArg &Arg);
  void checkUnitOption(const Clause &C);
  void checkAssumption(const ClauseArg &Arg);
  void checkTarget(const Clause &C);
  void checkFactOrder(const Clause &C, const ClauseInfo &Info);
  void checkAuto();
  void checkWord(const ClauseArg &Arg, StringRef What, ArrayRef<Word> Words);
  void checkLoopName(const ClauseArg &Arg);
  void checkNewName(const Clause &C, const ClauseArg &Arg,
                    StringRef What = "loop");
  void fail(Error E) { Errors = joinErrors(std::move(Errors), std::move(E)); }
  void fail(TextRange Where, const Twine &Message, std::vector<Note> Notes = {},
            std::optional<std::string> Replacement = std::nullopt) {
    fail(makeError(Where, Message.str(), std::move(Notes),
                   std::move(Replacement)));
  }

  DirectiveLexer Lexer;
  Directive D;
  Error Errors = Error::success();
};

} // namespace

static std::string count(size_t N, StringRef Noun) {
  return (Twine(N) + " " + Noun + (N == 1 ? "" : "s")).str();
}

static std::string given(size_t N) {
  if (N == 0)
    return "none is given";
  return (Twine(N) + (N == 1 ? " is given" : " are given")).str();
}

void DirectiveParser::checkArity(const Clause &C, const ClauseInfo &Info) {
  std::string Takes = count(Info.MinArgs, "argument");
  if (Info.MaxArgs == 0)
    Takes = "no arguments";
  else if (Info.MaxArgs == Any)
    Takes = "at least " + Takes;
  else if (Info.MaxArgs != Info.MinArgs)
    Takes =
        (Twine(Info.MinArgs) + " or " + count(Info.MaxArgs, "argument")).str();
  std::string Has = given(C.Args.size());
  if (Info.MaxArgs == 0)
    fail(C.Whole, "'" + C.Name + "' takes no arguments");
  else
    fail(C.Whole, "'" + C.Name + "' takes " + Takes + ", but " + Has,
         {("usage: " + Info.Usage).str()});
}

static std::optional<std::string> meantWord(StringRef Word,
                                            ArrayRef<std::string> Names) {
  std::string Known = wordForForeign(Word).str();
  return is_contained(Names, Known) ? Known : nearestWord(Word, Names);
}

void DirectiveParser::checkWord(const ClauseArg &Arg, StringRef What,
                                ArrayRef<Word> Words) {
  std::vector<std::string> Names;
  for (const Word &W : Words) {
    if (W.Name == Arg.Text) {
      if (!W.Supported)
        fail(Arg.Where, What + " '" + Arg.Text + "' is not supported yet");
      return;
    }
    Names.push_back(W.Name.str());
  }
  if (std::optional<std::string> Near = meantWord(Arg.Text, Names))
    fail(Arg.Where,
         "unknown " + What + " '" + Arg.Text + "'; did you mean '" + *Near +
             "'?",
         {}, *Near);
  else
    fail(Arg.Where, "unknown " + What + " '" + Arg.Text + "'",
         {"expected " + quotedList(Names, "or")});
}

void DirectiveParser::checkLoopName(const ClauseArg &Arg) {
  if (!isLoopName(Arg.Text))
    fail(Arg.Where, "expected the name of a loop, found '" + Arg.Text + "'");
}

void DirectiveParser::checkNewName(const Clause &C, const ClauseArg &Arg,
                                   StringRef What) {
  if (isNewName(Arg.Text))
    return;
  if (isKeyword(Arg.Text))
    fail(Arg.Where,
         "'" + Arg.Text + "' is a keyword and cannot name a " + What);
  else
    fail(Arg.Where,
         "expected a new name for a " + What + ", found '" + Arg.Text + "'",
         {("usage: " + findClause(C.Name)->Usage).str()});
}

/// Which arguments are loops (L), which are new names (N).
void DirectiveParser::checkNames(const Clause &C) {
  StringRef Shape = StringSwitch<StringRef>(C.Name)
                        .Cases("split", "divide", "LNN")
                        .Case("fuse", "LLN")
                        .Cases("pos", "bound", "coord", "LN")
                        .Case("reorder", "LL")
                        .Cases("unroll", "parallelize", "prefetch", "L")
                        .Default("");
  for (size_t I = 0; I < Shape.size(); ++I)
    Shape[I] == 'L' ? checkLoopName(C.Args[I]) : checkNewName(C, C.Args[I]);
  if (C.Name == "precompute") {
    checkLoopName(C.Args[1]);
    if (C.Args[2].Text != C.Args[1].Text)
      checkNewName(C, C.Args[2]);
    checkNewName(C, C.Args[3], "workspace");
  }
  if (C.Name == "order")
    for (const ClauseArg &Arg : C.Args)
      checkLoopName(Arg);
  if ((C.Name == "split" || C.Name == "divide") &&
      C.Args[1].Text == C.Args[2].Text)
    fail(C.Args[2].Where, "'" + C.Args[2].Text +
                              "' is given twice; the two loops need " +
                              "different names");
}

void DirectiveParser::checkSchedule(const ClauseArg &Arg) {
  std::optional<Clause> Call = asCall(Arg);
  if (!Call || Call->Name != "schedule" || Call->Args.empty() ||
      Call->Args.size() > 2) {
    fail(Arg.Where,
         "expected 'schedule(kind)' or 'schedule(kind, chunk)', found '" +
             Arg.Text + "'");
    return;
  }
  checkWord(Call->Args[0], "schedule kind", scheduleWords());
}

static bool hasWord(ArrayRef<Word> Words, const ClauseArg &Arg) {
  return any_of(Words, [&](const Word &W) { return W.Name == Arg.Text; });
}

void DirectiveParser::checkParallelize(const Clause &C) {
  if (hasWord(raceWords(), C.Args[1]) && hasWord(unitWords(), C.Args[2]))
    return fail(C.Args[1].Where, "'" + C.Args[1].Text +
                                     "' stands before the "
                                     "unit; write 'parallelize(" +
                                     C.Args[0].Text + ", " + C.Args[2].Text +
                                     ", " + C.Args[1].Text + ")'");
  checkWord(C.Args[1], "unit", unitWords());
  checkUnitTarget(C.Args[1]);
  checkWord(C.Args[2], "race strategy", raceWords());
  if (C.Args.size() == 4)
    checkUnitOption(C);
}

/// A group of commands knows the units of its own target.
void DirectiveParser::checkUnitTarget(const ClauseArg &Unit) {
  StringRef Target = "cpu";
  for (const Clause &C : D.Clauses)
    if (C.Name == "target" && C.Args.size() == 1)
      Target = C.Args[0].Text;
  bool IsGpu = StringRef(Unit.Text).starts_with("gpu_");
  if (IsGpu && Target != "cuda")
    fail(Unit.Where,
         "'" + Unit.Text + "' needs 'target(cuda)' in front of the commands");
  else if (StringRef(Unit.Text).starts_with("cpu_") && Target == "cuda")
    fail(Unit.Where, "'" + Unit.Text +
                         "' is a unit of the CPU; 'target(cuda)' has "
                         "'gpu_block', 'gpu_warp' and 'gpu_thread'");
}

/// The last argument says how the unit runs the loop.
void DirectiveParser::checkUnitOption(const Clause &C) {
  const ClauseArg &Arg = C.Args[3];
  std::optional<Clause> Call = asCall(Arg);
  StringRef Name = Call ? StringRef(Call->Name) : StringRef();
  bool IsVector = C.Args[1].Text == "cpu_vector";
  if (IsVector && Name == "schedule")
    fail(Arg.Where,
         "'schedule' distributes iterations over threads; 'cpu_vector' has "
         "none");
  else if (IsVector && (Name != "width" || Call->Args.size() != 1))
    fail(Arg.Where, "expected 'width(n)', found '" + Arg.Text + "'");
  else if (!IsVector && Name == "width")
    fail(Arg.Where, "'width' is a number of vector lanes; '" + C.Args[1].Text +
                        "' has none");
  else if (!IsVector)
    checkSchedule(Arg);
}

void DirectiveParser::checkAssumption(const ClauseArg &Arg) {
  std::optional<Clause> Call = asCall(Arg);
  std::vector<std::string> Names;
  for (const Word &W : assumptionWords())
    Names.push_back(W.Name.str());
  bool Known = Call && llvm::is_contained(Names, Call->Name);
  if (Call && !Known) {
    if (std::optional<std::string> Near = nearestWord(Call->Name, Names)) {
      fail(Call->Where,
           "unknown assumption '" + Call->Name + "'; did you mean '" + *Near +
               "'?",
           {}, *Near);
      return;
    }
  }
  // Anything else is a condition.
  if (!Known)
    return;
  StringRef Usage = StringSwitch<StringRef>(Call->Name)
                        .Case("noalias", "noalias(y, x)")
                        .Case("extent", "extent(x, n)")
                        .Case("sorted", "sorted(crd)")
                        .Case("unique", "unique(crd)")
                        .Default("injective(a)");
  size_t Takes = Usage.contains(',') ? 2 : 1;
  if (Call->Args.size() != Takes)
    fail(Call->Whole,
         "'" + Call->Name + "' takes " + count(Takes, "argument") + ", but " +
             given(Call->Args.size()),
         {("usage: " + Usage).str()});
}

void DirectiveParser::checkTarget(const Clause &C) {
  checkWord(C.Args[0], "target", targetWords());
  for (const Clause &Before : D.Clauses) {
    if (Before.Name == "target" && Before.Args.size() == 1 &&
        Before.Args[0].Text == C.Args[0].Text) {
      fail(C.Args[0].Where, "target '" + C.Args[0].Text + "' is given twice");
      return;
    }
    if (Before.Name == "target")
      continue;
    const ClauseInfo *Info = findClause(Before.Name);
    if (Info && Info->Kind == ClauseKind::Command && !D.find("target")) {
      fail(C.Where, "'target' must stand before the commands that it is for");
      return;
    }
  }
}

void DirectiveParser::checkFactOrder(const Clause &C, const ClauseInfo &Info) {
  if (Info.Kind == ClauseKind::Fact && D.find("target"))
    fail(C.Where, "'" + C.Name + "' must stand before 'target'");
  if (!Info.Repeatable && D.find(C.Name))
    fail(C.Where, "'" + C.Name + "' is given twice");
}

void DirectiveParser::checkArguments(const Clause &C) {
  checkNames(C);
  if (C.Name == "parallelize")
    checkParallelize(C);
  else if (C.Name == "fp")
    checkWord(C.Args[0], "floating-point mode", fpWords());
  else if (C.Name == "target")
    checkTarget(C);
  else if (C.Name == "bound")
    checkWord(C.Args[3], "bound", boundWords());
  else if (C.Name == "tensor") {
    if (Error E = parseTensorClause(C).takeError())
      fail(std::move(E));
  } else if (C.Name == "assume")
    for (const ClauseArg &Arg : C.Args)
      checkAssumption(Arg);
  else if (C.Name == "divide" && C.Args.size() == 5) {
    std::optional<Clause> Call = asCall(C.Args[4]);
    if (!Call || Call->Name != "balance" || Call->Args.size() != 1)
      fail(C.Args[4].Where,
           "expected 'balance(p)', found '" + C.Args[4].Text + "'");
    else
      checkLoopName(Call->Args[0]);
  }
}

void DirectiveParser::unknownClause(const Clause &C) {
  std::string Message = "unknown clause '" + C.Name + "'";
  if (StringRef Answer = answerToForeign(C.Name); !Answer.empty())
    return fail(C.Where, Message + "; " + Answer);
  std::vector<std::string> Names;
  for (const ClauseInfo &I : clauseInfos())
    if (I.Supported)
      Names.push_back(I.Name.str());
  if (std::optional<std::string> Near = nearestWord(C.Name, Names))
    return fail(C.Where, Message + "; did you mean '" + *Near + "'?", {},
                *Near);
  fail(C.Where, Message, {"the clauses are " + quotedList(Names)});
}

/// Whether two words follow each other in \p Arg, which no argument has; types
/// of several words aside.
bool DirectiveParser::lacksCommas(const ClauseArg &Arg) {
  DirectiveLexer Tokens(Arg.Text, Arg.Where.Begin);
  StringRef Before;
  for (Tokens.skipBlanks(); !Tokens.atEnd(); Tokens.skipBlanks()) {
    size_t Begin = Tokens.position();
    StringRef Token = Tokens.token();
    bool IsWord = isNameChar(Token.front());
    if (IsWord && isKeyword(Token))
      Token = "";
    if (IsWord && !Token.empty() && !Before.empty()) {
      fail({Begin, Begin},
           "missing ',' between '" + Before + "' and '" + Token + "'", {},
           ", ");
      return true;
    }
    Before = IsWord ? Token : "";
  }
  return false;
}

void DirectiveParser::check(const Clause &C) {
  const ClauseInfo *Info = findClause(C.Name);
  if (!Info) {
    unknownClause(C);
    return;
  }
  if (!Info->Supported) {
    fail(C.Where, "'" + C.Name + "' is not supported yet");
    return;
  }
  checkFactOrder(C, *Info);
  if (count_if(C.Args, [&](auto &Arg) { return lacksCommas(Arg); }) != 0)
    return;
  if (C.Args.size() < Info->MinArgs || C.Args.size() > Info->MaxArgs ||
      (C.HasParens && Info->MaxArgs == 0))
    checkArity(C, *Info);
  else
    checkArguments(C);
}

/// `auto` chooses the whole schedule: no command may stand beside it.
void DirectiveParser::checkAuto() {
  const Clause *Auto = D.find("auto");
  if (!Auto)
    return;
  for (const Clause &C : D.Clauses) {
    const ClauseInfo *Info = findClause(C.Name);
    if (Info && Info->Kind == ClauseKind::Command && C.Name != "auto") {
      fail(Auto->Where, "'auto' chooses the whole schedule and cannot be "
                        "combined with '" +
                            C.Name + "'");
      return;
    }
  }
}

//===-- the sequence of clauses -------------------------------------------===//

/// Whether what follows \p C are its arguments without parentheses.
bool DirectiveParser::lacksParentheses(const Clause &C) {
  const ClauseInfo *Info = findClause(C.Name);
  if (!Info || Info->MinArgs == 0)
    return false;
  DirectiveLexer Ahead = Lexer;
  Ahead.skipBlanks(/*Commas=*/true);
  size_t Begin = Ahead.position();
  StringRef Next = Ahead.atEnd() ? "" : Ahead.token();
  if (Next.empty() || Next == "(" || findClause(Next) ||
      !answerToForeign(Next).empty())
    return false;
  fail(Ahead.rangeFrom(Begin),
       "expected '(' behind '" + C.Name + "', found '" + Next + "'",
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
    fail(Lexer.rangeFrom(Begin),
         "expected the name of a clause, found '" + Token + "'");
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
    fail(C.Where, "'" + C.Name +
                      "' begins a directive of its own, which stands in front "
                      "of that of a loop");
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
  check(C);
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

Expected<Directive> parseDirective(StringRef Text) {
  return DirectiveParser(Text).run();
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

} // namespace lacuna
