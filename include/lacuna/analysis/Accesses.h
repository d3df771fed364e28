//===- Accesses.h - what a statement reads and writes -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ACCESSES_H
#define LACUNA_ANALYSIS_ACCESSES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// One read or write of an array element or of a mutable local.
struct Access {
  std::string Name;
  ExprRef Index; ///< null: a scalar
  bool IsWrite;
  /// Writes: the operator if the update may be reassociated, else None.
  ReduceOp Op = ReduceOp::None;
  Type Ty; ///< of the place
  SourceTag Tag = 0;
  /// Live-outs: index variables that have one value wherever this executes.
  llvm::StringSet<> Pinned;
};

/// All accesses below \p S to arrays, to live-outs and to mutable variables
/// that are declared outside \p S. Subscripts have the
/// lets of \p N replaced by what they stand for.
std::vector<Access> accessesIn(const Nest &N, const StmtRef &S);

/// Whether updates by \p A may be joined in another order: the value computed
/// in each step survives the conversion to the place's type.
bool reassociates(const AssignStmt &A);

/// \p S, if it sets a variable where something is so and else leaves it alone;
/// else null.
const AssignStmt *asNote(const Stmt &S);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ACCESSES_H
