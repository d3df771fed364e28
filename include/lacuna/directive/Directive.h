//===- Directive.h - the clauses of #pragma sparse --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_DIRECTIVE_H
#define LACUNA_DIRECTIVE_DIRECTIVE_H

#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/StringRef.h"

namespace lacuna {

/// One argument of a clause, as written: balanced tokens without the separating
/// commas, surrounding blanks dropped.
struct ClauseArg {
  std::string Text;
  TextRange Where;
};

struct Clause {
  std::string Name;
  TextRange Where; ///< of the name
  bool HasParens = false;
  std::vector<ClauseArg> Args;
  TextRange Whole; ///< name to closing parenthesis
};

/// The clauses of one nest in the order of the source, over all its
/// `#pragma sparse` lines.
struct Directive {
  std::vector<Clause> Clauses;

  const Clause *find(llvm::StringRef Name) const;
  /// A bare directive, or `auto`: the plugin chooses the schedule.
  bool isAuto() const;
  /// Facts and the group of \p Target. Commands in front of all groups are the
  /// CPU's.
  Directive forTarget(llvm::StringRef Target) const;
  /// These clauses, then \p More.
  Directive followedBy(llvm::ArrayRef<Clause> More) const;
};

/// What a clause is for.
enum class ClauseKind {
  Command, ///< changes the nest
  Auto,    ///< stands for commands of the plugin's choice
  Fact,    ///< states what holds for all commands
  Group    ///< says what the commands behind it are for
};

/// What \p C, a clause of a directive that has been parsed, is for.
ClauseKind kindOf(const Clause &C);

/// Canonical text: clauses separated by one blank, arguments by ", ".
void print(llvm::raw_ostream &OS, const Directive &D);

std::string directiveText(const Directive &D);

/// \p C as it would print, for messages.
std::string clauseText(const Clause &C);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_DIRECTIVE_H
