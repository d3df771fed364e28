//===- ExprRules.h - which operand types an operator takes ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_TEXT_EXPRRULES_H
#define LACUNA_IR_TEXT_EXPRRULES_H

#include "lacuna/ir/Expr.h"
#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Why the operator does not take operands of these types, continuing a
/// sentence that starts with the operator; empty if it does.
std::string objection(BinaryOp Op, const Type &L, const Type &R);
std::string objection(UnaryOp Op, const Type &Operand);
/// The same for the update of a place of type \p Target by a value.
std::string objection(ReduceOp Op, const Type &Target, const Type &Value);

/// The type of `L Op R` with L of type \p L.
Type resultType(BinaryOp Op, const Type &L);
Type resultType(UnaryOp Op, const Type &Operand);

/// \p Ty in the notation of the textual forms.
std::string toString(const Type &Ty);

} // namespace lacuna

#endif // LACUNA_IR_TEXT_EXPRRULES_H
