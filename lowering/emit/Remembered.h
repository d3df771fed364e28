//===- Remembered.h - what is computed again only for new data --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In front of kernels that take microseconds, the host may have to go through
// all rows or entries: to see whether rows ascend, or how far `x[crd[p]]`
// reaches. Where the arrays that this reads are resident, the runtime knows
// when they change.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_REMEMBERED_H
#define LACUNA_LOWERING_EMIT_REMEMBERED_H

#include "CppStmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lacuna {

/// What tells one piece of code from others.
struct RememberedPlace {
  llvm::StringRef Module; ///< the runtime's module of the loop, an expression
  unsigned Number;        ///< different for each piece in front of that loop
};

/// Prints \p Code in front of the program \p P, which declares variables and
/// computes them; \p PrintRest, if it is not null, prints another way to
/// compute them. If the numbers and arrays that they depend on are known to be
/// what they were, the values of last time are taken. False, and nothing is
/// printed, where it is not known what they depend on.
bool printRemembered(const StmtRef &Code, const RememberedPlace &Place,
                     const LoopProgram &P, Names &Known, CppExpr &Exprs,
                     CppStmt &Out,
                     llvm::function_ref<void()> PrintRest = nullptr);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_REMEMBERED_H
