//===- LoopHints.h - vector widths of generated loops -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang hands `#pragma clang loop` to its parser in a form of its own, which
// no public header describes. The attribute that the parser makes of it is
// public: it is put on the loop once that has been parsed.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_LOOPHINTS_H
#define LACUNA_PLUGIN_GRAFT_LOOPHINTS_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

namespace lacuna::plugin {

/// The number of vector lanes for the loop whose `for` stands at a place.
using LoopWidths = llvm::DenseMap<clang::SourceLocation, unsigned>;

/// Puts the attributes of `#pragma clang loop vectorize(assume_safety)
/// vectorize_width(n) interleave_count(1)` on the loops of \p Widths below
/// \p Root.
void attachLoopHints(clang::ASTContext &Context, clang::Stmt *Root,
                     const LoopWidths &Widths);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_LOOPHINTS_H
