//===- ClauseInfo.h - what a clause is made of ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clause is described once. How many arguments it takes, what is checked of
// them, the notes of errors and which of them name loops follow from that.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_CLAUSEINFO_H
#define LACUNA_DIRECTIVE_CLAUSEINFO_H

#include "lacuna/directive/Directive.h"
#include "llvm/ADT/ArrayRef.h"

namespace lacuna {

class ClauseChecker;
struct CallInfo;

enum class ArgKind {
  Loop,         ///< names a loop that is there
  NewLoop,      ///< the name of a loop that the clause makes
  NewWorkspace, ///< the name of an array that the clause makes
  Word,         ///< one out of `Words`
  Option,       ///< one out of `Options`: `width(8)`
  Value         ///< a number, an array, an expression: whoever applies the
                ///< clause looks at it
};

enum class Times { Once, AtMostOnce, OnceOrMore };

/// One argument; only the last may be left out or repeated.
struct ArgInfo {
  ArgKind Kind;
  Times Given = Times::Once;
  llvm::StringRef What = {}; ///< a Word, for messages: "unit"
  std::vector<std::string> (*Words)() = nullptr;
  llvm::ArrayRef<CallInfo> Options = {};
  /// Checks the argument in place of what its kind says. False: the arguments
  /// behind it are not looked at.
  bool (*Check)(ClauseChecker &, const ClauseArg &) = nullptr;
};

constexpr ArgInfo loop(Times Given = Times::Once) {
  return {.Kind = ArgKind::Loop, .Given = Given};
}
constexpr ArgInfo newLoop() { return {.Kind = ArgKind::NewLoop}; }
constexpr ArgInfo newWorkspace() { return {.Kind = ArgKind::NewWorkspace}; }
constexpr ArgInfo value(Times Given = Times::Once) {
  return {.Kind = ArgKind::Value, .Given = Given};
}
/// One out of \p Words, mostly words<T> of an enumeration.
constexpr ArgInfo word(const char *What, std::vector<std::string> (*Words)()) {
  return {.Kind = ArgKind::Word, .What = What, .Words = Words};
}
/// One out of \p Options may follow.
constexpr ArgInfo option(llvm::ArrayRef<CallInfo> Options) {
  return {
      .Kind = ArgKind::Option, .Given = Times::AtMostOnce, .Options = Options};
}
/// \p Arg, which \p Check checks in place of what its kind says.
constexpr ArgInfo checkedBy(bool (*Check)(ClauseChecker &, const ClauseArg &),
                            ArgInfo Arg) {
  Arg.Check = Check;
  return Arg;
}

/// `name(arguments)`: a clause, or what stands in one.
struct CallInfo {
  llvm::StringRef Name;
  llvm::StringRef Usage; ///< forms separated by " or "
  llvm::ArrayRef<ArgInfo> Args;

  size_t minArgs() const;
  size_t maxArgs() const; ///< SIZE_MAX: any number
  bool takes(size_t Count) const {
    return Count >= minArgs() && Count <= maxArgs();
  }
  const ArgInfo &arg(size_t I) const {
    return Args[std::min(I, Args.size() - 1)];
  }
  /// Of Usage, one by one.
  std::vector<std::string> forms() const;
  /// Those of \p Given, arguments that have been checked, that are of \p Kind,
  /// in options too.
  std::vector<ClauseArg> argsOf(ArgKind Kind,
                                llvm::ArrayRef<ClauseArg> Given) const;
};

struct ClauseInfo : CallInfo {
  ClauseKind Kind = ClauseKind::Command;
  bool Repeatable = true;
  /// Checks what the arguments' kinds do not say, behind those.
  void (*Check)(ClauseChecker &) = nullptr;
};

/// The clause called \p Name: one of \p Commands or one that is no command.
const ClauseInfo *findClause(llvm::StringRef Name,
                             llvm::ArrayRef<const ClauseInfo *> Commands);

/// `auto`, facts and groups.
llvm::ArrayRef<ClauseInfo> otherClauses();

/// Parses the text behind `#pragma sparse`: several lines arrive joined by
/// '\n'. The clauses are \p Commands and those that are no commands. Checks
/// what their descriptions say; what names stand for is checked when a clause
/// is applied. Every error is reported, not only the first: they arrive joined
/// in one llvm::Error, each a DiagnosticError.
llvm::Expected<Directive>
parseClauses(llvm::StringRef Text, llvm::ArrayRef<const ClauseInfo *> Commands);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_CLAUSEINFO_H
