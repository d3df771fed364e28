//===- Constants.h - constant expressions of clauses ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_CONSTANTS_H
#define LACUNA_PLUGIN_GRAFT_CONSTANTS_H

#include "graft/Sites.h"
#include "lacuna/directive/Directive.h"
#include "clang/Parse/Parser.h"

namespace lacuna::plugin {

/// The value of \p Arg as an integral constant expression where the loop of
/// \p S stands; template parameters have their values there. An error names
/// what is no constant. \p Loc is the argument's place in the source,
/// \p Preprocessed tells that macros were expanded by an earlier run.
llvm::Expected<int64_t> evaluateConstant(clang::Parser &P, const Site &S,
                                         const ClauseArg &Arg,
                                         clang::SourceLocation Loc,
                                         bool Preprocessed);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_CONSTANTS_H
