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
/// The last chunk has none of \p Last, whose copies begin without values.
class PrivateArrays {
public:
  PrivateArrays(std::vector<Operand> Arrays, std::vector<std::string> Last,
                ExprRef Chunks, MadeNames &Names)
      : Arrays(std::move(Arrays)), Last(std::move(Last)),
        Chunks(std::move(Chunks)), Names(Names) {}

  /// Appends the allocations to \p Hoisted, unless they stand there.
  void declare(std::vector<StmtRef> &Hoisted, SourceTag Tag) const;

  /// The same body, on the arrays of a chunk.
  struct Bodies {
    StmtRef OfAny;
    StmtRef OfLast; ///< for the last chunk; null: the same
  };

  /// \p Body on the copies of chunk \p Which, or on the arrays themselves that
  /// keep what the last chunk leaves, if it \p IsLast. What it needs in front,
  /// the copying above all, is appended to \p Before.
  Bodies enter(const ExprRef &Which, const ExprRef &IsLast, const StmtRef &Body,
               SourceTag Tag, std::vector<StmtRef> &Before) const;

private:
  bool keepsLast(const Operand &Array) const {
    return llvm::is_contained(Last, Array.Name);
  }

  std::vector<Operand> Arrays;
  std::vector<std::string> Last;
  ExprRef Chunks;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_PRIVATEARRAYS_H
