//===- TextExprParser.h - types and expressions from text -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTEXPRPARSER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTEXPRPARSER_H

#include "TextParser.h"

namespace lacuna::text {

class ExprParser : public Parser {
public:
  using Parser::Parser;

  /// Makes \p Name known before parsing.
  void addName(llvm::StringRef Name, NameInfo Info) {
    Names.declare(Name, std::move(Info));
  }

  /// The expression that is all of the text, or null.
  ExprRef parseWhole();

protected:
  bool atType() const;
  bool parseType(Type &Ty);
  /// An expression of any type; null after an error.
  ExprRef parseExpr();
  /// An expression that must have type \p Ty.
  ExprRef parseExprOf(const Type &Ty, llvm::StringRef What);

  /// The subscripts of an element of \p Array, which is \p Info; null after an
  /// error.
  ExprRef parseElement(llvm::StringRef Array, const NameInfo &Info);

  /// Counts nested constructs; false after an error if there are too many.
  bool enter();
  void leave() { --Depth; }

private:
  ExprRef parseSelect();
  ExprRef parseBinary(unsigned MinPrec);
  ExprRef makeBinary(BinaryOp Op, const Token &Operator, ExprRef L, ExprRef R);
  ExprRef parseUnary();
  ExprRef parseMinus();
  ExprRef makeUnary(UnaryOp Op, const Token &Operator, ExprRef Operand);
  ExprRef parsePrimary();
  ExprRef parseLiteral(bool Negative);
  ExprRef makeInteger(const Type &Ty, const Token &Number, bool Negative);
  ExprRef parseMinMax(BinaryOp Op);
  ExprRef parseNamed();
  ExprRef parseSubscripts(llvm::StringRef Array, const NameInfo &Info);
  ExprRef parseSubscript(llvm::StringRef Array);
  ExprRef parseAddress();
  ExprRef parseCast();
  ExprRef parseCall();
  ExprRef parseOpaque();
  bool parseArguments(std::vector<ExprRef> &Args);
  /// Counts the nodes of one expression, so that no tree gets too deep to
  /// walk.
  bool count();

  unsigned Depth = 0;
  unsigned Nodes = 0;
};

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTEXPRPARSER_H
