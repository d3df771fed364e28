//===- UnrolledLoops.h - loops as copies of their bodies --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_UNROLLEDLOOPS_H
#define LACUNA_CLEANUP_UNROLLEDLOOPS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// \p S, which is loop IR, with serial loops from 0 to a constant that are
/// unrolled fully as one copy of the body for each iteration.
StmtRef unrollFully(const StmtRef &S);

} // namespace lacuna

#endif // LACUNA_CLEANUP_UNROLLEDLOOPS_H
