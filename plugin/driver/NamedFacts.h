//===- NamedFacts.h - what the facts of a directive name --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_NAMEDFACTS_H
#define LACUNA_PLUGIN_DRIVER_NAMEDFACTS_H

#include "graft/Sites.h"
#include "lacuna/schedule/Schedule.h"
#include "lift/ast/BodyIndex.h"

namespace lacuna::plugin {

/// The integer variables of the function around the loop of \p S that \p Given
/// says something about, whether the nest uses them or not. In a region of
/// OpenMP's those alone are there that it uses.
std::vector<const clang::VarDecl *>
namedIntegers(const Site &S, const Directive &Given,
              const clang::ASTContext &Context);

/// What \p Given, the bare directive of \p S, whose loop stays as \p Outer,
/// says of the loops inside as well: nothing about a name that means something
/// else there, and no extent of what may change there, by whatever name.
Directive factsInside(const Directive &Given, const Site &S,
                      const clang::Stmt *Outer, BodyIndices &Bodies);

/// Those of \p Given that can be said of \p N.
Directive factsAbout(const Nest &N, const Directive &Given,
                     const ScheduleContext &Context);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_NAMEDFACTS_H
