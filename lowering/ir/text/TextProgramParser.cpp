//===- TextProgramParser.cpp - guards and results of programs from text ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextNestParser.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"

using namespace lacuna;
using namespace lacuna::text;

bool NestParser::parseProgramLine(LoopProgram &P) {
  if (atWord("operand"))
    return parseOperand(P.Operands.emplace_back());
  if (atWord("guard"))
    return parseProgramGuard(P.Guards.emplace_back());
  if (atWord("body") && !P.Body) {
    next();
    return (P.Body = parseBody(Dialect::LoopIR)) != nullptr;
  }
  if (atWord("outputs") && !P.Outputs)
    return parseOutputs(P.Outputs.emplace());
  return failExpected(msg::TextWhatProgramPart());
}

bool NestParser::parseProgramGuard(ProgramGuard &G) {
  next();
  if (!expectString(G.Reason, "a reason in quotes"))
    return false;
  size_t Mark = Names.mark();
  if (atPunct("{") && !(G.Setup = parseOpenBody(Dialect::LoopIR)))
    return false;
  if (takeWord("kept") && !parseKept(G.Kept.emplace()))
    return false;
  if (takeWord("plan")) {
    if (!parsePlan(G.Plan.emplace()))
      return false;
  } else if (takeWord("values")) {
    if (!parseValues(G.Values.emplace()))
      return false;
  } else if (takeWord("disjoint")) {
    do {
      RangePair &Pair = G.Disjoint.emplace_back();
      if (!parseRange(Pair.First) || !expectPunct(",") ||
          !parseRange(Pair.Second))
        return false;
      Pair.OrOne = takeWord("or");
      if (Pair.OrOne && !expectWord("one"))
        return false;
    } while (takeWord("and"));
  } else if (expectWord("holds")) {
    G.Holds = parseExprOf(Type::boolean(), "the condition of a guard");
  }
  Names.release(Mark);
  return !failed();
}

template <class Fn> bool NestParser::parseList(llvm::StringRef Word, Fn Item) {
  if (!expectWord(Word) || !expectPunct("("))
    return false;
  if (takePunct(")"))
    return true;
  do
    if (!Item())
      return false;
  while (takePunct(","));
  return expectPunct(")");
}

bool NestParser::parseInputs(NotedWalk &W) {
  return parseList("values",
                   [&] {
                     ExprRef &E = W.Values.emplace_back();
                     E = parseExprOf(Type::i64(), "a value");
                     return E != nullptr;
                   }) &&
         parseList("sources",
                   [&] { return parseRange(W.Sources.emplace_back()); });
}

bool NestParser::parseKept(KeptWalk &Kept) {
  if (!expectPunct("("))
    return false;
  do {
    if (!expectName(Kept.Results.emplace_back(), "the name of a result"))
      return false;
  } while (takePunct(","));
  if (!expectPunct(")"))
    return false;
  if (takeWord("of")) {
    if (!expectName(Kept.Loop, "a loop") || !expectPunct("(") ||
        !(Kept.Threads = parseExprOf(Type::i64(), "the number of threads")) ||
        !expectPunct(";") || !parseInputs(Kept) || !expectPunct(")") ||
        !(Kept.Walk = parseBody(Dialect::LoopIR)))
      return false;
  }
  if (!expectWord("each"))
    return false;
  if (takeWord("where") &&
      (!(Kept.Pays = parseExprOf(Type::boolean(), "whether a walk pays")) ||
       !expectWord("else") || !expectString(Kept.WhyNot, "a reason in quotes")))
    return false;
  return (Kept.Plain = parseBody(Dialect::LoopIR)) != nullptr &&
         (!takeWord("behind") ||
          (Kept.Behind = parseOpenBody(Dialect::LoopIR)) != nullptr);
}

bool NestParser::parsePlan(WavePlan &P) {
  auto Exactly = [&](ExprRef &E, llvm::StringRef What) {
    return (E = parseExprOf(Type::i64(), What.str())) != nullptr;
  };
  auto Either = [&] {
    P.MayBeNone = takeWord("if");
    return !P.MayBeNone || expectWord("any");
  };
  return expectName(P.Name, "the name of a plan") && Either() &&
         expectWord("of") && expectName(P.Loop, "a loop") && expectPunct("(") &&
         Exactly(P.Trips, "the number of iterations") && expectPunct(",") &&
         Exactly(P.Threads, "the number of threads") && expectPunct(",") &&
         expectInteger(P.Unit, "the size of a unit") && expectPunct(",") &&
         parseOrder(P.Order) && expectPunct(";") && parseInputs(P) &&
         parseList(
             "traced",
             [&] { return expectName(P.Traced.emplace_back(), "an array"); }) &&
         expectPunct(")") && (P.Walk = parseBody(Dialect::LoopIR)) != nullptr;
}

bool NestParser::parseValues(KeptArray &V) {
  return expectName(V.Array, "an array") && expectWord("of") &&
         expectName(V.Loop, "a variable") && expectPunct("(") &&
         (V.Count = parseExprOf(Type::i64(), "the number of values")) &&
         expectPunct(",") &&
         (V.Threads = parseExprOf(Type::i64(), "the number of threads")) &&
         expectPunct(";") && parseInputs(V) && expectPunct(")") &&
         (V.Walk = parseBody(Dialect::LoopIR)) != nullptr;
}

bool NestParser::parseRange(ArrayRange &S) {
  if (!expectName(S.Array, "the name of an array") || !expectPunct("["))
    return false;
  S.Lo = parseExprOf(Type::i64(), "the begin of the slice");
  if (!S.Lo || !expectPunct(".."))
    return false;
  if (takePunct("]"))
    return true;
  S.Hi = parseExprOf(Type::i64(), "the end of the slice");
  return S.Hi && expectPunct("]");
}

bool NestParser::parseOutputs(ProgramOutputs &O) {
  next();
  size_t Mark = Names.mark();
  if (atPunct("{") && !(O.Scan = parseOpenBody(Dialect::LoopIR)))
    return false;
  while (takeWord("output"))
    if (!parseRange(O.Ranges.emplace_back()))
      return false;
  if (takeWord("reassociated") && !parseSums(O))
    return false;
  Names.release(Mark);
  return true;
}

bool NestParser::parseSums(ProgramOutputs &O) {
  ProgramOutputs::Sums &S = O.Reassociated.emplace();
  if (!parseType(S.Coarsest) || !expectWord("terms"))
    return false;
  S.Terms = parseExprOf(Type::i64(), "the number of terms");
  if (!S.Terms || !expectWord("magnitude"))
    return false;
  S.Magnitude = parseExprOf(Type::f64(), "the magnitude of sums");
  return S.Magnitude != nullptr;
}
