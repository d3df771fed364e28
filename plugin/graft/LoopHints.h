//===- LoopHints.h - hints for generated loops ------------------*- C++ -*-===//
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

/// What a `#pragma clang loop` line says.
struct LoopHint {
  bool Vectorize = false;             ///< `vectorize(assume_safety)`
  unsigned Width = 0, Interleave = 0; ///< 0: not given
  bool UnrollDisabled = false;        ///< `unroll(disable)`
};

/// The hint for the loop whose `for` stands at a place.
using LoopHints = llvm::DenseMap<clang::SourceLocation, LoopHint>;

/// Puts the attributes that stand for \p Hints on the loops below \p Root. The
/// reductions of vector loops may be computed in any order.
void attachLoopHints(clang::ASTContext &Context, clang::Stmt *Root,
                     const LoopHints &Hints);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_LOOPHINTS_H
