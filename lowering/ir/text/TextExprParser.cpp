//===- TextExprParser.cpp - types and expressions from text ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextExprParser.h"
#include "lacuna/ir/text/ExprRules.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/ir/text/TextWords.h"

using namespace lacuna;
using namespace lacuna::text;

static constexpr unsigned MaxDepth = 200;
static constexpr unsigned MaxNodes = 5000;

bool ExprParser::enter() {
  ++Depth;
  return Depth <= MaxDepth ||
         fail(peek().Where, msg::TextNestedTooDeep(MaxDepth));
}

bool ExprParser::count() {
  ++Nodes;
  return Nodes <= MaxNodes ||
         fail(peek().Where, msg::TextTooManyOperators(MaxNodes));
}

//===-- types -------------------------------------------------------------===//

bool ExprParser::atType() const {
  return peek().K == Kind::String ||
         (peek().K == Kind::Word && findType(peek().Text));
}

bool ExprParser::parseType(Type &Ty) {
  if (peek().K == Kind::String) {
    std::string Spelling = next().Text;
    if (!atPunct(":") || !isAdjacent() || !isAdjacent(1)) {
      Ty = Type::opaque(std::move(Spelling));
      return true;
    }
    auto Shape =
        peek(1).K == Kind::Word ? findTypeShape(peek(1).Text) : std::nullopt;
    next();
    if (!Shape)
      return failExpected("a type such as i32, u64 or f64");
    next();
    Ty = Type(Shape->first, Shape->second, std::move(Spelling));
    return true;
  }
  std::optional<Type> Found =
      peek().K == Kind::Word ? findType(peek().Text) : std::nullopt;
  if (!Found)
    return failExpected("a type");
  next();
  Ty = std::move(*Found);
  return true;
}

//===-- operators ---------------------------------------------------------===//

ExprRef ExprParser::parseWhole() {
  ExprRef E = parseExpr();
  if (E && !atEnd())
    failExpected("an operator or the end of the expression");
  return failed() ? nullptr : E;
}

ExprRef ExprParser::parseExpr() {
  Nodes = 0;
  return parseSelect();
}

ExprRef ExprParser::parseExprOf(const Type &Ty, llvm::StringRef What) {
  size_t Begin = peek().Where.Begin;
  ExprRef E = parseExpr();
  if (!E || E->type() == Ty)
    return E;
  fail({Begin, Tokens[At - 1].Where.End},
       msg::TextTypeMismatch(What, toString(E->type()), toString(Ty)));
  return nullptr;
}

ExprRef ExprParser::parseSelect() {
  if (!enter())
    return nullptr;
  size_t Begin = peek().Where.Begin;
  ExprRef Cond = parseBinary(PrecLogicalOr);
  if (!Cond || !atPunct("?")) {
    leave();
    return Cond;
  }
  TextRange Where = {Begin, peek().Where.End};
  next();
  ExprRef Then = count() ? parseSelect() : nullptr;
  ExprRef Else = Then && expectPunct(":") ? parseSelect() : nullptr;
  leave();
  if (!Else)
    return nullptr;
  if (!Cond->type().isBool())
    fail(Where, msg::TextConditionNotBool(toString(Cond->type())));
  else if (Then->type() != Else->type())
    fail(Where, msg::TextArmTypesDiffer(toString(Then->type()),
                                        toString(Else->type())));
  if (failed())
    return nullptr;
  return std::make_shared<SelectExpr>(Cond, Then, Else);
}

ExprRef ExprParser::parseBinary(unsigned MinPrec) {
  ExprRef L = parseUnary();
  while (L && peek().K == Kind::Punct) {
    const BinaryWord *Word = findInfix(peek().Text);
    if (!Word || Word->Prec < MinPrec)
      break;
    const Token &Operator = next();
    ExprRef R = count() ? parseBinary(Word->Prec + 1) : nullptr;
    L = R ? makeBinary(Word->Op, Operator, L, R) : nullptr;
  }
  return L;
}

ExprRef ExprParser::makeBinary(BinaryOp Op, const Token &Operator, ExprRef L,
                               ExprRef R) {
  std::string Why = objection(Op, L->type(), R->type());
  if (!Why.empty()) {
    fail(Operator.Where, "'" + Operator.Text + "' " + Why);
    return nullptr;
  }
  // Not by the builder, which folds: text must read back as it was.
  Type Ty = resultType(Op, L->type());
  return std::make_shared<BinaryExpr>(Op, std::move(Ty), std::move(L),
                                      std::move(R));
}

ExprRef ExprParser::parseUnary() {
  std::optional<UnaryOp> Op =
      peek().K == Kind::Punct ? fromWord<UnaryOp>(peek().Text) : std::nullopt;
  if (!Op)
    return parsePrimary();
  if (!enter() || !count())
    return nullptr;
  const Token &Operator = next();
  ExprRef E;
  if (*Op == UnaryOp::Neg && peek().K == Kind::Number && isAdjacent())
    E = parseLiteral(/*Negative=*/true);
  else if (ExprRef Operand = parseUnary())
    E = makeUnary(*Op, Operator, Operand);
  leave();
  return E;
}

ExprRef ExprParser::makeUnary(UnaryOp Op, const Token &Operator,
                              ExprRef Operand) {
  std::string Why = objection(Op, Operand->type());
  if (!Why.empty()) {
    fail(Operator.Where, "'" + Operator.Text + "' " + Why);
    return nullptr;
  }
  return std::make_shared<UnaryExpr>(Op, resultType(Op, Operand->type()),
                                     std::move(Operand));
}

//===-- primaries ---------------------------------------------------------===//

ExprRef ExprParser::parsePrimary() {
  if (!count())
    return nullptr;
  if (takePunct("(")) {
    ExprRef E = parseSelect();
    return E && expectPunct(")") ? E : nullptr;
  }
  if (atPunct("&"))
    return parseAddress();
  if (peek().K == Kind::Number)
    return parseLiteral(/*Negative=*/false);
  if (atWord("true") || atWord("false"))
    return constant(Type::boolean(), next().Text == "true");
  if (std::optional<BinaryOp> Op =
          peek().K == Kind::Word ? findFunctionOp(peek().Text) : std::nullopt)
    return parseMinMax(*Op);
  if (atWord("call"))
    return parseCall();
  if (atWord("opaque"))
    return parseOpaque();
  if (atType())
    return parseCast();
  if (atName())
    return parseNamed();
  failExpected("an expression");
  return nullptr;
}

ExprRef ExprParser::parseLiteral(bool Negative) {
  const Token &Number = next();
  bool Floating = looksFloating(Number.Text);
  Type Ty = Floating ? Type::f64() : Type::i32();
  // `c ? 0 : 1` is no literal with a suffix: that one knows no blanks.
  bool Suffix = atPunct(":") && isAdjacent() && isAdjacent(1) &&
                (peek(1).K == Kind::String ||
                 (peek(1).K == Kind::Word && findType(peek(1).Text)));
  if (Suffix) {
    next();
    if (!parseType(Ty))
      return nullptr;
  }
  if (!Ty.isFloat() && !Floating)
    return makeInteger(Ty, Number, Negative);
  if (!Ty.isFloat()) {
    fail(Number.Where, msg::TextLiteralNotOfType(Number.Text, toString(Ty)));
    return nullptr;
  }
  ExprRef E = std::make_shared<ConstantExpr>(Ty, Number.Text);
  return Negative ? std::make_shared<UnaryExpr>(UnaryOp::Neg, Ty, E) : E;
}

/// Whether ±\p Magnitude is a value of \p Ty.
static bool fits(const Type &Ty, uint64_t Magnitude, bool Negative) {
  if (Ty.isBool())
    return !Negative && Magnitude <= 1;
  if (Ty.isOpaque())
    return Magnitude <= uint64_t(INT64_MAX);
  unsigned Bits = std::min(Ty.bits(), 64u);
  if (!Ty.isSigned())
    return !Negative && (Bits == 64 || Magnitude >> Bits == 0);
  uint64_t Limit = uint64_t(1) << (Bits - 1);
  return Magnitude < Limit + (Negative ? 1 : 0);
}

ExprRef ExprParser::makeInteger(const Type &Ty, const Token &Number,
                                bool Negative) {
  uint64_t Magnitude;
  if (llvm::StringRef(Number.Text).getAsInteger(0, Magnitude) ||
      !fits(Ty, Magnitude, Negative)) {
    fail(Number.Where, msg::TextLiteralDoesNotFit(Negative ? "-" : "",
                                                  Number.Text, toString(Ty)));
    return nullptr;
  }
  uint64_t Value = Negative ? -Magnitude : Magnitude;
  return constant(Ty, static_cast<int64_t>(Value));
}

ExprRef ExprParser::parseMinMax(BinaryOp Op) {
  const Token &Word = next();
  std::vector<ExprRef> Args;
  if (!parseArguments(Args))
    return nullptr;
  if (Args.size() != 2) {
    fail(Word.Where, msg::TextTakesTwoArguments(Word.Text, Args.size()));
    return nullptr;
  }
  return makeBinary(Op, Word, Args[0], Args[1]);
}

ExprRef ExprParser::parseNamed() {
  const Token &Name = next();
  const NameInfo *Found = lookUp(Name.Text, Name.Where);
  if (!Found)
    return nullptr;
  NameInfo Info = *Found;
  if (!Info.isArray())
    return var(Info.Ty, Name.Text);
  ExprRef Index = parseSubscripts(Name.Text, Info);
  return Index ? load(Info.Ty, Name.Text, std::move(Index)) : nullptr;
}

ExprRef ExprParser::parseElement(llvm::StringRef Array, const NameInfo &Info) {
  Nodes = 0;
  return parseSubscripts(Array, Info);
}

ExprRef ExprParser::parseSubscripts(llvm::StringRef Array,
                                    const NameInfo &Info) {
  ExprRef Row;
  if (Info.K == NameInfo::Kind::Rows && !(Row = parseSubscript(Array)))
    return nullptr;
  ExprRef Index = parseSubscript(Array);
  return Index ? subscript(Row, Index) : nullptr;
}

ExprRef ExprParser::parseSubscript(llvm::StringRef Array) {
  if (!expectPunct("["))
    return nullptr;
  TextRange Where = peek().Where;
  ExprRef Index = parseSelect();
  if (!Index || !expectPunct("]"))
    return nullptr;
  if (Index->type().isInteger())
    return Index;
  fail(Where, msg::TextSubscriptNotInteger(Array, toString(Index->type())));
  return nullptr;
}

/// `&a[e]`
ExprRef ExprParser::parseAddress() {
  next();
  if (!atName()) {
    failExpected("the name of an array");
    return nullptr;
  }
  const Token &Name = next();
  if (!lookUp(Name.Text, Name.Where))
    return nullptr;
  ExprRef Index = parseSubscript(Name.Text);
  if (Index && atPunct("[")) {
    ExprRef InRow = parseSubscript(Name.Text);
    Index = InRow ? subscript(Index, InRow) : nullptr;
  }
  return Index ? std::make_shared<AddressExpr>(Name.Text, Index) : nullptr;
}

ExprRef ExprParser::parseCast() {
  Type Ty;
  TextRange Where = peek().Where;
  if (!parseType(Ty) || !expectPunct("("))
    return nullptr;
  ExprRef E = parseSelect();
  if (!E || !expectPunct(")"))
    return nullptr;
  if (Ty.isOpaque() || E->type().isOpaque()) {
    fail(Where, msg::TextNoCast(toString(E->type()), toString(Ty)));
    return nullptr;
  }
  return std::make_shared<CastExpr>(std::move(Ty), std::move(E));
}

bool ExprParser::parseArguments(std::vector<ExprRef> &Args) {
  if (!expectPunct("("))
    return false;
  if (takePunct(")"))
    return true;
  do {
    ExprRef Arg = parseSelect();
    if (!Arg)
      return false;
    Args.push_back(std::move(Arg));
  } while (takePunct(","));
  return expectPunct(")");
}

ExprRef ExprParser::parseCall() {
  next();
  Type Ty;
  std::string Callee;
  std::vector<ExprRef> Args;
  if (!parseType(Ty) || !expectName(Callee, "the name of a function") ||
      !parseArguments(Args))
    return nullptr;
  return std::make_shared<CallExpr>(std::move(Ty), std::move(Callee),
                                    std::move(Args));
}

ExprRef ExprParser::parseOpaque() {
  next();
  Type Ty;
  std::string Text;
  std::vector<ExprRef> Args;
  if (!parseType(Ty) || !expectString(Text, "C++ text in quotes") ||
      !parseArguments(Args))
    return nullptr;
  return std::make_shared<OpaqueExpr>(std::move(Ty), std::move(Text),
                                      std::move(Args));
}
