//===- ParallelLoops.h - loops for vector lanes and threads -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_PARALLELLOOPS_H
#define LACUNA_LOWER_PARALLEL_PARALLELLOOPS_H

#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// An array of known extent that is only updated, and by what, which has an
/// identity.
struct ReducedArray {
  Operand Array;
  ReduceOp Op;
};

/// An array of known extent whose elements iterations only step, upwards or
/// down, and read.
struct CursorArray {
  Operand Array;
  bool IsDown;
};

/// A loop in loop IR that is to run in parallel.
struct ParallelLoop {
  std::string Var;
  ExprRef Lo, Hi;
  StmtRef Body;
  ParallelTag Tag;
  ExprRef NumThreads; ///< null: default team
  SourceTag Source;
  /// Arrays of which each chunk of iterations has a copy.
  std::vector<Operand> Private = {};
  /// Those of them that the last chunk uses itself.
  std::vector<std::string> LastPrivate = {};
  /// Arrays that iterations update by one operator each, at elements that data
  /// choose.
  std::vector<ReducedArray> Reduced = {};
  /// Variables of an outer scope that iterations advance, one after the other.
  std::vector<Reduction> Scanned = {};
  /// Arrays whose elements they advance so.
  std::vector<CursorArray> Cursors = {};
  /// Arrays, of those at variables of Scanned, that iterations append to.
  std::vector<std::string> Growing = {};
  /// Whether errno is to be as iterations in their order leave it.
  bool KeepsErrno = false;
};

/// The loop's body with the updates of what iterations share made atomic.
StmtRef withAtomics(const ParallelLoop &Loop);

/// Appends the loop for vector lanes. Reductions become OpenMP's, array
/// elements through a local accumulator.
void emitVectorLoop(const ParallelLoop &Loop, MadeNames &Names,
                    std::vector<StmtRef> &Out);

/// Appends the loop for threads. Reductions go through partial results, one for
/// each chunk of iterations, which are combined in the order of the chunks: the
/// result depends on the number of threads alone. With scanned variables it
/// depends on nothing. Arrays of run-time size go to \p Hoisted.
void emitThreadLoop(const ParallelLoop &Loop, MadeNames &Names,
                    std::vector<StmtRef> &Hoisted, std::vector<StmtRef> &Out);

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_PARALLELLOOPS_H
