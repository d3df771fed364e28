//===- Lockstep.h - is re-parsed text still the same? -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that is parsed at the end of the file can silently mean something else
// than the same text in the user's loop: a later typedef, overload or macro.
// So what was parsed is compared with the user's tree, node by node.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_LOCKSTEP_H
#define LACUNA_PLUGIN_GRAFT_LOCKSTEP_H

#include "lift/Lift.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna::plugin {

/// Whether the two trees are the same but for parentheses: classes, canonical
/// types, value categories, declarations, casts, operators, literals and
/// floating-point options.
bool sameExpression(const clang::ASTContext &Context, const clang::Expr *User,
                    const clang::Expr *Parsed);

/// Whether \p Parsed, the variable declared for \p B, has the type and the
/// initialiser that the binding means.
bool isBindingOf(const clang::ASTContext &Context, const Binding &B,
                 const clang::VarDecl *Parsed);

/// The first reference in \p Parsed that leads to nothing declared in generated
/// text, to no builtin and to none of \p Allowed; null if there is none.
const clang::ValueDecl *
foreignReference(const clang::ASTContext &Context, const clang::Stmt *Parsed,
                 const llvm::DenseSet<const clang::Decl *> &Allowed);

/// The functions and members that \p Loop refers to.
void collectReferences(const clang::Stmt *Loop,
                       llvm::DenseSet<const clang::Decl *> &Found);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_LOCKSTEP_H
