//===- TextWords.cpp - the words of the textual forms ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/text/TextWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;
using namespace lacuna::text;

//===-- operators ---------------------------------------------------------===//

static const BinaryWord BinaryWords[] = {
    {BinaryOp::Add, "+", PrecSum},
    {BinaryOp::Sub, "-", PrecSum},
    {BinaryOp::Mul, "*", PrecProduct},
    {BinaryOp::Div, "/", PrecProduct},
    {BinaryOp::Rem, "%", PrecProduct},
    {BinaryOp::Shl, "<<", PrecShift},
    {BinaryOp::Shr, ">>", PrecShift},
    {BinaryOp::And, "&", PrecAnd},
    {BinaryOp::Or, "|", PrecOr},
    {BinaryOp::Xor, "^", PrecXor},
    {BinaryOp::Min, "min", PrecPrimary},
    {BinaryOp::Max, "max", PrecPrimary},
    {BinaryOp::Lt, "<", PrecRelation},
    {BinaryOp::Le, "<=", PrecRelation},
    {BinaryOp::Gt, ">", PrecRelation},
    {BinaryOp::Ge, ">=", PrecRelation},
    {BinaryOp::Eq, "==", PrecEquality},
    {BinaryOp::Ne, "!=", PrecEquality},
    {BinaryOp::LogicalAnd, "&&", PrecLogicalAnd},
    {BinaryOp::LogicalOr, "||", PrecLogicalOr},
};

const BinaryWord &text::binaryWord(BinaryOp Op) {
  for (const BinaryWord &Word : BinaryWords)
    if (Word.Op == Op)
      return Word;
  llvm_unreachable("unknown binary operator");
}

const BinaryWord *text::findInfix(llvm::StringRef Spelling) {
  for (const BinaryWord &Word : BinaryWords)
    if (Word.Spelling == Spelling && Word.Prec != PrecPrimary)
      return &Word;
  return nullptr;
}

std::optional<BinaryOp> text::findFunctionOp(llvm::StringRef Name) {
  if (Name == "min")
    return BinaryOp::Min;
  if (Name == "max")
    return BinaryOp::Max;
  return std::nullopt;
}

const RelationRules *text::findRelation(llvm::StringRef Spelling) {
  auto Found = llvm::find_if(relationRules(), [&](const RelationRules *Rules) {
    return Rules->Word == Spelling;
  });
  return Found == relationRules().end() ? nullptr : *Found;
}

llvm::StringRef text::spelling(FactorWord Word) {
  return Word == FactorWord::Into ? "into" : "by";
}

//===-- types -------------------------------------------------------------===//

static const struct {
  llvm::StringRef Word;
  TypeClass Class;
  unsigned Bits;
  llvm::StringRef Spelling;
} TypeWords[] = {
    {"bool", TypeClass::Bool, 8, "bool"},
    {"i8", TypeClass::Int, 8, "signed char"},
    {"i16", TypeClass::Int, 16, "short"},
    {"i32", TypeClass::Int, 32, "int"},
    {"i64", TypeClass::Int, 64, "long"},
    {"u8", TypeClass::UInt, 8, "unsigned char"},
    {"u16", TypeClass::UInt, 16, "unsigned short"},
    {"u32", TypeClass::UInt, 32, "unsigned int"},
    {"u64", TypeClass::UInt, 64, "unsigned long"},
    {"f16", TypeClass::Float, 16, "_Float16"},
    {"f32", TypeClass::Float, 32, "float"},
    {"f64", TypeClass::Float, 64, "double"},
    {"f80", TypeClass::Float, 80, "long double"},
};

std::optional<Type> text::findType(llvm::StringRef Word) {
  for (const auto &T : TypeWords)
    if (T.Word == Word)
      return Type(T.Class, T.Bits, T.Spelling.str());
  return std::nullopt;
}

std::optional<std::pair<TypeClass, unsigned>>
text::findTypeShape(llvm::StringRef Word) {
  if (Word == "bool")
    return std::pair(TypeClass::Bool, 8u);
  if (Word.size() < 2 || Word[1] == '0')
    return std::nullopt;
  TypeClass Class;
  switch (Word.front()) {
  case 'i':
    Class = TypeClass::Int;
    break;
  case 'u':
    Class = TypeClass::UInt;
    break;
  case 'f':
    Class = TypeClass::Float;
    break;
  default:
    return std::nullopt;
  }
  unsigned Bits;
  if (!llvm::all_of(Word.drop_front(), llvm::isDigit) ||
      Word.drop_front().getAsInteger(10, Bits) || Bits > 4096)
    return std::nullopt;
  return std::pair(Class, Bits);
}

//===-- names and numbers -------------------------------------------------===//

bool text::isReserved(llvm::StringRef Word) {
  static const llvm::StringRef Words[] = {
      // Expressions.
      "true", "false", "min", "max", "call", "opaque",
      // Statements.
      "let", "var", "array", "if", "else", "loop", "track", "for", "while",
      "atomic", "prefetch", "stream", "stored", "growing", "grow", "extend",
      // Where the condition of a guard ends.
      "guard"};
  return findType(Word) || llvm::is_contained(Words, Word);
}

bool text::isPlainName(llvm::StringRef Name) {
  auto [Word, Number] = Name.split('@');
  if (Word.empty() || !isNameStart(Word.front()) ||
      !llvm::all_of(Word, isNameChar))
    return false;
  if (Word.size() != Name.size())
    return !Number.empty() && llvm::all_of(Number, llvm::isDigit);
  return !isReserved(Word);
}

bool text::looksFloating(llvm::StringRef Number) {
  if (Number.starts_with_insensitive("0x"))
    return Number.find_first_of(".pP") != llvm::StringRef::npos;
  return Number.find_first_of(".eE") != llvm::StringRef::npos;
}

namespace {

/// Reads the parts of a number one after the other.
class NumberScanner {
public:
  explicit NumberScanner(llvm::StringRef Text) : Text(Text) {}

  size_t run() {
    bool Hex = Text.starts_with_insensitive("0x");
    if (Hex)
      Length = 2;
    size_t Digits = skipDigits(Hex);
    bool Point = at() == '.' && at(1) != '.';
    if (Point) {
      ++Length;
      Digits += skipDigits(Hex);
    }
    if (Digits == 0)
      return 0;
    bool Exponent =
        Hex ? (at() == 'p' || at() == 'P') : (at() == 'e' || at() == 'E');
    if (Exponent && !skipExponent())
      return 0;
    if (Hex && Point && !Exponent)
      return 0;
    return isNameChar(at()) ? 0 : Length;
  }

private:
  char at(size_t Ahead = 0) const {
    return Length + Ahead < Text.size() ? Text[Length + Ahead] : '\0';
  }
  size_t skipDigits(bool Hex) {
    size_t Begin = Length;
    while (Hex ? llvm::isHexDigit(at()) : llvm::isDigit(at()))
      ++Length;
    return Length - Begin;
  }
  bool skipExponent() {
    ++Length;
    if (at() == '+' || at() == '-')
      ++Length;
    return skipDigits(false) != 0;
  }

  llvm::StringRef Text;
  size_t Length = 0;
};

} // namespace

size_t text::scanNumber(llvm::StringRef Text) {
  return NumberScanner(Text).run();
}
