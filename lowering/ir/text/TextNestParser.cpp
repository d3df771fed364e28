//===- TextNestParser.cpp - nests and loop programs from text -------------===//
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

//===-- units -------------------------------------------------------------===//

bool NestParser::openUnit(std::string &Name) {
  next();
  if (peek().K != Kind::AtName)
    return failExpected("a name such as '@spmv'");
  Name = next().Text;
  return expectPunct("{");
}

bool NestParser::checkValid(llvm::Error E, TextRange Where) {
  if (!E)
    return true;
  std::string Message = takeDiagnostic(std::move(E)).Message;
  llvm::StringRef Shown = Message;
  Shown.consume_front("internal: ");
  return fail(Where, Shown);
}

bool NestParser::parseUnit(std::vector<TextUnit> &Units) {
  TextRange Where = peek(1).Where;
  Names = NameScope();
  if (atWord("nest")) {
    Nest N;
    if (!parseNest(N) || !checkValid(verify(N), Where))
      return false;
    Units.push_back(std::move(N));
    return true;
  }
  if (!atWord("program"))
    return failExpected("'nest' or 'program'");
  LoopProgram P;
  if (!parseProgram(P) || !checkValid(verify(P), Where))
    return false;
  Units.push_back(std::move(P));
  return true;
}

std::vector<TextUnit> NestParser::parseUnits() {
  std::vector<TextUnit> Units;
  do {
    if (!parseUnit(Units))
      break;
  } while (!atEnd());
  return Units;
}

bool NestParser::declareChildren() {
  while (!atPunct("->") && !atPunct("}") && !atEnd())
    next();
  if (!takePunct("->"))
    return true;
  do {
    TextRange Where = peek().Where;
    std::string Name;
    if (!expectName(Name, "a name") ||
        !declare(Name, {NameInfo::Kind::Constant, Type::i64()}, Where))
      return false;
    if (takeWord("coordinate") && atName())
      next();
  } while (takePunct(","));
  return true;
}

bool NestParser::declareLine() {
  bool IsOperand = atWord("operand"), IsIndex = atWord("index");
  if ((IsOperand || IsIndex) && atName(1) && atPunct(":", 2)) {
    next();
    TextRange Where = peek().Where;
    Operand O;
    O.Name = next().Text;
    next();
    if (!parseType(O.Ty))
      return false;
    O.Kind = atPunct("[")        ? OperandKind::Array
             : atWord("liveout") ? OperandKind::LiveOut
                                 : OperandKind::Scalar;
    if (atWord("of", 2) && atWord("row", 5))
      O.Row.emplace();
    if (atWord("reach"))
      O.ReachOf = peek(2).Text;
    return declare(O.Name, infoOf(O), Where);
  }
  if (peek().K == Kind::Word && findRelation(peek().Text) && atName(1) &&
      (atPunct("->", 2) || atPunct(",", 2)))
    return declareChildren();
  next();
  return true;
}

bool NestParser::declareHeader() {
  size_t Begin = At;
  unsigned Braces = 0;
  while (!atEnd() && (Braces != 0 || !atPunct("}"))) {
    if (atPunct("{"))
      ++Braces;
    else if (atPunct("}"))
      --Braces;
    if (Braces != 0)
      next();
    else if (!declareLine())
      return false;
  }
  At = Begin;
  return true;
}

bool NestParser::parseNest(Nest &N) {
  if (!openUnit(N.Name) || !declareHeader())
    return false;
  while (!takePunct("}"))
    if (!parseNestLine(N))
      return false;
  return true;
}

bool NestParser::parseProgram(LoopProgram &P) {
  if (!openUnit(P.Name) || !declareHeader())
    return false;
  while (!takePunct("}"))
    if (!parseProgramLine(P))
      return false;
  return true;
}

bool NestParser::parseNestLine(Nest &N) {
  if (atWord("operand"))
    return parseOperand(N.Operands.emplace_back());
  if (atWord("index"))
    return parseIndex(N);
  if (atWord("tensor"))
    return parseTensor(N.Tensors.emplace_back());
  if (atWord("guard"))
    return parseGuard(N.Guards.emplace_back());
  if (takeWord("uncounted")) {
    UncountedVar &V = N.Uncounted.emplace_back();
    return expectName(V.Name, "a variable") &&
           expectString(V.Why, "a reason in quotes");
  }
  if (atWord("fact"))
    return parseFact(N.Facts);
  if (atWord("body") && !N.Body) {
    next();
    return (N.Body = parseBody(Dialect::Graph)) != nullptr;
  }
  if (atWord("epilogue") && !N.Epilogue) {
    next();
    return (N.Epilogue = parseBody(Dialect::LoopIR)) != nullptr;
  }
  if (atWord("affine") && !N.Affine)
    return parseAffine(N);
  if (atWord("layout") && !N.Layout) {
    next();
    return parseLayout(N.Layout.emplace());
  }
  if (takeWord("keep"))
    return parseNameList(N.Kept, "a variable");
  if (const RelationRules *Rules =
          peek().K == Token::Kind::Word ? findRelation(peek().Text) : nullptr)
    return parseRelation(Rules->Kind, N);
  return failExpected(msg::TextWhatNestLine());
}

//===-- operands and variables --------------------------------------------===//

/// Expressions of type \p Ty between commas, at least one.
bool NestParser::parseSeveral(const Type &Ty, const std::string &What,
                              std::vector<ExprRef> &Into) {
  do {
    Into.push_back(parseExprOf(Ty, What));
    if (!Into.back())
      return false;
  } while (takePunct(","));
  return true;
}

bool NestParser::parseOperand(Operand &O) {
  next();
  O.Kind = OperandKind::Scalar;
  if (!expectName(O.Name, "the name of an operand") || !expectPunct(":") ||
      !parseType(O.Ty))
    return false;
  if (takeWord("liveout")) {
    O.Kind = OperandKind::LiveOut;
    if (takeWord("enum"))
      O.Ty = O.Ty.asEnumeration();
  }
  if (takeWord("reach"))
    return expectWord("of") && expectName(O.ReachOf, "the name of an array");
  if (!takePunct("["))
    return true;
  O.Kind = OperandKind::Array;
  if (!expectPunct("]"))
    return false;
  if (takeWord("of") &&
      (!expectName(O.Records, "the name of an array of records") ||
       !expectString(O.Member, "the name of a member")))
    return false;
  if (takeWord("enum"))
    O.Ty = O.Ty.asEnumeration();
  if (takeWord("row")) {
    if (!expectString(O.Row.emplace(), "text behind a row"))
      return false;
    if (takeWord("own"))
      O.RowsLie = RowMemory::Own;
    else if (takeWord("inside"))
      O.RowsLie = RowMemory::Inside;
    if (takeWord("count") &&
        !(O.RowCount =
              parseExprOf(Type::i64(), "how many rows '" + O.Name + "' has")))
      return false;
  } else if (takeWord("own")) {
    O.RowsLie = RowMemory::Own;
  }
  if (takeWord("pointers") &&
      (!expectWord("of") ||
       !expectName(O.PointersOf, "the name of an array of rows")))
    return false;
  if (takeWord("values") &&
      (!expectWord("of") || !expectName(O.ValuesOf, "the name of a variable")))
    return false;
  O.Written = takeWord("written");
  O.Scratch = O.Written && takeWord("scratch");
  if (takeWord("grows") && !expectName(O.Grows, "the name of a container"))
    return false;
  if (takeWord("extent")) {
    O.Extent = parseExprOf(Type::i64(), "the extent of '" + O.Name + "'");
    if (!O.Extent)
      return false;
  }
  return (!takeWord("inner") ||
          parseSeveral(Type::i64(), "the inner extent of '" + O.Name + "'",
                       O.Inner)) &&
         (!takeWord("constants") ||
          parseSeveral(O.Ty, "an element of '" + O.Name + "'", O.Constants));
}

bool NestParser::parseIndex(Nest &N) {
  next();
  IndexVar V;
  if (!expectName(V.Name, "the name of an index variable") ||
      !expectPunct(":") || !parseType(V.Ty) || !expectWord("in"))
    return false;
  V.Lo = parseExprOf(V.Ty, "the lower bound of '" + V.Name + "'");
  if (!V.Lo || !expectPunct(".."))
    return false;
  V.Hi = parseExprOf(V.Ty, "the upper bound of '" + V.Name + "'");
  if (!V.Hi)
    return false;
  if (takeWord("coordinate") &&
      !expectName(V.Coordinate, "the name of a coordinate"))
    return false;
  N.IndexVars.push_back(std::move(V));
  return true;
}

bool NestParser::parseNameList(std::vector<std::string> &Out,
                               llvm::StringRef What) {
  do {
    if (!expectName(Out.emplace_back(), What))
      return false;
  } while (takePunct(","));
  return true;
}

bool NestParser::parseChild(Nest &N, Relation &R) {
  IndexVar V;
  V.Ty = Type::i64();
  if (!expectName(V.Name, "the name of a new variable"))
    return false;
  if (takeWord("coordinate") &&
      !expectName(V.Coordinate, "the name of a coordinate"))
    return false;
  R.Children.push_back(V.Name);
  N.IndexVars.push_back(std::move(V));
  return true;
}

bool NestParser::parseRelation(RelationKind Kind, Nest &N) {
  next();
  Relation R;
  R.Kind = Kind;
  if (!parseNameList(R.Parents, "an index variable") || !expectPunct("->"))
    return false;
  do {
    if (!parseChild(N, R))
      return false;
  } while (takePunct(","));
  if (!parseRelationTail(R))
    return false;
  N.Relations.push_back(std::move(R));
  return true;
}

bool NestParser::parseBoundKind(Relation &R) {
  std::optional<BoundKind> Found =
      peek().K == Kind::Word ? fromWord<BoundKind>(peek().Text) : std::nullopt;
  if (!Found)
    return fail(peek().Where, msg::TextExpectedBoundKind(R.Children.front()));
  next();
  R.Bounded = *Found;
  return expectInteger(R.Factor, "an integer bound");
}

bool NestParser::parseRelationTail(Relation &R) {
  FactorWord Word = R.rules().Factor;
  if (Word == FactorWord::Bounded)
    return parseBoundKind(R);
  if (takeWord(spelling(Word)) && !expectInteger(R.Factor, "an integer factor"))
    return false;
  return !takeWord("over") ||
         expectName(R.Over, "the name of a tensor or index variable");
}

//===-- tensors, guards, facts --------------------------------------------===//

bool NestParser::parseTensor(Tensor &T) {
  next();
  if (!expectName(T.Name, "the name of a tensor") || !expectPunct(":"))
    return false;
  do {
    if (!parseLevel(T.Levels.emplace_back()))
      return false;
  } while (takePunct(","));
  return !takeWord("values") || parseNameList(T.Values, "the name of an array");
}

bool NestParser::parseLevel(Level &L) {
  L.Format = peek().K == Kind::Word ? findLevelFormat(peek().Text) : nullptr;
  if (!L.Format) {
    std::string Known;
    for (const LevelFormat *Format : levelFormats())
      Known += (Known.empty() ? "" : ", ") + Format->Name.str();
    return fail(peek().Where, msg::TextUnknownLevelFormat(peek().Text),
                {"known formats are " + Known});
  }
  next();
  if (!expectPunct("("))
    return false;
  if (atName() && !expectName(L.Var, "an index variable"))
    return false;
  if (takePunct(";") && !parseNameList(L.Arrays, "the name of an array"))
    return false;
  return expectPunct(")");
}

bool NestParser::parseGuard(Guard &G) {
  next();
  if (!expectString(G.Reason, "a reason in quotes"))
    return false;
  const size_t Mark = Names.mark();
  const bool Good = declareRangesAhead() && parseGuarded(G);
  Names.release(Mark);
  return Good;
}

/// The condition uses variables that are declared behind it.
bool NestParser::declareRangesAhead() {
  for (size_t Ahead = 0; !atWord("guard", Ahead) && !atPunct("{", Ahead) &&
                         !atPunct("}", Ahead) && peek(Ahead).K != Kind::End;
       ++Ahead)
    if ((atWord("for", Ahead) || atPunct(",", Ahead)) && atName(Ahead + 1) &&
        atWord("in", Ahead + 2) &&
        !declare(peek(Ahead + 1).Text, {NameInfo::Kind::Constant, Type::i64()},
                 peek(Ahead + 1).Where))
      return false;
  return true;
}

bool NestParser::parseGuarded(Guard &G) {
  G.Cond = parseExprOf(Type::boolean(), "the condition of a guard");
  if (!G.Cond || !takeWord("for"))
    return G.Cond != nullptr;
  GuardRange First;
  if (!parseRange(First))
    return false;
  G.Var = First.Var;
  G.Lo = First.Lo;
  G.Hi = First.Hi;
  while (takePunct(","))
    if (!parseRange(G.Inner.emplace_back()))
      return false;
  return true;
}

bool NestParser::parseRange(GuardRange &R) {
  if (!expectName(R.Var, "a name") || !expectWord("in"))
    return false;
  R.Lo = parseExprOf(Type::i64(), "the lower bound of '" + R.Var + "'");
  if (!R.Lo || !expectPunct(".."))
    return false;
  R.Hi = parseExprOf(Type::i64(), "the upper bound of '" + R.Var + "'");
  return R.Hi != nullptr;
}

bool NestParser::parseFact(Facts &F) {
  next();
  if (takeWord("fp")) {
    F.FpStrict = true;
    return expectPunct("(") && expectWord(wordFor(FpMode::Strict)) &&
           expectPunct(")");
  }
  if (takeWord("errno"))
    return expectName(F.SetsErrno, "the name of a function");
  if (takeWord("num_threads")) {
    F.NumThreads = parseExprOf(Type::i32(), "the number of threads");
    return F.NumThreads != nullptr;
  }
  for (auto [Word, Arrays] :
       {std::pair(wordFor(Assumption::Injective), &F.Injective),
        std::pair(wordFor(Assumption::Unique), &F.Unique),
        std::pair(wordFor(Assumption::Sorted), &F.Sorted),
        std::pair(wordFor(Assumption::Asynchronous), &F.Asynchronous),
        std::pair(llvm::StringRef("private"), &F.Private),
        std::pair(llvm::StringRef("lastprivate"), &F.LastPrivate),
        std::pair(llvm::StringRef("nontemporal"), &F.NonTemporal)})
    if (takeWord(Word))
      return parseNameList(*Arrays, "the name of an array");
  if (takeWord(wordFor(Assumption::Independent)))
    return parseNameList(F.Independent, "the name of an index variable");
  if (!takeWord(wordFor(Assumption::NoAlias)))
    return failExpected(msg::TextWhatFact());
  auto &Pair = F.NoAlias.emplace_back();
  return expectName(Pair.first, "the name of an array") && expectPunct(",") &&
         expectName(Pair.second, "the name of an array");
}

//===-- entry points ------------------------------------------------------===//

llvm::Expected<std::vector<TextUnit>> lacuna::parseText(llvm::StringRef Text) {
  llvm::Expected<std::vector<Token>> Tokens = tokenize(Text);
  if (!Tokens)
    return Tokens.takeError();
  NestParser P(*Tokens);
  std::vector<TextUnit> Units = P.parseUnits();
  if (P.failed())
    return P.takeError();
  return Units;
}

/// The only unit of \p Text, which must be a \p T.
template <typename T>
static llvm::Expected<T> parseOnly(llvm::StringRef Text, llvm::StringRef Word) {
  llvm::Expected<std::vector<TextUnit>> Units = parseText(Text);
  if (!Units)
    return Units.takeError();
  if (Units->size() != 1 || !std::holds_alternative<T>(Units->front()))
    return makeError({0, Text.size()}, ("expected one " + Word).str());
  return std::get<T>(std::move(Units->front()));
}

llvm::Expected<Nest> lacuna::parseNest(llvm::StringRef Text) {
  return parseOnly<Nest>(Text, "nest");
}

llvm::Expected<LoopProgram> lacuna::parseLoopProgram(llvm::StringRef Text) {
  return parseOnly<LoopProgram>(Text, "program");
}

/// Makes every name that an expression in \p N may use known to \p P.
static void addNames(ExprParser &P, const Nest &N) {
  for (const Operand &O : N.Operands)
    P.addName(O.Name, infoOf(O));
  for (const IndexVar &V : N.IndexVars)
    P.addName(V.Name, {NameInfo::Kind::Constant, V.Ty});
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      P.addName(Let->name(), {NameInfo::Kind::Constant, Let->type()});
    else if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
      P.addName(Var->name(), {NameInfo::Kind::Variable, Var->type()});
    else if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
      P.addName(Array->name(), {NameInfo::Kind::Array, Array->elem()});
    return true;
  });
}

llvm::Expected<ExprRef> lacuna::parseExpr(llvm::StringRef Text, const Nest &N) {
  llvm::Expected<std::vector<Token>> Tokens = tokenize(Text);
  if (!Tokens)
    return Tokens.takeError();
  ExprParser P(*Tokens);
  addNames(P, N);
  ExprRef E = P.parseWhole();
  if (!E)
    return P.takeError();
  return E;
}
