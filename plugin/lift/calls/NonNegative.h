//===- NonNegative.h - numbers that have no sign ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_CALLS_NONNEGATIVE_H
#define LACUNA_PLUGIN_LIFT_CALLS_NONNEGATIVE_H

#include "lacuna/ir/Stmt.h"

namespace lacuna::plugin {

/// Whether \p E, a floating-point number computed in \p Body, is never less
/// than 0, however sums and products are rounded. It may be -0.0 or no number.
bool isNonNegative(const ExprRef &E, const StmtRef &Body);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_CALLS_NONNEGATIVE_H
