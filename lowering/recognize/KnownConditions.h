//===- KnownConditions.h - conditions whose value is known ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_KNOWNCONDITIONS_H
#define LACUNA_LOWERING_RECOGNIZE_KNOWNCONDITIONS_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// How one value compares with another one.
enum class Comparison { Less, Equal, Greater };

/// Whether `L Op R` holds where the sides compare as \p C says; nothing for
/// operators that compare nothing.
std::optional<bool> holds(BinaryOp Op, Comparison C);

/// Whether \p E holds, if it compares \p A with \p B, in either order and type,
/// and A is to B as \p C says.
std::optional<bool> decideBy(const ExprRef &E, const ExprRef &A,
                             const ExprRef &B, Comparison C);

/// The value of a constant, of any arithmetic type.
std::optional<double> numberOf(const ExprRef &E);

/// \p E without conditions that are constants, or that \p Decide decides.
ExprRef
foldConditions(const ExprRef &E,
               llvm::function_ref<std::optional<bool>(const ExprRef &)> Decide);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_KNOWNCONDITIONS_H
