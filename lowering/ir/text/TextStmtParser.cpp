//===- TextStmtParser.cpp - statements from text --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextStmtParser.h"
#include "lacuna/ir/ViewStmt.h"
#include "lacuna/ir/text/ExprRules.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"

using namespace lacuna;
using namespace lacuna::text;

//===-- blocks ------------------------------------------------------------===//

SourceTag StmtParser::parseTag() {
  if (peek().K != Kind::Tag)
    return 0;
  SourceTag Tag = 0;
  llvm::StringRef(next().Text).getAsInteger(10, Tag);
  return Tag;
}

bool StmtParser::openBrace(SourceTag &Tag) {
  if (!expectPunct("{"))
    return false;
  Tag = parseTag();
  return true;
}

bool StmtParser::parseStatements(Dialect D, std::vector<StmtRef> &Out) {
  if (!enter())
    return false;
  while (!takePunct("}")) {
    if (atEnd())
      return failExpected("a statement or '}'");
    StmtRef S = parseStmt(D);
    if (!S)
      return false;
    Out.push_back(std::move(S));
  }
  leave();
  return true;
}

StmtRef StmtParser::parseRest(Dialect D) {
  std::vector<StmtRef> Statements;
  if (!parseStatements(D, Statements))
    return nullptr;
  if (Statements.size() == 1)
    return Statements.front();
  return std::make_shared<BlockStmt>(std::move(Statements));
}

StmtRef StmtParser::parseOpenBody(Dialect D) {
  return expectPunct("{") ? parseRest(D) : nullptr;
}

StmtRef StmtParser::parseBody(Dialect D) {
  size_t Mark = Names.mark();
  StmtRef Body = parseOpenBody(D);
  Names.release(Mark);
  return Body;
}

StmtRef StmtParser::parseNestedBlock(Dialect D) {
  size_t Mark = Names.mark();
  SourceTag Tag;
  std::vector<StmtRef> Statements;
  if (!openBrace(Tag) || !parseStatements(D, Statements))
    return nullptr;
  Names.release(Mark);
  return std::make_shared<BlockStmt>(std::move(Statements), Tag);
}

bool StmtParser::requireLoopIR(Dialect D) {
  return D == Dialect::LoopIR ||
         fail(peek().Where, msg::TextOnlyInLoopPrograms(peek().Text));
}

StmtRef StmtParser::parseStmt(Dialect D) {
  if (atPunct("{"))
    return parseNestedBlock(D);
  if (atWord("let"))
    return parseLet();
  if (atWord("var"))
    return parseVar();
  if (atWord("array"))
    return parseLocalArray();
  if (atWord("view"))
    return requireLoopIR(D) ? parseView() : nullptr;
  if (atWord("growing"))
    return requireLoopIR(D) ? parseRows() : nullptr;
  if (atWord("grow"))
    return requireLoopIR(D) ? parseGrow() : nullptr;
  if (atWord("extend"))
    return requireLoopIR(D) ? parseExtend() : nullptr;
  if (atWord("if"))
    return parseIf(D);
  if (atWord("loop") || atWord("track")) {
    if (D == Dialect::LoopIR) {
      fail(peek().Where, msg::TextOnlyInNestBody(peek().Text));
      return nullptr;
    }
    return atWord("loop") ? parseLoop() : parseTrack();
  }
  if (atWord("for"))
    return requireLoopIR(D) ? parseFor() : nullptr;
  if (atWord("while"))
    return parseWhile(D);
  if (takeWord("atomic"))
    return parseAssign(/*Atomic=*/true);
  if (atWord("stored"))
    return requireLoopIR(D) ? parseStored() : nullptr;
  if (atWord("prefetch"))
    return parsePrefetch();
  if (atWord("touch"))
    return parseTouch();
  if (atWord("stream"))
    return requireLoopIR(D) ? parseStream() : nullptr;
  if (atName())
    return parseAssign(/*Atomic=*/false);
  failExpected("a statement or '}'");
  return nullptr;
}

//===-- declarations ------------------------------------------------------===//

StmtRef StmtParser::parseLet() {
  next();
  TextRange Where = peek().Where;
  std::string Name;
  if (!expectName(Name, "a name") || !expectPunct("="))
    return nullptr;
  ExprRef Init = parseExpr();
  if (!Init || !declare(Name, {NameInfo::Kind::Constant, Init->type()}, Where))
    return nullptr;
  return std::make_shared<LetStmt>(std::move(Name), std::move(Init),
                                   parseTag());
}

StmtRef StmtParser::parseVar() {
  next();
  TextRange Where = peek().Where;
  std::string Name;
  Type Ty;
  if (!expectName(Name, "a name") || !expectPunct(":") || !parseType(Ty))
    return nullptr;
  ExprRef Init;
  if (takePunct("=") &&
      !(Init = parseExprOf(Ty, "the value of '" + Name + "'")))
    return nullptr;
  if (!declare(Name, {NameInfo::Kind::Variable, Ty}, Where))
    return nullptr;
  return std::make_shared<VarStmt>(std::move(Name), std::move(Ty),
                                   std::move(Init), parseTag());
}

StmtRef StmtParser::parseLocalArray() {
  next();
  TextRange Where = peek().Where;
  std::string Name;
  Type Elem;
  if (!expectName(Name, "a name") || !expectPunct(":") || !parseType(Elem) ||
      !expectPunct("["))
    return nullptr;
  ExprRef Extent =
      parseExprOf(Type::i64(), "the number of elements of '" + Name + "'");
  if (!Extent || !expectPunct("]"))
    return nullptr;
  ExprRef Init;
  if (takePunct("=") &&
      !(Init = parseExprOf(Elem, "the value of '" + Name + "'")))
    return nullptr;
  if (!declare(Name, {NameInfo::Kind::Array, Elem}, Where))
    return nullptr;
  return std::make_shared<LocalArrayStmt>(std::move(Name), std::move(Elem),
                                          std::move(Extent), std::move(Init),
                                          parseTag());
}

StmtRef StmtParser::parseView() {
  next();
  TextRange Where = peek().Where;
  std::string Name, Whole;
  if (!expectName(Name, "a name") || !expectPunct("=") ||
      !expectName(Whole, "the name of an array") || !expectWord("if"))
    return nullptr;
  ExprRef IsWhole =
      parseExprOf(Type::boolean(), "the condition of '" + Name + "'");
  TextRange OfPart = peek().Where;
  Place Part;
  if (!IsWhole || !expectWord("else") || !parsePlace(Part))
    return nullptr;
  if (!Part.Index) {
    fail(OfPart, msg::TextNoArray(Part.Name));
    return nullptr;
  }
  if (!declare(Name, {NameInfo::Kind::Array, Part.Ty}, Where))
    return nullptr;
  return std::make_shared<ViewStmt>(std::move(Name), Part.Ty,
                                    std::move(IsWhole), std::move(Whole),
                                    Part.Name, Part.Index, parseTag());
}

//===-- assignments -------------------------------------------------------===//

bool StmtParser::parsePlace(Place &Target) {
  TextRange Where = peek().Where;
  if (!expectName(Target.Name, "the name of a variable or array"))
    return false;
  const NameInfo *Found = lookUp(Target.Name, Where);
  if (!Found)
    return false;
  Target.Ty = Found->Ty;
  switch (Found->K) {
  case NameInfo::Kind::Constant:
    return fail(Where, msg::TextNotAssignable(Target.Name));
  case NameInfo::Kind::Variable:
    return true;
  case NameInfo::Kind::Array:
  case NameInfo::Kind::Rows:
    Target.Index = parseElement(Target.Name, *Found);
    return Target.Index != nullptr;
  }
  llvm_unreachable("unknown kind of name");
}

bool StmtParser::parseReduceOp(ReduceOp &Op) {
  std::optional<ReduceOp> Found;
  if (peek().K == Kind::Punct || peek().K == Kind::Word)
    Found = fromWord<ReduceOp>(peek().Text);
  if (!Found)
    return failExpected("a reduction operator");
  Op = *Found;
  next();
  return true;
}

bool StmtParser::parseAssignOp(ReduceOp &Op) {
  if (takePunct("=")) {
    Op = ReduceOp::None;
    return true;
  }
  if ((atWord("min") || atWord("max")) && atPunct("=", 1) && isAdjacent(1)) {
    Op = *fromWord<ReduceOp>(next().Text);
    next();
    return true;
  }
  llvm::StringRef Text = peek().Text;
  std::optional<ReduceOp> Found;
  if (peek().K == Kind::Punct && Text.consume_back("=") && !Text.empty())
    Found = fromWord<ReduceOp>(Text);
  if (!Found)
    return failExpected(msg::TextWhatAssignmentOperator());
  Op = *Found;
  next();
  return true;
}

StmtRef StmtParser::parseAssign(bool Atomic) {
  Place Target;
  ReduceOp Op;
  if (!parsePlace(Target))
    return nullptr;
  TextRange Where = peek().Where;
  if (!parseAssignOp(Op))
    return nullptr;
  ExprRef Value = parseExpr();
  if (!Value)
    return nullptr;
  std::string Why = objection(Op, Target.Ty, Value->type());
  if (!Why.empty()) {
    fail(Where, "'" + wordFor(Op) + "=' " + Why);
    return nullptr;
  }
  std::string Old;
  if (Atomic && takeWord("old") && !expectName(Old, "the name of a variable"))
    return nullptr;
  const SourceTag Tag = parseTag();
  return std::make_shared<AssignStmt>(std::move(Target), Op, std::move(Value),
                                      Atomic, Tag, std::move(Old));
}

StmtRef StmtParser::parsePrefetch() {
  next();
  TextRange Where = peek().Where;
  Place From;
  if (!parsePlace(From))
    return nullptr;
  if (!From.Index) {
    fail(Where, msg::TextNoArray(From.Name));
    return nullptr;
  }
  if (!expectPunct(","))
    return nullptr;
  ExprRef Count = parseExprOf(Type::i64(), "the number of elements");
  if (!Count)
    return nullptr;
  return std::make_shared<PrefetchStmt>(
      std::move(From.Name), std::move(From.Ty), std::move(From.Index),
      std::move(Count), parseTag());
}

StmtRef StmtParser::parseTouch() {
  next();
  TouchKind Access = TouchKind::Write;
  if (takeWord("read"))
    Access = TouchKind::Read;
  else if (takeWord("source"))
    Access = TouchKind::Source;
  else if (!takeWord("write")) {
    failExpected("'read', 'write' or 'source'");
    return nullptr;
  }
  TextRange Where = peek().Where;
  Place At;
  if (!parsePlace(At))
    return nullptr;
  if (!At.Index) {
    fail(Where, msg::TextNoArray(At.Name));
    return nullptr;
  }
  ExprRef End;
  if (takeWord("to") && !(End = parseExprOf(Type::i64(), "the end")))
    return nullptr;
  if (!expectPunct(","))
    return nullptr;
  ExprRef Number = parseExprOf(Type::i64(), "the iteration");
  if (!Number)
    return nullptr;
  return std::make_shared<TouchStmt>(std::move(At.Name), std::move(At.Ty),
                                     std::move(At.Index), std::move(End),
                                     Access, std::move(Number), parseTag());
}

StmtRef StmtParser::parseStream() {
  next();
  TextRange Where = peek().Where;
  Place To;
  std::string From;
  int64_t Count;
  if (!parsePlace(To))
    return nullptr;
  if (!To.Index) {
    fail(Where, msg::TextNoArray(To.Name));
    return nullptr;
  }
  if (!expectPunct("=") || !expectName(From, "the name of an array") ||
      !expectPunct(",") || !expectInteger(Count, "the number of elements"))
    return nullptr;
  return std::make_shared<StreamStmt>(std::move(To.Name), std::move(To.Ty),
                                      std::move(To.Index), std::move(From),
                                      Count, parseTag());
}

//===-- control -----------------------------------------------------------===//

StmtRef StmtParser::parseIf(Dialect D) {
  next();
  SourceTag Tag;
  ExprRef Cond = parseExprOf(Type::boolean(), "the condition of 'if'");
  if (!Cond || !openBrace(Tag))
    return nullptr;
  size_t Mark = Names.mark();
  StmtRef Then = parseRest(D);
  Names.release(Mark);
  StmtRef Else;
  if (Then && takeWord("else"))
    Else = parseBody(D);
  if (failed())
    return nullptr;
  return std::make_shared<IfStmt>(std::move(Cond), std::move(Then),
                                  std::move(Else), Tag);
}

StmtRef StmtParser::parseWhile(Dialect D) {
  next();
  SourceTag Tag;
  ExprRef Cond = parseExprOf(Type::boolean(), "the condition of 'while'");
  if (!Cond || !openBrace(Tag))
    return nullptr;
  size_t Mark = Names.mark();
  StmtRef Body = parseRest(D);
  Names.release(Mark);
  if (!Body)
    return nullptr;
  return std::make_shared<WhileStmt>(std::move(Cond), std::move(Body), Tag);
}

bool StmtParser::parseOmpSchedule(OmpSchedule &Schedule) {
  if (!expectPunct("("))
    return false;
  if (peek().K != Kind::Word ||
      !llvm::is_contained(allScheduleWords(), peek().Text))
    return failExpected(msg::TextWhatScheduleKind());
  Schedule.Kind = next().Text;
  if (takePunct(",")) {
    TextRange Where = peek().Where;
    if (!expectInteger(Schedule.Chunk, "a chunk size"))
      return false;
    if (Schedule.Chunk <= 0)
      return fail(Where, msg::TextChunkSizeNotPositive());
  }
  return expectPunct(")");
}

bool StmtParser::parseUnroll(int64_t &Factor) {
  if (!expectPunct("("))
    return false;
  if (takeWord("full")) {
    Factor = LoopTags::FullUnroll;
    return expectPunct(")");
  }
  TextRange Where = peek().Where;
  if (!expectInteger(Factor, "'full' or an unroll factor"))
    return false;
  if (Factor <= 0)
    return fail(Where, msg::TextUnrollFactorNotPositive());
  return expectPunct(")");
}

//===-- graph loops -------------------------------------------------------===//

StmtRef StmtParser::parseLoop() {
  next();
  std::string Var;
  LoopTags Tags;
  SourceTag Tag;
  TextRange Where = peek().Where;
  if (!expectName(Var, "an index variable") || !lookUp(Var, Where))
    return nullptr;
  size_t Mark = Names.mark();
  MergeRef Merged;
  if ((takeWord("merge") && !(Merged = parseMerge())) || !parseLoopTags(Tags) ||
      !openBrace(Tag))
    return nullptr;
  StmtRef Body = parseRest(Dialect::Graph);
  Names.release(Mark);
  if (!Body)
    return nullptr;
  return std::make_shared<LoopStmt>(std::move(Var), std::move(Body),
                                    std::move(Tags), Tag, std::move(Merged));
}

MergeRef StmtParser::parseMerge() {
  Merge M;
  if (!expectPunct("("))
    return nullptr;
  do {
    MergeOperand &O = M.Operands.emplace_back();
    TextRange Where = peek().Where;
    if (!expectName(O.Present, "a name for the presence of a level") ||
        !declare(O.Present, {NameInfo::Kind::Constant, Type::boolean()},
                 Where) ||
        !expectPunct(":"))
      return nullptr;
    Where = peek().Where;
    if (!expectName(O.Var, "an index variable") || !lookUp(O.Var, Where))
      return nullptr;
  } while (takePunct(","));
  if (!expectPunct(";"))
    return nullptr;
  M.Where = parseExprOf(Type::boolean(), "the condition of 'merge'");
  if (!M.Where || !expectPunct(")"))
    return nullptr;
  return std::make_shared<Merge>(std::move(M));
}

bool StmtParser::parseLoopTags(LoopTags &Tags) {
  if (takeWord("parallel") && !parseParallel(Tags.Parallel.emplace()))
    return false;
  if (takeWord("ahead") && !parseAhead(Tags.Ahead.emplace()))
    return false;
  return !takeWord("unroll") || parseUnroll(Tags.Unroll);
}

bool StmtParser::parseAhead(AheadTag &Tag) {
  if (!expectPunct("(") || !expectName(Tag.Array, "an array") ||
      !expectPunct("[") || !expectName(Tag.Var, "an index variable") ||
      !expectPunct("..") || !expectInteger(Tag.Count, "a number of elements") ||
      !expectPunct("]") || !expectPunct("="))
    return false;
  Tag.Value = parseExpr();
  return Tag.Value && expectPunct(")");
}

bool StmtParser::parseParallel(ParallelTag &Tag) {
  if (!expectPunct("("))
    return false;
  std::optional<ParallelUnit> Unit = fromWord<ParallelUnit>(peek().Text);
  if (!Unit)
    return failExpected("a parallel unit such as 'cpu_thread'");
  Tag.Unit = *Unit;
  next();
  if (!expectPunct(","))
    return false;
  std::optional<RaceStrategy> Races = fromWord<RaceStrategy>(peek().Text);
  if (!Races)
    return failExpected("a race strategy such as 'no_races'");
  Tag.Races = *Races;
  next();
  if (listsShared(Tag.Races) && takePunct("(") && !parseShared(Tag))
    return false;
  while (takePunct(","))
    if (!parseUnitOption(Tag))
      return false;
  return expectPunct(")");
}

bool StmtParser::parseShared(ParallelTag &Tag) {
  do {
    std::string &Name = Tag.Shared.emplace_back();
    if (!expectName(Name, "an array or variable"))
      return false;
    if (Tag.Races != RaceStrategy::Scan || !takePunct("["))
      continue;
    if (!expectPunct("]"))
      return false;
    Tag.Cursors.push_back(Name);
  } while (takePunct(","));
  return expectPunct(")");
}

bool StmtParser::parseMarks(ParallelTag &Tag) {
  do {
    if (!expectName(Tag.Marked.emplace_back(), "an array"))
      return false;
  } while (takePunct(","));
  return expectPunct(")");
}

bool StmtParser::parseUnitOption(ParallelTag &Tag) {
  if (Tag.Races == RaceStrategy::Wavefront && takeWord("schedule"))
    return expectPunct("(") && parseOrder(Tag.Order) && expectPunct(")");
  if (takeWord("schedule"))
    return parseOmpSchedule(Tag.Schedule.emplace());
  if (takeWord("width"))
    return parseWidth(Tag.Width);
  if (takeWord("marks"))
    return expectPunct("(") && parseMarks(Tag);
  return failExpected("'schedule', 'width' or 'marks'");
}

bool StmtParser::parseOrder(WaveOrder &Order) {
  std::optional<WaveOrder> Found = fromWord<WaveOrder>(peek().Text);
  if (!Found)
    return failExpected("'any', 'list' or 'levels'");
  Order = *Found;
  next();
  return true;
}

bool StmtParser::parseWidth(int64_t &Width) {
  if (!expectPunct("("))
    return false;
  TextRange Where = peek().Where;
  if (!expectInteger(Width, "a number of lanes"))
    return false;
  if (Width < 2)
    return fail(Where, msg::TextTooFewLanes());
  return expectPunct(")");
}

StmtRef StmtParser::parseTrack() {
  next();
  std::string Outer;
  SourceTag Tag;
  TextRange Where = peek().Where;
  if (!expectName(Outer, "an index variable") || !lookUp(Outer, Where) ||
      !openBrace(Tag))
    return nullptr;
  // What a row declares when it begins is used by its positions and its end.
  size_t Mark = Names.mark();
  StmtRef Enter, Each, Leave;
  if (!expectWord("enter") || !(Enter = parseOpenBody(Dialect::Graph)) ||
      !expectWord("each") || !(Each = parseBody(Dialect::Graph)) ||
      !expectWord("leave") || !(Leave = parseBody(Dialect::Graph)) ||
      !expectPunct("}"))
    return nullptr;
  Names.release(Mark);
  return std::make_shared<TrackStmt>(std::move(Outer), std::move(Enter),
                                     std::move(Each), std::move(Leave), Tag);
}
