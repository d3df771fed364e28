//===- LoopBounds.h - values that bounds of loops are made of ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LOOPBOUNDS_H
#define LACUNA_PLUGIN_LIFT_STATE_LOOPBOUNDS_H

#include "lacuna/ir/Expr.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace lacuna::plugin {

/// Least value of integer type \p T.
int64_t minOf(const Type &T);

/// Largest value, as far as an int64_t can say.
int64_t maxOf(const Type &T);

/// \p E as it was before conversions that keep every value, as a number of 64
/// bits.
ExprRef unconverted(ExprRef E);

/// What a condition on \p E is about, in the user's terms.
std::string subject(const ExprRef &E, llvm::StringRef Loop);

/// Why a loop that is bounded by \p Name is not counted.
std::string changingBound(llvm::StringRef Loop, llvm::StringRef Name);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LOOPBOUNDS_H
