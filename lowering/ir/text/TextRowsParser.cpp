//===- TextRowsParser.cpp - parse arrays that grow ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextStmtParser.h"
#include "lacuna/ir/RowsStmt.h"

using namespace lacuna;
using namespace lacuna::text;

StmtRef StmtParser::parseRows() {
  next();
  TextRange Where = peek().Where;
  std::string Name;
  Type Elem;
  int64_t Count;
  if (!expectName(Name, "a name") || !expectPunct(":") || !parseType(Elem) ||
      !expectPunct("[") || !expectInteger(Count, "a number of rows") ||
      !expectPunct("]") || !declare(Name, {NameInfo::Kind::Rows, Elem}, Where))
    return nullptr;
  return std::make_shared<RowsStmt>(std::move(Name), std::move(Elem), Count,
                                    parseTag());
}

StmtRef StmtParser::parseGrow() {
  next();
  TextRange Where = peek().Where;
  std::string Rows, Failed;
  if (!expectName(Rows, "the name of an array"))
    return nullptr;
  const NameInfo *Found = lookUp(Rows, Where);
  if (!Found || !expectPunct("["))
    return nullptr;
  ExprRef Row = parseExprOf(Type::i64(), "the row");
  if (!Row || !expectPunct("]") || !expectWord("to"))
    return nullptr;
  ExprRef Count = parseExprOf(Type::i64(), "the number of elements");
  if (!Count || !expectWord("else") ||
      !expectName(Failed, "the name of a variable"))
    return nullptr;
  return std::make_shared<GrowStmt>(std::move(Rows), Found->Ty, std::move(Row),
                                    std::move(Count), std::move(Failed),
                                    parseTag());
}

StmtRef StmtParser::parseExtend() {
  next();
  TextRange Where = peek().Where;
  std::string Array;
  if (!expectName(Array, "the name of an array") || !lookUp(Array, Where) ||
      !expectWord("to"))
    return nullptr;
  ExprRef Count = parseExprOf(Type::i64(), "the number of elements");
  return Count ? std::make_shared<ExtendStmt>(std::move(Array),
                                              std::move(Count), parseTag())
               : nullptr;
}
