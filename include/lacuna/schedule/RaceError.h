//===- RaceError.h - that a parallel loop may race --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_RACEERROR_H
#define LACUNA_SCHEDULE_RACEERROR_H

#include "lacuna/ir/Stmt.h"
#include "lacuna/support/Diagnostic.h"
#include <variant>

namespace lacuna {

/// Another race strategy for the loop, and what it does there: "joins the
/// updates".
struct OtherStrategy {
  RaceStrategy Races;
  std::string Does;
};

/// What would end a race, or else why nothing does: a note whose edit, if it
/// has one, puts a fact in front of the clauses.
using RaceCure = std::variant<OtherStrategy, Note>;

/// A diagnostic whose notes are cures, for who can apply them.
class RaceError : public llvm::ErrorInfo<RaceError, DiagnosticError> {
public:
  static char ID;

  /// \p Where: the loop's strategy in the directive, which the notes replace;
  /// empty if it stands nowhere.
  RaceError(TextRange Where, std::string Message, std::vector<RaceCure> Cures);

  llvm::ArrayRef<RaceCure> cures() const { return Cures; }

private:
  std::vector<RaceCure> Cures;
};

} // namespace lacuna

#endif // LACUNA_SCHEDULE_RACEERROR_H
