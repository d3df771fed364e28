//===- TextLexer.h - tokens of the textual forms ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_IR_TEXT_TEXTLEXER_H
#define LACUNA_LOWERING_IR_TEXT_TEXTLEXER_H

#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace lacuna::text {

struct Token {
  enum class Kind {
    End,
    Word,       ///< an identifier, maybe with `@N`; may be a keyword
    QuotedName, ///< `name`: never a keyword
    AtName,     ///< @name of a nest or program
    Number,
    String, ///< "…", Text without quotes and escapes
    Tag,    ///< #N, Text is N
    Punct
  };
  Kind K;
  std::string Text;
  TextRange Where;
};

/// All tokens of \p Text, an End token last.
llvm::Expected<std::vector<Token>> tokenize(llvm::StringRef Text);

} // namespace lacuna::text

#endif // LACUNA_LOWERING_IR_TEXT_TEXTLEXER_H
