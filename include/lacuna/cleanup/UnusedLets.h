//===- UnusedLets.h - constants that nothing reads --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_UNUSEDLETS_H
#define LACUNA_CLEANUP_UNUSEDLETS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Adds the variables that \p S reads to \p Used.
void addUses(const StmtRef &S, llvm::StringSet<> &Used);

/// \p S, which is loop IR, without lets that nothing in their scope reads.
StmtRef dropUnusedLets(const StmtRef &S);

} // namespace lacuna

#endif // LACUNA_CLEANUP_UNUSEDLETS_H
