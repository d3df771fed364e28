//===- HostCopies.h - current values around host code -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_HOSTCOPIES_H
#define LACUNA_LOWERING_EMIT_HOSTCOPIES_H

#include "CppStmt.h"

namespace lacuna {

/// What the host reads of arrays in front of the kernels of a program and
/// behind them.
struct HostReads {
  std::vector<ArrayRange> AtFirst; ///< no guard need hold
  /// Behind all guards but those with walks, as far as these guards tell.
  std::vector<ArrayRange> BehindGuards;
};
HostReads readByHost(const LoopProgram &P);

/// \p Bound of a range as operands of \p P alone give it, whether the loop
/// comes to the range or not; null if a scan has to find it.
ExprRef overOperands(ExprRef Bound, const LoopProgram &P);

/// What the host accesses of arrays in \p Body, loop IR of a program with
/// \p Transfers. No guard need hold.
std::vector<ArrayRange> accessedIn(const StmtRef &Body,
                                   const ProgramTransfers &Transfers);
std::vector<ArrayRange> writtenIn(const StmtRef &Body,
                                  const ProgramTransfers &Transfers);

/// Prints calls that give the host the current values of \p Ranges, or of all
/// that is resident if an end is not known. \p Where is an expression.
void printAcquires(llvm::ArrayRef<ArrayRange> Ranges, llvm::StringRef Where,
                   const Names &Known, CppExpr &Exprs, CppStmt &Out);

/// Likewise calls that give the device what the host has written.
void printReleases(llvm::ArrayRef<ArrayRange> Ranges, llvm::StringRef Where,
                   const Names &Known, CppExpr &Exprs, CppStmt &Out);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_HOSTCOPIES_H
