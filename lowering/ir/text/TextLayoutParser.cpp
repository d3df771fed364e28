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
  if (L.Kind != LayoutKind::Csc && L.Kind != LayoutKind::Auto &&
      (!expectPunct("(") || !expectInteger(L.Lanes, "a number of rows") ||
       !expectPunct(",") || !expectInteger(L.Window, "a number of rows") ||
       !expectPunct(")")))
    return false;
  if (!expectWord("of") || !expectName(L.Position, "an index variable"))
    return false;
  if (takeWord("measured"))
    L.Rule = takeWord("linked")  ? LayoutRule::WhereLinked
             : takeWord("tried") ? LayoutRule::AsTried
                                 : LayoutRule::WhereFaster;
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

/// `A = sell(8, 4096) of p pos[0], n entries(…)`.
bool StmtParser::parseUse(LayoutUse &Use) {
  Place First;
  if (!expectName(Use.Name, "the name of a layout") || !expectPunct("=") ||
      !parseLayout(Use.Of))
    return false;
  if (Use.Of.Kind == LayoutKind::Auto)
    return failExpected("one kind of layout");
  const TextRange Where = peek().Where;
  if (!parsePlace(First))
    return false;
  if (!First.Index) {
    fail(Where, msg::TextNoArray(First.Name));
    return false;
  }
  Use.Pos = First.Name;
  Use.PosElem = First.Ty;
  Use.First = First.Index;
  if (!expectPunct(",") ||
      !(Use.Rows = parseExprOf(Type::i64(), "the number of rows")) ||
      !parseEntries(Use.Entries))
    return false;
  int64_t Number = 0;
  if (takeWord("coordinates")) {
    if (!expectInteger(Number, "a number"))
      return false;
    Use.Coordinates = size_t(Number);
  }
  Use.Masks = takeWord("masked");
  return true;
}

/// The loops over \p Use, whose parts have names there.
StmtRef StmtParser::parseMade(const LayoutUse &Use, SourceTag &Tag) {
  const TextRange Where = peek().Where;
  if (!openBrace(Tag))
    return nullptr;
  const size_t Mark = Names.mark();
  bool IsNew =
      declare(Use.groups(), {NameInfo::Kind::Constant, Type::i64()}, Where);
  for (const auto &[Name, Ty] : Use.arrays())
    IsNew = IsNew && declare(Name, {NameInfo::Kind::Array, Ty}, Where);
  StmtRef Made = IsNew ? parseRest(Dialect::LoopIR) : nullptr;
  Names.release(Mark);
  return Made;
}

StmtRef StmtParser::parseStored() {
  next();
  std::vector<StoredLoops> All;
  SourceTag Tag = 0;
  do {
    StoredLoops &L = All.emplace_back();
    SourceTag Own;
    if (!parseUse(L.Use) || !(L.Made = parseMade(L.Use, Own)))
      return nullptr;
    if (All.size() == 1)
      Tag = Own;
  } while (takeWord("or"));
  const TextRange Where = peek().Where;
  if (!expectWord("else"))
    return nullptr;
  MeasuredRuns Runs;
  if (takeWord("threads") &&
      !(Runs.Threads = parseExprOf(Type::i64(), "a number of threads")))
    return nullptr;
  if (takeWord("reassociates") &&
      !(Runs.Reassociates = parseExprOf(Type::boolean(), "a condition")))
    return nullptr;
  const size_t Mark = Names.mark();
  const std::string Asked = All.front().Use.asked();
  if (Runs.Reassociates &&
      !declare(Asked, {NameInfo::Kind::Constant, Type::boolean()}, Where))
    return nullptr;
  StmtRef Otherwise = parseBody(Dialect::LoopIR);
  Names.release(Mark);
  if (!Otherwise)
    return nullptr;
  return std::make_shared<StoredStmt>(std::move(All), std::move(Otherwise),
                                      std::move(Runs), Tag);
}
