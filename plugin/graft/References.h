//===- References.h - what generated text refers to -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text that is parsed at the end of the file can silently mean something else
// than it should: a later overload may be found. So what was parsed may refer
// to nothing of the user's but what the nest refers to itself.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_REFERENCES_H
#define LACUNA_PLUGIN_GRAFT_REFERENCES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna::plugin {

/// The first reference in \p Parsed that leads to nothing declared in generated
/// text, to no builtin and to none of \p Allowed; null if there is none.
const clang::ValueDecl *
foreignReference(const clang::ASTContext &Context, const clang::Stmt *Parsed,
                 const llvm::DenseSet<const clang::Decl *> &Allowed);

/// The functions and members that \p Loop refers to.
void collectReferences(const clang::Stmt *Loop,
                       llvm::DenseSet<const clang::Decl *> &Found);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_REFERENCES_H
