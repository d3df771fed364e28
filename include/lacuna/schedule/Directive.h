//===- Directive.h - the clauses of #pragma sparse -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_DIRECTIVE_H
#define LACUNA_SCHEDULE_DIRECTIVE_H

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
};

/// What a clause is for.
enum class ClauseKind { Command, Fact, Group };

struct ClauseInfo {
  llvm::StringRef Name;
  ClauseKind Kind;
  unsigned MinArgs, MaxArgs;
  llvm::StringRef Usage; ///< "split(i, i0, i1, N)"
  bool Supported;        ///< false: recognised, "not supported yet"
  bool Repeatable;
};

llvm::ArrayRef<ClauseInfo> clauseInfos();
const ClauseInfo *findClause(llvm::StringRef Name);

/// Parses the text behind `#pragma sparse`: several lines arrive joined by
/// '\n'. Checks clause names, arity, repetition, units, race strategies and
/// kinds that are plain words; names of variables are checked when a command is
/// applied. Every error is reported, not only the first: they arrive joined in
/// one llvm::Error, each a DiagnosticError.
llvm::Expected<Directive> parseDirective(llvm::StringRef Text);

/// Canonical text: clauses separated by one blank, arguments by ", ".
void print(llvm::raw_ostream &OS, const Directive &D);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_DIRECTIVE_H
