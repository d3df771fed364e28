//===- TextNestParser.h - nests and loop programs from text -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTNESTPARSER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTNESTPARSER_H

#include "TextStmtParser.h"
#include "lacuna/ir/AffineSchedule.h"
#include "lacuna/ir/text/Text.h"

namespace lacuna::text {

/// Parses `nest` and `program`, one after the other.
class NestParser : public StmtParser {
public:
  using StmtParser::StmtParser;

  /// Everything up to the end of the text; check failed().
  std::vector<TextUnit> parseUnits();

private:
  bool parseUnit(std::vector<TextUnit> &Units);
  /// Turns an error of `verify` into one about the text at \p Where.
  bool checkValid(llvm::Error E, TextRange Where);
  bool parseNest(Nest &N);
  bool parseProgram(LoopProgram &P);
  bool openUnit(std::string &Name);
  /// Declares the operands and index variables of the unit that starts here,
  /// so that lines may refer to later ones.
  bool declareHeader();
  bool declareLine();
  bool declareChildren();

  bool parseNestLine(Nest &N);
  bool parseOperand(Operand &O);
  bool parseSeveral(const Type &Ty, const std::string &What,
                    std::vector<ExprRef> &Into);
  bool parseIndex(Nest &N);
  bool parseRelation(RelationKind Kind, Nest &N);
  bool parseBoundKind(Relation &R);
  bool parseRelationTail(Relation &R);
  bool parseChild(Nest &N, Relation &R);
  bool parseTensor(Tensor &T);
  bool parseLevel(Level &L);
  bool parseNameList(std::vector<std::string> &Out, llvm::StringRef What);
  bool parseGuard(Guard &G);
  bool parseGuarded(Guard &G);
  bool parseRange(GuardRange &R);
  bool declareRangesAhead();
  bool parseFact(Facts &F);

  /// \name Schedules (TextAffineParser.cpp)
  /// @{
  bool parseAffine(Nest &N);
  bool parseAffinePiece(AffinePiece &P);
  bool parseAffineLoop(AffineLoop &L);
  bool parseAffineExpr(AffineExpr &E);
  bool parseAffineTerm(AffineExpr &E, bool IsMinus);
  bool parseQuotient(AffineExpr &E, int64_t Factor);
  /// @}

  bool parseProgramLine(LoopProgram &P);
  bool parseProgramGuard(ProgramGuard &G);
  bool parseInputs(NotedWalk &W);
  bool parseKept(KeptWalk &Kept);
  bool parseValues(KeptArray &V);
  bool parsePlan(WavePlan &P);
  template <class Fn> bool parseList(llvm::StringRef Word, Fn Item);
  bool parseRange(ArrayRange &S);
  bool parseOutputs(ProgramOutputs &O);
  bool parseSums(ProgramOutputs &O);
};

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTNESTPARSER_H
