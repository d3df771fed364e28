//===- TextPrinter.h - words and names of the textual forms -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTPRINTER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTPRINTER_H

#include "lacuna/ir/text/Text.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::text {

/// \p Name, in backquotes where it would not read back as a name.
void printName(llvm::raw_ostream &OS, llvm::StringRef Name);
/// Names separated by commas.
void printNames(llvm::raw_ostream &OS, llvm::ArrayRef<std::string> Names);
/// \p Text in quotes, with escapes.
void printString(llvm::raw_ostream &OS, llvm::StringRef Text);
/// A blank and a word for each of \p Tags.
void printLoopTags(llvm::raw_ostream &OS, const LoopTags &Tags);
/// `{`, the statements of \p Body one level deeper than \p Indent, `}`.
void printBody(llvm::raw_ostream &OS, const StmtRef &Body, unsigned Indent,
               SourceTag Tag = 0);

/// `sell(8, 4096) of p`.
void printLayout(llvm::raw_ostream &OS, const Layout &L);

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTPRINTER_H
