//===- TensorClause.h - tensor(A: csr(pos, crd, val)) -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_TENSORCLAUSE_H
#define LACUNA_SCHEDULE_TENSORCLAUSE_H

#include "Command.h"

namespace lacuna {

/// What a `tensor` clause says, each part at its place.
struct TensorClause {
  struct Level {
    ClauseArg Format;
    const LevelFormat *Known; ///< of that name
    std::vector<ClauseArg> Arrays;
    TextRange Where;
  };
  ClauseArg Name;
  std::vector<ClauseArg> Indices; ///< of `A(i, j)`, may be empty
  std::vector<Level> Levels;
  ClauseArg Values;
};

/// \p C, a `tensor` clause, as a tree.
llvm::Expected<TensorClause> parseTensorClause(const Clause &C);

/// Gives the tensor that \p T describes its name; fails if the loops of \p N
/// store it in another way, or know no such tensor.
llvm::Error nameTensor(Nest &N, const TensorClause &T);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_TENSORCLAUSE_H
