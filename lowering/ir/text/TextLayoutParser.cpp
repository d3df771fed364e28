//===- TextLayoutParser.cpp - layouts from text ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextStmtParser.h"
#include "lacuna/ir/Spellings.h"
#include "lacuna/ir/text/Messages.def"

using namespace lacuna;
using namespace lacuna::text;

/// `sell(8, 4096) of p` or `csc of p`.
bool StmtParser::parseLayout(Layout &L) {
  const std::optional<LayoutKind> Known =
      peek().K == Kind::Word ? fromWord<LayoutKind>(peek().Text) : std::nullopt;
  if (!Known)
    return failExpected("the kind of a layout");
  next();
  L.Kind = *Known;
  if (L.Kind != LayoutKind::Csc &&
      (!expectPunct("(") || !expectInteger(L.Lanes, "a number of rows") ||
       !expectPunct(",") || !expectInteger(L.Window, "a number of rows") ||
       !expectPunct(")")))
    return false;
  if (!expectWord("of") || !expectName(L.Position, "an index variable"))
    return false;
  L.IsMeasured = takeWord("measured");
  return true;
}

bool StmtParser::parseEntries(std::vector<LayoutEntries> &All) {
  if (!expectWord("entries") || !expectPunct("("))
    return false;
  do {
    LayoutEntries &E = All.emplace_back();
    const TextRange Where = peek().Where;
    if (!expectName(E.Array, "the name of an array"))
      return false;
    const NameInfo *Info = lookUp(E.Array, Where);
    if (!Info || !expectInteger(E.Behind, "a distance"))
      return false;
    E.Elem = Info->Ty;
  } while (takePunct(","));
  return expectPunct(")");
}

StmtRef StmtParser::parseStored() {
  next();
  LayoutUse Use;
  Place First;
  if (!expectName(Use.Name, "the name of a layout") || !expectPunct("=") ||
      !parseLayout(Use.Of))
    return nullptr;
  const TextRange Where = peek().Where;
  if (!parsePlace(First))
    return nullptr;
  if (!First.Index) {
    fail(Where, msg::TextNoArray(First.Name));
    return nullptr;
  }
  Use.Pos = First.Name;
  Use.PosElem = First.Ty;
  Use.First = First.Index;
  if (!expectPunct(",") ||
      !(Use.Rows = parseExprOf(Type::i64(), "the number of rows")) ||
      !parseEntries(Use.Entries))
    return nullptr;
  int64_t Number = 0;
  if (takeWord("coordinates")) {
    if (!expectInteger(Number, "a number"))
      return nullptr;
    Use.Coordinates = size_t(Number);
  }
  Use.Masks = takeWord("masked");
  SourceTag Tag;
  if (!openBrace(Tag))
    return nullptr;
  const size_t Mark = Names.mark();
  bool IsNew =
      declare(Use.groups(), {NameInfo::Kind::Constant, Type::i64()}, Where);
  for (const auto &[Name, Ty] : Use.arrays())
    IsNew = IsNew && declare(Name, {NameInfo::Kind::Array, Ty}, Where);
  StmtRef Made = IsNew ? parseRest(Dialect::LoopIR) : nullptr;
  Names.release(Mark);
  if (!Made || !expectWord("else"))
    return nullptr;
  StmtRef Otherwise = parseBody(Dialect::LoopIR);
  if (!Otherwise)
    return nullptr;
  return std::make_shared<StoredStmt>(std::move(Use), std::move(Made),
                                      std::move(Otherwise), Tag);
}
