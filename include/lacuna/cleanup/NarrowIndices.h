//===- NarrowIndices.h - 32-bit arithmetic in kernels -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU adds 64-bit numbers in two steps and keeps them in two registers. What
// lowering counts in i64 is mostly small: numbers of threads, parts of blocks,
// rows below an `int`. A value whose range, as follows from types and loop
// bounds alone, lies in that of i32 is computed in i32.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_NARROWINDICES_H
#define LACUNA_CLEANUP_NARROWINDICES_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// \p S, which is loop IR, with the 64-bit signed arithmetic of its kernels in
/// i32 where neither an operand nor the result can leave the range of that.
StmtRef narrowIndices(const StmtRef &S);

} // namespace lacuna

#endif // LACUNA_CLEANUP_NARROWINDICES_H
