//===- DirectiveText.h - a directive and where it stands --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_PRAGMA_DIRECTIVETEXT_H
#define LACUNA_PLUGIN_PRAGMA_DIRECTIVETEXT_H

#include "lacuna/support/Diagnostic.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna::plugin {

/// The clauses behind one or several `#pragma sparse` lines as one text, and
/// the source location of each of its tokens.
class DirectiveText {
public:
  DirectiveText() = default;
  explicit DirectiveText(clang::SourceLocation Pragma) : Pragma(Pragma) {}
  /// A directive known by its text alone (from a PCH or a module).
  DirectiveText(clang::SourceLocation Pragma, std::string Text)
      : Pragma(Pragma), Text(std::move(Text)) {}

  /// Appends a token, spelled \p Spelling in the source.
  void append(const clang::Token &Tok, llvm::StringRef Spelling);
  /// Ends a line of the directive.
  void endLine() { LineEnded = true; }

  llvm::StringRef text() const { return Text; }
  /// Location of the word `sparse` of the first line.
  clang::SourceLocation pragmaLoc() const { return Pragma; }
  /// The tokens that \p Range covers; the pragma where they are not known.
  clang::SourceRange locate(TextRange Range) const;
  /// The tokens in \p Range.
  llvm::SmallVector<clang::Token, 8> tokensIn(TextRange Range) const;

private:
  struct Piece {
    size_t Begin, End;
    clang::Token Tok;
  };

  clang::SourceLocation Pragma;
  std::string Text;
  std::vector<Piece> Pieces;
  bool LineEnded = false;
};

/// All directives of a translation unit by the location of their pragma, shared
/// by the pragma handler and those who report on a directive later.
class DirectiveTable {
public:
  /// Whether there was any `#pragma sparse` so far.
  bool anySeen() const { return Seen; }
  void noteSeen() { Seen = true; }

  void add(DirectiveText Directive);
  /// The directive that \p A carries; rebuilt from the attribute's text if the
  /// pragma stood in another translation unit.
  DirectiveText find(const clang::SuppressAttr &A) const;

  /// Reports \p D at the tokens it is about, as an error.
  void reportError(clang::DiagnosticsEngine &Diags, const DirectiveText &Where,
                   const Diagnostic &D);
  /// Notes at \p Loc whose edits are those of \p In.
  void reportNotes(clang::DiagnosticsEngine &Diags, const DirectiveText &In,
                   clang::SourceLocation Loc, llvm::ArrayRef<Note> Notes);
  /// Errors reported here so far.
  unsigned errorCount() const { return Errors; }
  void noteError() { ++Errors; }

private:
  llvm::DenseMap<clang::SourceLocation, DirectiveText> Directives;
  bool Seen = false;
  unsigned Errors = 0;
};

/// The clauses that \p A, which stands for a `#pragma sparse`, carries.
llvm::StringRef textOf(const clang::SuppressAttr &A);

/// What a `#pragma sparse` without clauses in front of \p Loc would be.
const clang::SuppressAttr *bareDirective(clang::ASTContext &Context,
                                         clang::SourceLocation Loc);

/// The attribute among \p Attrs that stands for a `#pragma sparse`, or null.
const clang::SuppressAttr *
findDirective(llvm::ArrayRef<const clang::Attr *> Attrs);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_PRAGMA_DIRECTIVETEXT_H
