//===- ApartArrays.h - arrays that share no element with others -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_EMIT_APARTARRAYS_H
#define LACUNA_LOWERING_EMIT_APARTARRAYS_H

#include "lacuna/ir/LoopProgram.h"
#include "llvm/ADT/StringSet.h"

namespace lacuna {

/// The array operands of \p P of which the body accesses no element by another
/// name: its guards have compared them with all others that are accessed, as
/// far as one of both is written.
llvm::StringSet<> apartArrays(const LoopProgram &P);

/// What threads read that stays as it is while they run.
struct SharedValues {
  llvm::StringSet<> Pointers; ///< array operands that a pointer stands for
  /// Scalar operands, values that are set once and variables of loops around.
  std::vector<std::pair<std::string, Type>> Scalars;
  std::vector<Operand> Tables; ///< arrays of known elements
};

SharedValues sharedValues(const LoopProgram &P);

/// The scalars of \p Shared that \p Body reads and, for all that the compiler
/// knows, changes where they lie in memory.
std::vector<std::string> scalarsToShield(const StmtRef &Body,
                                         const SharedValues &Shared);

/// Those among \p Tables that \p Body accesses.
std::vector<Operand> tablesIn(const StmtRef &Body,
                              llvm::ArrayRef<Operand> Tables);

/// Those arrays among \p Some that \p Body, which threads share, accesses, in
/// the order of their first access. Elements that are updated atomically are
/// everybody's, and all are where threads wait for each other.
std::vector<std::string> accessedAmong(const StmtRef &Body,
                                       const llvm::StringSet<> &Some);

} // namespace lacuna

#endif // LACUNA_LOWERING_EMIT_APARTARRAYS_H
