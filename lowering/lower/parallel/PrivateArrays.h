//===- PrivateArrays.h - arrays that chunks have copies of ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chunk begins with what the user's array holds, however often the loop over
// chunks runs.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_PRIVATEARRAYS_H
#define LACUNA_LOWERING_LOWER_PARALLEL_PRIVATEARRAYS_H

#include "ArrayCopies.h"

namespace lacuna {

/// Copies of \p Arrays, operands of known extent, for up to \p Chunks chunks.
class PrivateArrays {
public:
  PrivateArrays(std::vector<Operand> Arrays, ExprRef Chunks, MadeNames &Names)
      : Arrays(std::move(Arrays)), Chunks(std::move(Chunks)), Names(Names) {}

  /// Appends the allocations to \p Hoisted, unless they stand there.
  void declare(std::vector<StmtRef> &Hoisted, SourceTag Tag) const;

  /// \p Body on the copies of chunk \p Which. What it needs in front, the
  /// copying above all, is appended to \p Before.
  StmtRef enter(const ExprRef &Which, const StmtRef &Body, SourceTag Tag,
                std::vector<StmtRef> &Before) const;

private:
  std::vector<Operand> Arrays;
  ExprRef Chunks;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_PRIVATEARRAYS_H
