//===- CursorSteps.h - elements that are stepped by constants ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_CURSORSTEPS_H
#define LACUNA_SCHEDULE_CURSORSTEPS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// No step is larger.
inline constexpr int64_t MaxStep = 1 << 20;

/// The constant that \p E, of 32 or 64 bits, is modulo 2^bits, as a signed
/// number.
std::optional<int64_t> signedConstant(const ExprRef &E);

/// By how much \p S, an update of an element, steps it: a constant, not 0, in a
/// type that has all values of the element. Nothing for others.
std::optional<int64_t> stepOf(const AssignStmt &S);

/// Whether \p Body stores to \p Array, integers of 32 or 64 bits, by steps in
/// one direction alone, and reads it.
bool areCursors(const StmtRef &Body, llvm::StringRef Array);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_CURSORSTEPS_H
