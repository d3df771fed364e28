//===- Graft.h - generated text into the AST --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_GRAFT_H
#define LACUNA_PLUGIN_GRAFT_GRAFT_H

#include "graft/Bindings.h"
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

/// Parses \p Text, a statement expression, in the place of \p S; null if it
/// does not compile.
clang::CompoundStmt *parseBlock(clang::Parser &P, const Site &S,
                                const BoundNames &Names,
                                const LocatedText &Text);

/// Whether the compiler may evaluate the statement of \p S in a constant
/// expression, in which there are no other threads and no calls of a runtime
/// library.
bool mayBeEvaluated(const Site &S);

/// Of \p Parsed, `if (the compiler evaluates it) ; else { … }`, the block for
/// run time, once \p User has been put in the branch for the compiler; null if
/// there is none.
clang::CompoundStmt *evaluatedOrRun(clang::CompoundStmt *Parsed,
                                    clang::Stmt *User);

/// Whether the statement of \p S was replaced when its PCH or module was built.
bool isGrafted(const clang::SourceManager &SM, const Site &S);

/// "file:line" of \p Loc as generated code names it, the file as __FILE__ would
/// say it.
std::string placeFor(const clang::ASTContext &Context,
                     clang::SourceLocation Loc);

/// "file:line" of \p Loc as messages name it.
std::string describeLocation(const clang::SourceManager &SM,
                             clang::SourceLocation Loc);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_GRAFT_H
