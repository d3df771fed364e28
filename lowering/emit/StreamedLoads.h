//===- StreamedLoads.h - what a kernel reads once ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_STREAMEDLOADS_H
#define LACUNA_LOWERING_EMIT_STREAMEDLOADS_H

#include "lacuna/ir/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna {

/// The loads of \p Kernel, a loop over blocks, from the arrays \p Unwritten
/// whose elements each thread reads once and neighbouring threads next to each
/// other, where the same threads gather other elements: those are read again,
/// so that the cache had better keep them. A hint: nothing depends on it.
llvm::DenseSet<const Expr *> streamedLoads(const ForStmt &Kernel,
                                           llvm::StringSet<> Unwritten);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_STREAMEDLOADS_H
