//===- Diagnostic.h - an error that a user can cause ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors that a user can cause travel as llvm::Error with a Diagnostic inside,
// so that a driver can show them at the very token: sparse-opt in its input
// file, the plugin in the user's source.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SUPPORT_DIAGNOSTIC_H
#define LACUNA_SUPPORT_DIAGNOSTIC_H

#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

/// A half-open range of byte offsets in the text that a message is about: the
/// directive's text for clauses, the input buffer for sparse-opt.
struct TextRange {
  size_t Begin = 0;
  size_t End = 0;
};

/// `Text` in the place of what is at `Where`, or between, where that is empty.
struct Edit {
  TextRange Where;
  std::string Text;
};

/// What would help, and a change that does it, if that is mechanical; or else
/// why something does not.
struct Note {
  Note(std::string Text, std::optional<Edit> Fix = std::nullopt)
      : Text(std::move(Text)), Fix(std::move(Fix)) {}
  Note(const char *Text) : Text(Text) {}
  static Note whyNot(std::string Text) {
    Note N(std::move(Text));
    N.Helps = false;
    return N;
  }

  std::string Text;
  std::optional<Edit> Fix;
  bool Helps = true;
};

/// One message. `Message` follows Clang's style: lower case, no full stop,
/// names quoted with ' and values included.
struct Diagnostic {
  TextRange Where;
  std::string Message;
  /// Text that, put in place of `Where`, mends the input; none if the cure is
  /// not mechanical.
  std::optional<std::string> Replacement;
  std::vector<Note> Notes;
};

/// Carries a Diagnostic through llvm::Expected.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
public:
  static char ID;

  explicit DiagnosticError(Diagnostic D) : D(std::move(D)) {}

  const Diagnostic &diagnostic() const { return D; }

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Diagnostic D;
};

/// Makes an error at \p Where.
llvm::Error makeError(TextRange Where, std::string Message,
                      std::vector<Note> Notes = {},
                      std::optional<std::string> Replacement = std::nullopt);

/// Takes the Diagnostic out of \p E, which must hold exactly one error. An
/// error of another class becomes a Diagnostic whose message starts with
/// "internal: ".
Diagnostic takeDiagnostic(llvm::Error E);

/// The one of \p Candidates that \p Word most likely meant (edit distance at
/// most a third of its length, at least one), or nothing.
std::optional<std::string> nearestWord(llvm::StringRef Word,
                                       llvm::ArrayRef<std::string> Candidates);

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'"; \p Last stands for "and".
std::string quotedList(llvm::ArrayRef<std::string> Names,
                       llvm::StringRef Last = "and");

} // namespace lacuna

#endif // LACUNA_SUPPORT_DIAGNOSTIC_H
