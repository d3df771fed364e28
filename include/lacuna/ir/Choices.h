//===- Choices.h - values that are chosen -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_CHOICES_H
#define LACUNA_IR_CHOICES_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// Whether \p Body chooses among integers: by `?:`, `min` or `max`, of which a
/// compiler may make branches.
bool choosesIntegers(const StmtRef &Body);

} // namespace lacuna

#endif // LACUNA_IR_CHOICES_H
