//===- IterationGraft.h - iterations as written, shared out -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_ITERATIONGRAFT_H
#define LACUNA_PLUGIN_GRAFT_ITERATIONGRAFT_H

#include "graft/Graft.h"
#include "isolate/IsolatedLoop.h"

namespace lacuna::plugin {

/// Replaces the loop of \p S, as a Replacement, by
///   { guards; pieces of it one after the other, while little is left to do;
///     the other pieces on threads }
/// all of which call one lambda, whose body is that of the user's loop. The
/// reasons of guards are those of graftedReasons(). Returns an empty string, or
/// why the loop was left as it was (a fault of ours); the AST is then
/// unchanged.
std::string graftIterations(clang::Parser &P, const Site &S,
                            const IsolatedLoop &L, Prelude &Helpers,
                            const GraftOptions &Options, unsigned MinWork);

/// Why the user's loop may run: the first two, too little work and no further
/// threads, then one for each guard of \p L.
std::vector<std::string> graftedReasons(const IsolatedLoop &L);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_ITERATIONGRAFT_H
