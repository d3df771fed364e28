//===- FirstUses.h - is a variable set before it is read? -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_FIRSTUSES_H
#define LACUNA_PLUGIN_LIFT_AST_FIRSTUSES_H

#include "lift/ast/AstQueries.h"

namespace lacuna::plugin {

/// The first mention of \p V in \p List, in source order, that no plain
/// assignment in the same or an enclosing list of statements precedes; null if
/// every mention gets its value within \p List. With \p Index, of a body that
/// \p List is a part of, calls that set \p V count as assignments.
const clang::Stmt *firstUncovered(llvm::ArrayRef<const clang::Stmt *> List,
                                  const clang::VarDecl *V,
                                  const BodyIndex *Index = nullptr);

/// Whether \p S always gives \p V a value, and before it reads it: a plain
/// assignment, or a loop whose header begins by one.
bool setsFirst(const clang::Stmt *S, const clang::VarDecl *V);

/// Whether the value that \p V has in front of \p List is the one that it has
/// wherever \p List uses it: it changes nowhere, or every use from there on
/// finds a value that was assigned behind the change.
bool keepsValueUntilReplaced(const clang::VarDecl *V,
                             llvm::ArrayRef<const clang::Stmt *> List);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_FIRSTUSES_H
