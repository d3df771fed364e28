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

#ifndef LACUNA_ANALYSIS_LOOPS_KERNELSHAPE_H
#define LACUNA_ANALYSIS_LOOPS_KERNELSHAPE_H

#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

inline constexpr int64_t WarpThreads = 32;

/// Whether \p S is a loop over blocks of a GPU, or over levels of a plan.
bool isKernel(const Stmt &S);

/// Threads of a block of \p Kernel.
int64_t blockThreadsOf(const ForStmt &Kernel);

/// Whether there is one in \p S.
bool holdsKernel(const StmtRef &S);

/// Whether a loop of \p P runs on a GPU.
bool hasKernels(const LoopProgram &P);

/// Threads of each warp that \p Warps, a loop on warps, runs on: 1, 2, 4, … or
/// 32, as many as the loops on threads inside need. Several warps of less than
/// 32 threads share one of the device's.
int64_t lanesOf(const ForStmt &Warps);

/// What a block is made of.
struct BlockShape {
  int64_t Warps = 0; ///< 0 without loops on warps
  int64_t Lanes;     ///< of each warp, else of the block

  int64_t threads() const { return std::max<int64_t>(Warps, 1) * Lanes; }
};

/// Of a block that runs \p Body: where it has several loops on warps, of the
/// one that needs most threads.
BlockShape shapeOfBlock(const StmtRef &Body);

/// An array that threads share.
struct SharedArray {
  const LocalArrayStmt *Array;
  /// 1, or as many as there are warps, each of which has its own.
  int64_t Copies;
  int64_t Lanes; ///< threads of each of these warps

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

#endif // LACUNA_ANALYSIS_LOOPS_KERNELSHAPE_H
