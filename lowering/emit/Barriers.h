//===- Barriers.h - where the threads of a kernel wait ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outside of loops on threads all threads of a block, or of a warp, run the
// same statements with the same values, so that a barrier there is met by all
// of them. One stands where an element may be touched that another thread has
// touched since the last one, unless both only read it or update it atomically.
// Within a loop on threads they do not touch each other's elements.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_BARRIERS_H
#define LACUNA_LOWERING_EMIT_BARRIERS_H

#include "lacuna/ir/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna {

/// The barriers of one kernel.
struct Barriers {
  /// Statements outside of loops on threads with one in front.
  llvm::DenseSet<const Stmt *> Before;
  /// Loops with one at the end of their body.
  llvm::DenseSet<const Stmt *> AtEndOf;

  size_t size() const { return Before.size() + AtEndOf.size(); }
};

/// The barriers of \p Kernel, a loop over blocks, where threads see what others
/// store to \p Arrays.
Barriers barriersOf(const ForStmt &Kernel, const llvm::StringSet<> &Arrays);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_BARRIERS_H
