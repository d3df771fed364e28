//===- Lexer.h - words and balanced arguments of a directive ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A directive is read on the level of C++ tokens, so that arguments may be any
// expression: literals are skipped as a whole, brackets must match. `<` and `>`
// are operators here.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_LEXER_H
#define LACUNA_DIRECTIVE_LEXER_H

#include "lacuna/directive/Directive.h"

namespace lacuna {

/// Reads words and argument lists from a part of a directive's text. Positions
/// are offsets in the whole text.
class DirectiveLexer {
public:
  /// \p Text is read from the start; positions count from \p Base.
  explicit DirectiveLexer(llvm::StringRef Text, size_t Base = 0)
      : Text(Text), Base(Base) {}

  /// Skips blanks, newlines and, if \p Commas, commas.
  void skipBlanks(bool Commas = false);
  bool atEnd() const { return Pos == Text.size(); }
  char peek() const { return atEnd() ? '\0' : Text[Pos]; }
  size_t position() const { return Base + Pos; }
  TextRange rangeFrom(size_t Begin) const { return {Begin, position()}; }

  /// The identifier at the current position, empty if there is none.
  llvm::StringRef word();
  /// The token at the current position, at least one character.
  llvm::StringRef token();
  /// From `(` to the matching `)`, split at commas that no bracket encloses.
  /// The first error (unmatched bracket, unterminated literal, empty argument)
  /// ends the list.
  llvm::Expected<std::vector<ClauseArg>> arguments(llvm::StringRef Clause);

private:
  void skipQuoted(char Quote);
  void skipNumber();

  llvm::StringRef Text;
  size_t Base;
  size_t Pos = 0;
};

/// \p Arg read as `word(a, b)`; nothing if it has another form. Arguments keep
/// their place in the directive.
std::optional<Clause> asCall(const ClauseArg &Arg);

/// The arguments of \p C between semicolons: `t, i; 32, 64` are two groups of
/// two. An argument that a semicolon leaves empty is none.
std::vector<std::vector<ClauseArg>> argumentGroups(const Clause &C);

/// Whether \p Text is an identifier and no keyword of C++.
bool isNewName(llvm::StringRef Text);

/// Whether \p Text is a keyword of C++.
bool isKeyword(llvm::StringRef Text);

/// Whether \p Text can name a loop: an identifier, perhaps with `@N`.
bool isLoopName(llvm::StringRef Text);

/// The value of a C++ integer literal with an optional sign; nothing if \p Text
/// is something else or does not fit.
std::optional<int64_t> integerLiteral(llvm::StringRef Text);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_LEXER_H
