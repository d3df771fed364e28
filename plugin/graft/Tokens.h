//===- Tokens.h - generated text as tokens ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_TOKENS_H
#define LACUNA_PLUGIN_GRAFT_TOKENS_H

#include "graft/LoopHints.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace lacuna::plugin {

/// Text to be parsed and, for each of its lines, the place in the user's source
/// that it stands for. Words in it may stand for expressions of the user's,
/// which are not parsed again.
struct LocatedText {
  std::string Text;
  std::vector<clang::SourceLocation> Lines;
  std::vector<clang::Expr *> Expressions;

  static constexpr llvm::StringLiteral Prefix = "__user_";

  /// The word that stands for \p E.
  std::string word(clang::Expr *E) {
    Expressions.push_back(E);
    return Prefix.str() + std::to_string(Expressions.size() - 1);
  }

  void line(const llvm::Twine &Line, clang::SourceLocation Loc) {
    Text += (Line + "\n").str();
    Lines.push_back(Loc);
  }
};

/// Lexes \p Text without macros. Every token is spelled in a buffer of its own
/// and expanded at its line's place, so that debug information and messages
/// are about the user's lines. `#pragma omp` lines become the parser's
/// annotations, or nothing where the language options have no OpenMP for them;
/// what `#pragma clang loop` lines say goes to \p Hints, if there may be any.
/// Ends with an eof token.
llvm::SmallVector<clang::Token, 0> tokenize(clang::Preprocessor &PP,
                                            const LocatedText &Text,
                                            LoopHints *Hints = nullptr);

/// Whether \p Loc is in text that was generated, by this or by an earlier run
/// of the plugin (a PCH).
bool isGenerated(const clang::SourceManager &SM, clang::SourceLocation Loc);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_TOKENS_H
