//===- Extreme.h - the least or greatest of values --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_EXTREME_H
#define LACUNA_ANALYSIS_ELEMENTS_EXTREME_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// The least, or the greatest, of values of i64. Those that differ by a
/// constant are compared here, so that the expression is short.
class Extreme {
public:
  /// \p Op is Min or Max.
  explicit Extreme(BinaryOp Op) : Op(Op) {}

  void add(const ExprRef &E);
  /// Of at least one value.
  ExprRef value() const;

private:
  BinaryOp Op;
  std::vector<ExprRef> Unlike; ///< nothing is known of how they compare
};

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_EXTREME_H
