//===- KernelShape.h - threads and shared memory of a kernel ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel declares outside of its loops on threads is there once for a
// block, or for each of its warps: thesis chapter 7 has it in shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_KERNELSHAPE_H
#define LACUNA_ANALYSIS_KERNELSHAPE_H

#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

inline constexpr int64_t WarpThreads = 32;

/// Whether \p S is a loop over blocks of a GPU.
bool isKernel(const Stmt &S);

/// Whether there is one in \p S.
bool holdsKernel(const StmtRef &S);

/// Whether a loop of \p P runs on a GPU.
bool hasKernels(const LoopProgram &P);

/// Warps in a block that runs \p Body, 0 if that has no loops on warps.
int64_t warpsIn(const StmtRef &Body);

/// Threads in a block that runs \p Body.
int64_t threadsIn(const StmtRef &Body);

/// An array that threads share.
struct SharedArray {
  const LocalArrayStmt *Array;
  /// 1, or as many as there are warps, each of which has its own.
  int64_t Copies;

  /// Whether it has as many elements as the launch says.
  bool isSized() const;
};

/// How many elements an array has in shared memory that is to have \p Extent of
/// them, i64, if that is no constant.
ExprRef roomFor(const ExprRef &Extent);

/// The arrays that the threads of a block share which runs \p Body, in the
/// order in which they lie.
std::vector<SharedArray> sharedArrays(const StmtRef &Body);

/// The bytes of those that the launch gives their size; i64.
ExprRef sizedSharedBytes(const StmtRef &Body);

/// Fails if a kernel in \p S needs more shared memory than a block has, however
/// it is launched.
llvm::Error checkSharedMemory(const StmtRef &S);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_KERNELSHAPE_H
