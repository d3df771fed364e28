//===- TextExprPrinter.cpp - types and expressions as text ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "lacuna/ir/text/TextWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;
using namespace lacuna::text;

void text::printName(llvm::raw_ostream &OS, llvm::StringRef Name) {
  if (isPlainName(Name))
    OS << Name;
  else
    OS << '`' << Name << '`';
}

void text::printNames(llvm::raw_ostream &OS,
                      llvm::ArrayRef<std::string> Names) {
  llvm::interleave(
      Names, OS, [&](const std::string &Name) { printName(OS, Name); }, ", ");
}

void text::printString(llvm::raw_ostream &OS, llvm::StringRef Text) {
  OS << '"';
  for (char C : Text) {
    if (C == '\n')
      OS << "\\n";
    else if (C == '"' || C == '\\')
      OS << '\\' << C;
    else
      OS << C;
  }
  OS << '"';
}

static llvm::StringRef classWord(TypeClass Class) {
  switch (Class) {
  case TypeClass::Bool:
    return "bool";
  case TypeClass::Int:
    return "i";
  case TypeClass::UInt:
    return "u";
  case TypeClass::Float:
    return "f";
  case TypeClass::Opaque:
    return "";
  }
  llvm_unreachable("unknown type class");
}

void lacuna::print(llvm::raw_ostream &OS, const Type &T) {
  std::string Word = classWord(T.typeClass()).str();
  if (!T.isBool() && !T.isOpaque())
    Word += std::to_string(T.bits());
  if (findType(Word) == T) {
    OS << Word;
    return;
  }
  printString(OS, T.spelling());
  if (!T.isOpaque())
    OS << ':' << Word;
}

namespace {

class ExprPrinter {
public:
  explicit ExprPrinter(llvm::raw_ostream &OS) : OS(OS) {}

  /// \p E, in parentheses if it binds less tightly than \p MinPrec.
  void print(const ExprRef &E, unsigned MinPrec);

private:
  static unsigned precedence(const Expr &E);
  void printConstant(const ConstantExpr &E);
  void printUnary(const UnaryExpr &E);
  void printBinary(const BinaryExpr &E);
  void printSubscript(const ExprRef &Index);
  void printArguments(llvm::ArrayRef<ExprRef> Args);
  void printBare(const Expr &E);

  llvm::raw_ostream &OS;
};

} // namespace

unsigned ExprPrinter::precedence(const Expr &E) {
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(&E))
    return binaryWord(Binary->op()).Prec;
  if (llvm::isa<UnaryExpr>(E))
    return PrecUnary;
  return llvm::isa<SelectExpr>(E) ? PrecSelect : PrecPrimary;
}

void ExprPrinter::print(const ExprRef &E, unsigned MinPrec) {
  bool Parens = precedence(*E) < MinPrec;
  if (Parens)
    OS << '(';
  printBare(*E);
  if (Parens)
    OS << ')';
}

void ExprPrinter::printConstant(const ConstantExpr &E) {
  const Type &Ty = E.type();
  if (!E.intValue()) {
    OS << E.text();
    if (Ty == Type::f64() && looksFloating(E.text()))
      return;
  } else if (Ty.isBool()) {
    OS << (*E.intValue() ? "true" : "false");
    return;
  } else if (Ty.typeClass() == TypeClass::UInt) {
    OS << static_cast<uint64_t>(*E.intValue());
  } else {
    OS << *E.intValue();
  }
  if (Ty == Type::i32())
    return;
  OS << ':';
  ::print(OS, Ty);
}

void ExprPrinter::printUnary(const UnaryExpr &E) {
  OS << wordFor(E.op());
  const ExprRef &Operand = E.operands()[0];
  // `-1` is a literal, and `--` looks like another operator.
  auto *Inner = llvm::dyn_cast<UnaryExpr>(Operand.get());
  bool Parens =
      E.op() == UnaryOp::Neg &&
      (constantValue(Operand) || (Inner && Inner->op() == UnaryOp::Neg));
  if (Parens)
    OS << '(';
  print(Operand, PrecUnary);
  if (Parens)
    OS << ')';
}

void ExprPrinter::printBinary(const BinaryExpr &E) {
  const BinaryWord &Word = binaryWord(E.op());
  if (Word.Prec == PrecPrimary) {
    OS << Word.Spelling;
    printArguments(E.operands());
    return;
  }
  print(E.lhs(), Word.Prec);
  OS << ' ' << Word.Spelling << ' ';
  print(E.rhs(), Word.Prec + 1);
}

void ExprPrinter::printSubscript(const ExprRef &Index) {
  OS << '[';
  print(Index, PrecSelect);
  OS << ']';
}

void ExprPrinter::printArguments(llvm::ArrayRef<ExprRef> Args) {
  OS << '(';
  llvm::interleave(
      Args, OS, [&](const ExprRef &Arg) { print(Arg, PrecSelect); }, ", ");
  OS << ')';
}

void ExprPrinter::printBare(const Expr &E) {
  switch (E.kind()) {
  case Expr::Kind::Constant:
    return printConstant(llvm::cast<ConstantExpr>(E));
  case Expr::Kind::Var:
    return printName(OS, llvm::cast<VarExpr>(E).name());
  case Expr::Kind::RowSubscript: {
    // The outer brackets are those of any subscript.
    auto &Both = llvm::cast<RowSubscriptExpr>(E);
    print(Both.row(), PrecSelect);
    OS << "][";
    return print(Both.index(), PrecSelect);
  }
  case Expr::Kind::Load:
    printName(OS, llvm::cast<LoadExpr>(E).array());
    return printSubscript(llvm::cast<LoadExpr>(E).index());
  case Expr::Kind::Address:
    OS << '&';
    printName(OS, llvm::cast<AddressExpr>(E).array());
    return printSubscript(llvm::cast<AddressExpr>(E).index());
  case Expr::Kind::Unary:
    return printUnary(llvm::cast<UnaryExpr>(E));
  case Expr::Kind::Binary:
    return printBinary(llvm::cast<BinaryExpr>(E));
  case Expr::Kind::Cast:
    ::print(OS, E.type());
    return printArguments(E.operands());
  case Expr::Kind::Select: {
    auto &Select = llvm::cast<SelectExpr>(E);
    print(Select.cond(), PrecLogicalOr);
    OS << " ? ";
    print(Select.thenArm(), PrecSelect);
    OS << " : ";
    print(Select.elseArm(), PrecSelect);
    return;
  }
  case Expr::Kind::Call:
    OS << "call ";
    ::print(OS, E.type());
    OS << ' ';
    printName(OS, llvm::cast<CallExpr>(E).callee());
    return printArguments(E.operands());
  case Expr::Kind::Opaque:
    OS << "opaque ";
    ::print(OS, E.type());
    OS << ' ';
    printString(OS, llvm::cast<OpaqueExpr>(E).text());
    OS << ' ';
    return printArguments(E.operands());
  }
}

void lacuna::print(llvm::raw_ostream &OS, const ExprRef &E) {
  ExprPrinter(OS).print(E, PrecSelect);
}

std::string lacuna::toString(const ExprRef &E) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  print(OS, E);
  return Result;
}
