//===- TextForParser.cpp - loops of loop IR from text ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextStmtParser.h"
#include "lacuna/ir/text/ExprRules.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"

using namespace lacuna;
using namespace lacuna::text;

StmtRef StmtParser::parseFor() {
  next();
  std::string Var;
  Type Ty;
  TextRange Where = peek().Where;
  if (!expectName(Var, "a name") || !expectPunct(":") || !parseType(Ty) ||
      !expectWord("in"))
    return nullptr;
  if (!Ty.isInteger()) {
    fail(Where, msg::TextLoopCounterNotInteger(Var, toString(Ty)));
    return nullptr;
  }
  ExprRef Lo = parseExprOf(Ty, "the lower bound of '" + Var + "'");
  if (!Lo || !expectPunct(".."))
    return nullptr;
  ExprRef Hi = parseExprOf(Ty, "the upper bound of '" + Var + "'");
  ForTags Tags;
  SourceTag Tag;
  if (!Hi || !parseForTags(Tags) || !openBrace(Tag))
    return nullptr;
  size_t Mark = Names.mark();
  if (!declare(Var, {NameInfo::Kind::Constant, Ty}, Where))
    return nullptr;
  StmtRef Body = parseRest(Dialect::LoopIR);
  Names.release(Mark);
  if (!Body)
    return nullptr;
  return std::make_shared<ForStmt>(std::move(Var), std::move(Lo), std::move(Hi),
                                   std::move(Body), std::move(Tags), Tag);
}

bool StmtParser::parseForTags(ForTags &Tags) {
  if (takeWord("threads")) {
    Tags.Mode = ForMode::Threads;
    if (!parseThreads(Tags))
      return false;
  } else if (takeWord("wave")) {
    Tags.Mode = ForMode::Wave;
    if (!expectPunct("(") || !expectName(Tags.Plan, "the name of a plan") ||
        !expectPunct(",") ||
        !expectName(Tags.Thread, "the variable of a loop over threads") ||
        !expectPunct(")"))
      return false;
  } else if (takeWord("simd")) {
    Tags.Mode = ForMode::Simd;
    if (!parseLanes(Tags))
      return false;
  } else if (takeWord("gpu_block")) {
    Tags.Mode = ForMode::GpuBlock;
  } else if (takeWord("gpu_warp")) {
    Tags.Mode = ForMode::GpuWarp;
    if (!parseLanes(Tags))
      return false;
  } else if (takeWord("gpu_thread")) {
    Tags.Mode = ForMode::GpuThread;
    if (!parseLanes(Tags))
      return false;
  } else if (takeWord("gpu_levels")) {
    Tags.Mode = ForMode::GpuLevels;
    if (!expectPunct("(") || !expectName(Tags.Plan, "the name of a plan") ||
        !expectPunct(")"))
      return false;
  }
  if (takeWord("unroll") && !parseUnroll(Tags.Unroll))
    return false;
  Tags.IsIndependent = takeWord("independent");
  return true;
}

bool StmtParser::parseThreads(ForTags &Tags) {
  if (!takePunct("("))
    return true;
  do {
    if (!Tags.Schedule && takeWord("schedule")) {
      if (!parseOmpSchedule(Tags.Schedule.emplace()))
        return false;
    } else if (!Tags.NumThreads && takeWord("num_threads")) {
      if (!expectPunct("(") ||
          !(Tags.NumThreads =
                parseExprOf(Type::i32(), "the number of threads")) ||
          !expectPunct(")"))
        return false;
    } else {
      return failExpected("'schedule' or 'num_threads'");
    }
  } while (takePunct(","));
  return expectPunct(")");
}

bool StmtParser::parseLanes(ForTags &Tags) {
  if (!takePunct("("))
    return true;
  do {
    if (Tags.Mode == ForMode::Simd && Tags.Width == 0 && takeWord("width")) {
      if (!parseWidth(Tags.Width))
        return false;
      continue;
    }
    if (Tags.MostTrips == 0 && takeWord("most")) {
      if (!parseWidth(Tags.MostTrips))
        return false;
      continue;
    }
    ReduceOp Op;
    std::string Name;
    if (!parseReduceOp(Op) || !expectPunct(":"))
      return false;
    TextRange Where = peek().Where;
    if (!expectName(Name, "the name of an accumulator"))
      return false;
    const NameInfo *Info = lookUp(Name, Where);
    if (!Info)
      return false;
    if (Info->K != NameInfo::Kind::Variable)
      return fail(Where, msg::TextNoVariable(Name));
    Tags.Reductions.emplace_back(Op, std::move(Name));
  } while (takePunct(","));
  return expectPunct(")");
}
