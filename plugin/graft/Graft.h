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
#include "lacuna/emit/Cpp.h"
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
};

/// Replaces the nest of \p S by
///   { bindings; guards; if (all hold) { body } else { the user's loop } }
/// (see Comparison.h for `verify`), in a constexpr function by
///   { if (the compiler evaluates it) the user's loop else { the same } }
/// parsed by \p P in the scope of the enclosing functions. Compares every
/// binding with the user's expression in lock-step and checks that no name in
/// the text was found as something else. Returns an empty string, or why the
/// loop was left as it was (a fault of ours, to be reported as "internal: …");
/// the AST is then unchanged.
std::string graft(clang::Parser &P, const Site &S, const Lifted &L,
                  const EmittedCpp &Code, Prelude &Helpers,
                  const GraftOptions &Options);

/// Whether the loop of \p S was replaced when its PCH or module was built.
bool isGrafted(const clang::SourceManager &SM, const Site &S);

/// "file:line" of \p Loc as messages name it.
std::string describeLocation(const clang::SourceManager &SM,
                             clang::SourceLocation Loc);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_GRAFT_H
