//===- TensorClause.h - tensor(A: csr(pos, crd, val)) -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_TENSORCLAUSE_H
#define LACUNA_DIRECTIVE_TENSORCLAUSE_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Level.h"

namespace lacuna {

/// What a `tensor` clause says, each part at its place.
struct TensorClause {
  struct Level {
    ClauseArg Format;
    const LevelFormat *Known = nullptr; ///< of that name
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

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_TENSORCLAUSE_H
