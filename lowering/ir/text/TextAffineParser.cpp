//===- TextAffineParser.cpp - schedules of affine loops from text ---------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextNestParser.h"
#include "lacuna/ir/text/Messages.def"

using namespace lacuna;
using namespace lacuna::text;

bool NestParser::parseAffine(Nest &N) {
  next();
  if (!expectPunct("{"))
    return false;
  AffineSchedule Schedule;
  while (atWord("piece"))
    if (!parseAffinePiece(Schedule.Pieces.emplace_back()))
      return false;
  while (!takePunct("}"))
    if (!parseAffineLoop(Schedule.Loops.emplace_back()))
      return false;
  N.Affine = std::make_shared<AffineSchedule>(std::move(Schedule));
  return true;
}

/// `piece 0 where i - 1 >= 0, j == 0`
bool NestParser::parseAffinePiece(AffinePiece &P) {
  next();
  int64_t Statement = 0;
  if (!expectInteger(Statement, "the number of a statement"))
    return false;
  P.Statement = static_cast<size_t>(Statement);
  if (!takeWord("where"))
    return true;
  do {
    AffineConstraint &C = P.Where.emplace_back();
    if (!parseAffineExpr(C.E))
      return false;
    C.IsEquality = takePunct("==");
    int64_t Zero = 0;
    const TextRange Side = peek().Where;
    if ((!C.IsEquality && !expectPunct(">=")) || !expectInteger(Zero, "0"))
      return false;
    if (Zero != 0)
      return fail(Side, msg::TextComparedWithZero());
  } while (takePunct(","));
  return true;
}

bool NestParser::parseAffineLoop(AffineLoop &L) {
  if (!expectWord("loop") || !expectName(L.Name, "the name of a loop") ||
      !parseLoopTags(L.Tags) || !expectPunct("="))
    return false;
  do
    if (!parseAffineExpr(L.Values.emplace_back()))
      return false;
  while (takePunct(","));
  return true;
}

bool NestParser::parseAffineExpr(AffineExpr &E) {
  if (!parseAffineTerm(E, takePunct("-")))
    return false;
  while (atPunct("+") || atPunct("-"))
    if (!parseAffineTerm(E, next().Text == "-"))
      return false;
  return true;
}

/// `N`, `name`, `floor(…)`, or `N *` in front of the latter.
bool NestParser::parseAffineTerm(AffineExpr &E, bool IsMinus) {
  int64_t Factor = 1;
  if (peek().K == Kind::Number) {
    if (!expectInteger(Factor, "a number"))
      return false;
    if (!takePunct("*")) {
      E = sum(std::move(E), AffineExpr::of(IsMinus ? -Factor : Factor));
      return true;
    }
  }
  if (IsMinus)
    Factor = -Factor;
  if (atWord("floor") && atPunct("(", 1))
    return parseQuotient(E, Factor);
  TextRange Where = peek().Where;
  std::string Name;
  if (!expectName(Name, "an index variable") || !lookUp(Name, Where))
    return false;
  E = sum(std::move(E), AffineExpr::of(Name), Factor);
  return true;
}

bool NestParser::parseQuotient(AffineExpr &E, int64_t Factor) {
  next();
  AffineExpr Of;
  int64_t By = 0;
  if (!expectPunct("(") || !expectPunct("(") || !parseAffineExpr(Of) ||
      !expectPunct(")") || !expectPunct("/"))
    return false;
  TextRange Where = peek().Where;
  if (!expectInteger(By, "a number"))
    return false;
  if (By <= 0)
    return fail(Where, msg::TextDivisorNotPositive());
  if (!expectPunct(")"))
    return false;
  E = sum(std::move(E), quotient(Of, By), Factor);
  return true;
}
