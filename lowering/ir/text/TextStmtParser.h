//===- TextStmtParser.h - statements from text ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTSTMTPARSER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTSTMTPARSER_H

#include "TextExprParser.h"

namespace lacuna::text {

/// Which loops a statement may contain.
enum class Dialect { Graph, LoopIR };

class StmtParser : public ExprParser {
public:
  using ExprParser::ExprParser;

protected:
  /// `{ … }`, a scope of its own; null after an error.
  StmtRef parseBody(Dialect D);
  bool parseOrder(WaveOrder &Order);
  /// `{ … }` whose names stay visible behind it.
  StmtRef parseOpenBody(Dialect D);
  bool parseLoopTags(LoopTags &Tags);
  bool parseLayout(Layout &L);

private:
  bool parseStatements(Dialect D, std::vector<StmtRef> &Out);
  StmtRef parseStmt(Dialect D);
  StmtRef parseNestedBlock(Dialect D);
  StmtRef parseLet();
  StmtRef parseVar();
  StmtRef parseLocalArray();
  StmtRef parseView();
  StmtRef parseRows();
  StmtRef parseGrow();
  StmtRef parseExtend();
  StmtRef parseIf(Dialect D);
  StmtRef parseLoop();
  MergeRef parseMerge();
  bool parseAhead(AheadTag &Tag);
  bool parseParallel(ParallelTag &Tag);
  StmtRef parseTrack();
  StmtRef parseFor();
  bool parseForTags(ForTags &Tags);
  bool parseThreads(ForTags &Tags);
  bool parseLanes(ForTags &Tags);
  StmtRef parseWhile(Dialect D);
  StmtRef parseAssign(bool Atomic);
  bool parsePlace(Place &Target);
  bool parseAssignOp(ReduceOp &Op);
  bool parseReduceOp(ReduceOp &Op);
  bool parseOmpSchedule(OmpSchedule &Schedule);
  bool parseShared(ParallelTag &Tag);
  bool parseMarks(ParallelTag &Tag);
  bool parseUnitOption(ParallelTag &Tag);
  bool parseWidth(int64_t &Width);
  StmtRef parsePrefetch();
  StmtRef parseTouch();
  StmtRef parseStream();
  StmtRef parseStored();
  bool parseUse(LayoutUse &Use);
  StmtRef parseMade(const LayoutUse &Use, SourceTag &Tag);
  bool parseEntries(std::vector<LayoutEntries> &All);
  bool parseUnroll(int64_t &Factor);
  /// `#N`, 0 if there is none.
  SourceTag parseTag();
  /// `{` and the tag behind it.
  bool openBrace(SourceTag &Tag);
  /// The rest of a body behind its `{`.
  StmtRef parseRest(Dialect D);
  bool requireLoopIR(Dialect D);
};

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTSTMTPARSER_H
