//===- Graft.h - generated text into the AST -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_GRAFT_H
#define LACUNA_PLUGIN_GRAFT_GRAFT_H

#include "lacuna/emit/Cpp.h"
#include "lift/Lift.h"
#include "clang/AST/Decl.h"
#include "clang/Parse/Parser.h"

namespace lacuna::plugin {

/// An annotated loop, with the functions that enclose it (outermost first;
/// lambdas' call operators are functions of their own).
struct Site {
  clang::AttributedStmt *Loop;
  std::vector<clang::FunctionDecl *> Functions;
  bool InCapturedStmt = false; ///< inside an OpenMP region
};

/// What is put around the generated code.
struct GraftOptions {
  bool Count = false; ///< count which path ran, report at exit
};

/// Replaces the loop of \p S by
///   { bindings; guards; if (all hold) { body } else { the user's loop } }
/// parsed by \p P in the scope of the enclosing functions. Compares every
/// binding with the user's expression in lock-step and checks that no name in
/// the text was found as something else. Returns an empty string, or why the
/// loop was left as it was (a fault of ours, to be reported as "internal: …");
/// the AST is then unchanged.
std::string graft(clang::Parser &P, const Site &S, const Lifted &L,
                  const EmittedCpp &Code, const GraftOptions &Options);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_GRAFT_H
