//===- AffineNest.h - commands on affine loops ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_COMMANDS_AFFINENEST_H
#define LACUNA_LOWERING_SCHEDULE_COMMANDS_AFFINENEST_H

#include "lacuna/affine/AffineModel.h"
#include "lacuna/schedule/commands/Command.h"

namespace lacuna {

/// A nest whose loops run in the order of a schedule.
struct AffineNest {
  Nest Graph;
  AffineSchedule Order;
  std::shared_ptr<const AffineModel> Model;

  /// The number of the loop that \p Arg names.
  llvm::Expected<size_t> loop(const ClauseArg &Arg) const;
  /// The numbers of the loops that the first two arguments of \p C name: one
  /// that nothing is said of yet, and one around it.
  llvm::Expected<std::pair<size_t, size_t>> loopInside(const Clause &C) const;
  /// The numbers that \p L has for an iteration of the user's: the loops and
  /// statements that follow each other in it.
  static int64_t stepsOf(const AffineLoop &L);
  /// A name for a loop made of \p Loop: `i_tile`, `i_tile2`.
  std::string newName(const std::string &Loop, llvm::StringRef Suffix) const;
  Nest take() &&;
};

/// Makes guards of \p N of what \p Model assumes.
llvm::Error addAssumptions(Nest &N, const AffineModel &Model);

/// \p N, to be changed by \p C: in the order of its loops where no command has
/// made another one.
llvm::Expected<AffineNest> affineNest(const Nest &N, const Clause &C);

/// \p A with its loops in the order of \p Numbers, all of them, if
/// that keeps what iterations depend on; errors are about \p Where.
llvm::Expected<Nest> reorderAffine(AffineNest A, const Clause &C,
                                   llvm::ArrayRef<size_t> Numbers,
                                   TextRange Where);

/// The error that \p C runs the iterations of \p W in the wrong order.
llvm::Error wrongOrder(const Clause &C, const AffineWitness &W, TextRange Where,
                       std::vector<Note> Notes = {});

/// `parallelize` and `unroll` on a nest that has a schedule: \p Tags for the
/// loop that the first argument names.
llvm::Expected<Nest> tagAffine(const Nest &N, const Clause &C,
                               const LoopTags &Tags);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_COMMANDS_AFFINENEST_H
