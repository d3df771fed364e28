//===- Text.h - textual forms of nests and loop programs --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both IRs print in one notation and read back to the same value:
// parseNest(print(N)) equals N. docs/textual-form.md defines the notation.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_TEXT_TEXT_H
#define LACUNA_IR_TEXT_TEXT_H

#include "lacuna/ir/LoopProgram.h"
#include "lacuna/ir/Nest.h"
#include "lacuna/support/Diagnostic.h"
#include <variant>

namespace lacuna {

void print(llvm::raw_ostream &OS, const Nest &N);
void print(llvm::raw_ostream &OS, const LoopProgram &P);
void print(llvm::raw_ostream &OS, const ExprRef &E);
void print(llvm::raw_ostream &OS, const StmtRef &S, unsigned Indent = 0);
void print(llvm::raw_ostream &OS, const Type &T);

/// \p Text as it would print, in one string; for messages.
std::string toString(const ExprRef &E);

using TextUnit = std::variant<Nest, LoopProgram>;

/// All nests and programs of \p Text in order. What is returned passes
/// `verify`; errors carry the place in \p Text.
llvm::Expected<std::vector<TextUnit>> parseText(llvm::StringRef Text);
llvm::Expected<Nest> parseNest(llvm::StringRef Text);
llvm::Expected<LoopProgram> parseLoopProgram(llvm::StringRef Text);

/// An expression over the names of \p N; for clauses.
llvm::Expected<ExprRef> parseExpr(llvm::StringRef Text, const Nest &N);

} // namespace lacuna

#endif // LACUNA_IR_TEXT_TEXT_H
