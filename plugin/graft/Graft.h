//===- Graft.h - generated text into the AST --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_GRAFT_H
#define LACUNA_PLUGIN_GRAFT_GRAFT_H

#include "graft/Prelude.h"
#include "graft/Sites.h"
#include "graft/Tokens.h"
#include "lacuna/emit/Cuda.h"
#include "lift/Lift.h"

namespace lacuna::plugin {

/// What is put around the generated code.
struct GraftOptions {
  bool Count = false; ///< count which path ran, report at exit
  /// Compare results with those of the user's loop in every N-th call.
  unsigned VerifyEvery = 0;
  /// Source-based coverage follows: its regions must not run backwards, so that
  /// all generated code is at the loop's place.
  bool HasCoverage = false;
  /// What values are bound from may be on a device alone.
  bool MayBeResident = false;
  /// The code is parsed and checked only: tools that compile nothing go on with
  /// the user's loop.
  bool Try = false;
  /// Runs are measured.
  std::optional<ProfiledLoop> Profile = std::nullopt;
  /// Trials choose what runs.
  std::optional<TunedLoop> Tune = std::nullopt;
};

/// Replaces the nest of \p S, as a Replacement, by
///   { bindings; guards; if (all hold) { body } else { the user's loop } }
/// (see Comparison.h for `verify`). Returns an empty string, or why the
/// loop was left as it was (a fault of ours, to be reported as "internal: …");
/// the AST is then unchanged.
std::string graft(clang::Parser &P, const Site &S, const Lifted &L,
                  const EmittedCpp &Code, Prelude &Helpers,
                  const GraftOptions &Options);

/// Likewise by itself between the calls of \p Copies. Of a loop that could not
/// be lifted, \p L has no operands.
std::string graftHostCopies(clang::Parser &P, const Site &S, const Lifted &L,
                            const HostCopies &Copies, Prelude &Helpers,
                            bool HasCoverage);

/// Likewise by itself, measured.
std::string graftMeasured(clang::Parser &P, const Site &S,
                          const ProfiledLoop &Profile, Prelude &Helpers);

/// Appends the beginning of a measured run of \p Loop, which ends with the
/// block around it, however control leaves that.
void printProfileEntry(const std::string &Loop, clang::SourceLocation Loc,
                       LocatedText &Out);

/// The calls for a loop of which is not known what it accesses, nor how control
/// leaves it.
HostCopies copiesOfAll(const clang::ASTContext &Context, const Site &S);

/// Whether the statement of \p S was replaced when its PCH or module was built.
bool isGrafted(const clang::SourceManager &SM, const Site &S);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_GRAFT_H
