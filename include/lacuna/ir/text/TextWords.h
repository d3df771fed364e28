//===- TextWords.h - the words of the textual forms -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_TEXT_TEXTWORDS_H
#define LACUNA_IR_TEXT_TEXTWORDS_H

#include "lacuna/ir/Spellings.h"
#include "lacuna/support/Identifier.h"

namespace lacuna::text {

/// How tightly an operator binds; the operand of a looser one needs
/// parentheses.
enum Precedence : unsigned {
  PrecSelect,
  PrecLogicalOr,
  PrecLogicalAnd,
  PrecOr,
  PrecXor,
  PrecAnd,
  PrecEquality,
  PrecRelation,
  PrecShift,
  PrecSum,
  PrecProduct,
  PrecUnary,
  PrecPrimary
};

struct BinaryWord {
  BinaryOp Op;
  llvm::StringRef Spelling;
  unsigned Prec; ///< PrecPrimary: written as a function, `min(a, b)`
};

const BinaryWord &binaryWord(BinaryOp Op);
/// The infix operator spelled \p Spelling, or null.
const BinaryWord *findInfix(llvm::StringRef Spelling);
/// Min or Max by name.
std::optional<BinaryOp> findFunctionOp(llvm::StringRef Name);

/// The rules of relations called \p Spelling, or null.
const RelationRules *findRelation(llvm::StringRef Spelling);
/// `by` or `into`, `by` where there need be no factor; no word for bounds.
llvm::StringRef spelling(FactorWord Word);

/// `i32` and so on, or nothing where \p Word is no type or has no spelling of
/// its own.
std::optional<Type> findType(llvm::StringRef Word);
/// Class and width of `i32` and the like, of any width.
std::optional<std::pair<TypeClass, unsigned>>
findTypeShape(llvm::StringRef Word);

/// Whether \p Word means something in the notation where a name could stand.
bool isReserved(llvm::StringRef Word);

/// Whether \p Name can be written without quotes.
bool isPlainName(llvm::StringRef Name);

/// Whether \p Number is written as a floating-point literal.
bool looksFloating(llvm::StringRef Number);
/// Length of the number that \p Text starts with; 0 if there is none or it is
/// malformed.
size_t scanNumber(llvm::StringRef Text);

} // namespace lacuna::text

#endif // LACUNA_IR_TEXT_TEXTWORDS_H
