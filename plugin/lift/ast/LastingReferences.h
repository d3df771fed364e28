//===- LastingReferences.h - references to what calls return ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `const double &m = std::max(y[i], z[i])` refers to one of two elements; which
// one only a run tells. A let holds its value, which is the same as long as
// nothing is stored in between that may be either.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_LASTINGREFERENCES_H
#define LACUNA_PLUGIN_LIFT_AST_LASTINGREFERENCES_H

#include "lacuna/ir/Nest.h"
#include "clang/AST/Expr.h"

namespace lacuna::plugin {

/// Whether \p Init, which a reference is bound to, is an object that was there
/// before, and no temporary one.
bool outlivesReference(const clang::Expr *Init);

/// Of the lets in \p Lets, with where each reference is, the first in \p N that
/// is read behind a store that may change what it refers to; nothing if there
/// is none.
std::optional<clang::SourceLocation>
findChangedReference(const Nest &N,
                     const llvm::StringMap<clang::SourceLocation> &Lets);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_LASTINGREFERENCES_H
