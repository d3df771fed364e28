//===- Bindings.h - the user's operands in generated text -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_BINDINGS_H
#define LACUNA_PLUGIN_GRAFT_BINDINGS_H

#include "graft/Relocated.h"
#include "graft/Tokens.h"
#include "lift/Lift.h"
#include "clang/AST/Decl.h"

namespace lacuna::plugin {

/// Appends the declaration of \p B with the type that its expression has.
void printBinding(const Relocation &To, const Binding &B, LocatedText &Out);

/// Bindings of memory that scalar operands of \p L are read from, and behind
/// them those of \p L.
std::vector<Binding> withMemory(const Lifted &L);
/// Appends the declarations of the former and calls that give the host its
/// current values, from \p Where, an expression. Only what is bound \p Under a
/// flag, or under none.
void printMemory(const Relocation &To, const Lifted &L, llvm::StringRef Where,
                 llvm::StringRef Under, LocatedText &Out);

/// Appends the declarations of those of \p L's operands, one line each, in
/// order, that are bound \p Under a flag, or under none.
void printBindings(const Relocation &To, const Lifted &L, llvm::StringRef Under,
                   LocatedText &Out);

/// Whether \p Parsed, the variable declared for \p B, holds what the user's
/// expression gives without any conversion of the value.
bool holdsUnchanged(const clang::ASTContext &Context, const Binding &B,
                    const clang::VarDecl *Parsed);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_BINDINGS_H
