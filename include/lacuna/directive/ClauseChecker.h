//===- ClauseChecker.h - a clause against its description -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_CLAUSECHECKER_H
#define LACUNA_DIRECTIVE_CLAUSECHECKER_H

#include "lacuna/directive/ClauseInfo.h"

namespace lacuna {

/// Checks one clause and collects what is wrong with it.
class ClauseChecker {
public:
  /// \p Before: the clauses in front of \p C.
  ClauseChecker(const Directive &Before, const Clause &C,
                const ClauseInfo &Info)
      : Before(Before), C(C), Info(Info) {}

  llvm::Error run();

  //===-- for checks that descriptions name -------------------------------===//

  const Clause &clause() const { return C; }
  const Directive &before() const { return Before; }
  /// The target of the group that the clause is in.
  llvm::StringRef target() const;

  void checkNewName(const ClauseArg &Arg, llvm::StringRef What);
  void checkWord(const ClauseArg &Arg, const ArgInfo &Is);
  void checkOption(const ClauseArg &Arg, const CallInfo &Option);
  /// Whether \p Call has as many arguments as \p Is takes.
  bool checkArity(const Clause &Call, const CallInfo &Is);

  void fail(llvm::Error E);
  void fail(TextRange Where, const llvm::Twine &Message,
            std::vector<Note> Notes = {},
            std::optional<std::string> Replacement = std::nullopt);

private:
  bool lacksCommas(const ClauseArg &Arg);
  void checkPlace();
  bool checkArg(const ClauseArg &Arg, const ArgInfo &Is);
  void checkLoopName(const ClauseArg &Arg);
  void checkNewLoop(const ClauseArg &Arg);

  const Directive &Before;
  const Clause &C;
  const ClauseInfo &Info;
  llvm::Error Errors = llvm::Error::success();
};

/// That \p N arguments are there, in words: "1 is given".
std::string given(size_t N);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_CLAUSECHECKER_H
