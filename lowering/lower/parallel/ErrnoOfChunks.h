//===- ErrnoOfChunks.h - errno as iterations leave it -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has an errno of its own. So each chunk begins with none and notes
// what its iterations, which run in their order, leave; behind the loop the
// errno of the thread that has begun it is that of the last chunk which left
// one. Where none has, it is what it was.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_PARALLEL_ERRNOOFCHUNKS_H
#define LACUNA_LOWER_PARALLEL_ERRNOOFCHUNKS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

class ErrnoOfChunks {
public:
  ErrnoOfChunks(const std::string &Var, MadeNames &Names)
      : Errors(Names.get(Var + "_errors")), Last(Names.get(Var + "_errno")),
        Reset(Names.get(Var + "_no_errno")) {}

  /// Appends to \p Out what stands in front of the loop over chunks.
  void declare(SourceTag Source, std::vector<StmtRef> &Out) const;
  /// Appends what \p Chunk begins with.
  void enter(SourceTag Source, std::vector<StmtRef> &Out) const;
  /// What \p Chunk ends with.
  StmtRef note(const ExprRef &Chunk, SourceTag Source) const;
  /// Of all chunks in their order: what \p Chunk has left.
  StmtRef join(const ExprRef &Chunk, SourceTag Source) const;
  /// Appends what stands behind all.
  void leave(SourceTag Source, std::vector<StmtRef> &Out) const;

private:
  Place errorOf(const ExprRef &Chunk) const {
    return {Errors, Type::i32(), Chunk};
  }
  Place last() const { return {Last, Type::i32(), nullptr}; }

  std::string Errors, Last, Reset;
};

} // namespace lacuna

#endif // LACUNA_LOWER_PARALLEL_ERRNOOFCHUNKS_H
