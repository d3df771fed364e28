//===- Rounding.h - what compilers round once or twice ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under -ffp-contract=on, Clang fuses a product with the sum that it is an
// operand of, unless it has computed the product of two constants by then. So
// where a value stands for a variable or a call of the user's it must neither
// look like a product in a sum nor like a constant in a product.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_ROUNDING_H
#define LACUNA_IR_ROUNDING_H

#include "lacuna/ir/Expr.h"

namespace lacuna {

/// Whether \p E, of a floating-point type, may be fused with a sum that it is
/// an operand of.
bool isContractible(const ExprRef &E);

/// What \p E negates if that is contractible, else null.
ExprRef negatedContractible(const ExprRef &E);

/// Whether \p E is computed from constants alone, \p Constants being variables
/// that hold one.
bool isFoldable(const ExprRef &E, const llvm::StringSet<> &Constants = {});

/// \p E as a variable holds it.
ExprRef rounded(const ExprRef &E);

/// The same if \p E is contractible.
ExprRef roundedInSum(const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_IR_ROUNDING_H
